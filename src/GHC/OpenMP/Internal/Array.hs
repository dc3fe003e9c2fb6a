{-# LANGUAGE MagicHash #-}
{-# LANGUAGE RoleAnnotations #-}
{-# LANGUAGE UnboxedTuples #-}
-- |
-- Module      : GHC.OpenMP.Internal.Array
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- What "GHC.OpenMP.Array" and "Data.Array.Linear" share: the representation of pinned arrays. The
-- constructors stay inside the package, because all else relies on what is said beside them.
module GHC.OpenMP.Internal.Array
  ( -- * Representation
    PinnedArray (..)
  , MutablePinnedArray (..)
    -- * Addresses
  , address
  , mutableAddress
    -- * Making and reading
  , newZeroed
  , index
  , pinnedToList
    -- * Checks
  , ArrayError (..)
  , checkIndex
  , checkBytes
    -- * Primitive state
  , unIO
  ) where

import Control.Exception (Exception (..), throw)
import Foreign.Storable (Storable (..))
import GHC.Exts
  ( ByteArray#, Int (..), Int#, MutableByteArray#, Ptr (..), RealWorld, State#, byteArrayContents#
  , newAlignedPinnedByteArray#, plusAddr#, runRW#, setByteArray#, touch#, unsafeCoerce#
  )
import GHC.IO (IO (..))

-- | An array that nobody changes any more, in memory that the garbage collector does not move: it can
-- be handed to C without a copy.
--
-- @since 0.1.0
data PinnedArray a
  = PinnedArray
      ByteArray# -- never moved: pinned, or large
      Int#       -- first byte, at an address that suits the element type
      Int#       -- number of elements

type role PinnedArray nominal

-- | An array that Haskell and C kernels write to, in memory that the garbage collector does not move.
--
-- @since 0.1.0
data MutablePinnedArray a
  = MutablePinnedArray
      (MutableByteArray# RealWorld) -- never moved: pinned, or large
      Int#                          -- number of elements; the first is at the start

type role MutablePinnedArray nominal

instance (Storable a, Eq a) => Eq (PinnedArray a) where
  a == b = pinnedToList a == pinnedToList b

instance (Storable a, Show a) => Show (PinnedArray a) where
  showsPrec d a = showParen (d > 10) $ showString "pinnedFromList " . showsPrec 11 (pinnedToList a)

-- | What array functions throw.
--
-- @since 0.1.0
data ArrayError
  = BadSize Int
    -- ^ A size below 0, or too large for an address.
  | OutOfBounds Int Int
    -- ^ This index or position is not inside an array of this size.
  | SizesDiffer Int Int
    -- ^ A kernel was called with arrays of these two sizes, which have to be equal.
  | NotAdjacent
    -- ^ Two parts were to be joined that do not lie side by side, in this order, in one array.
  deriving (Eq, Show)

instance Exception ArrayError where
  displayException err = case err of
    BadSize n -> "no array has the size " ++ show n
    OutOfBounds i n -> "index " ++ show i ++ " is outside an array of size " ++ show n
    SizesDiffer m n -> "arrays of sizes " ++ show m ++ " and " ++ show n ++ " where equal sizes are needed"
    NotAdjacent -> "two parts of arrays that do not lie side by side cannot be joined"

-- | The start of an array. Use it with something that keeps the array alive.
address :: PinnedArray a -> Ptr a
address (PinnedArray array first _) = Ptr (plusAddr# (byteArrayContents# array) first)
{-# INLINE address #-}

-- | The address of a byte of an array that is never moved. (GHC 9.0 has no primitive for it.) Use it
-- with something that keeps the array alive.
mutableAddress :: MutableByteArray# RealWorld -> Int# -> Ptr a
mutableAddress array first = Ptr (plusAddr# (byteArrayContents# (unsafeCoerce# array)) first)
{-# INLINE mutableAddress #-}

-- | A new array of so many bytes, all 0. It starts on a cache line of its own, and so two arrays never
-- share one at their starts, and vector instructions find them aligned.
newZeroed :: Int -> State# RealWorld -> (# State# RealWorld, MutableByteArray# RealWorld #)
newZeroed (I# size) s0 = case newAlignedPinnedByteArray# size 64# s0 of
  (# s1, array #) -> case setByteArray# array 0# size 0# s1 of
    s2 -> (# s2, array #)
{-# INLINE newZeroed #-}

-- | The element with this index, counted from 0. Throws 'OutOfBounds'.
--
-- @since 0.1.0
index :: Storable a => PinnedArray a -> Int -> a
index array@(PinnedArray bytes _ size) i = checkIndex i (I# size) $ case runRW# get of (# _, x #) -> x
 where
  get s0 = case unIO (peekElemOff (address array) i) s0 of
    (# s1, x #) -> case touch# bytes s1 of s2 -> (# s2, x #)
{-# INLINE index #-}

-- | All elements.
--
-- @since 0.1.0
pinnedToList :: Storable a => PinnedArray a -> [a]
pinnedToList array@(PinnedArray _ _ size) = [index array i | i <- [0 .. I# size - 1]]

-- | Goes on when the index lies inside an array of this size.
checkIndex :: Int -> Int -> r -> r
checkIndex i size next
  | i >= 0 && i < size = next
  | otherwise = throw (OutOfBounds i size)
{-# INLINE checkIndex #-}

-- | The size in bytes of an array of so many elements.
checkBytes :: Storable a => a -> Int -> Int
checkBytes element size
  | size < 0 || (width > 0 && size > maxBound `quot` width - 64) = throw (BadSize size)
  | otherwise = size * width
 where
  width = sizeOf element
{-# INLINE checkBytes #-}

-- | The function inside an action.
unIO :: IO a -> State# RealWorld -> (# State# RealWorld, a #)
unIO (IO act) = act
{-# INLINE unIO #-}
