{-# LANGUAGE MagicHash #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE UnboxedTuples #-}
-- |
-- Module      : GHC.OpenMP.Array
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- Memory that Haskell and C kernels use together, without a copy.
--
-- == What the garbage collector does to an array
--
-- * An ordinary @ByteArray#@ below about 3 KB is /copied/ by a collection: its address changes. A
--   @safe@ foreign call lets collections happen while it runs, so such an array must never reach
--   one. (An @unsafe@ call may use it: it holds collections back until it returns, in the whole
--   program.)
-- * A /pinned/ array, and an array of more than about 3 KB, is never moved, by no collector: not
--   the copying one, not the compacting one (@+RTS -c@), not the non-moving one (@+RTS -xn@).
--   It is freed when nothing refers to it, and a t'Ptr' is no reference.
-- * Memory behind a t'ForeignPtr' is not moved either. Its finalizer runs when nothing refers to the
--   t'ForeignPtr', and again a t'Ptr' is no reference.
--
-- So two things have to hold while C works: the memory must be of a kind that stays where it is, and
-- something must keep it alive. Here the first is a matter of types: 'withMemory' and the calls
-- below take a 'Memory', and there is no instance, no function and no exported constructor that makes one
-- from an array that could move. The second is what 'withMemory' does.
--
-- Pinned arrays share blocks of 4 KB (more where they are larger): one that lives long keeps its whole
-- block. Use 'newForeignArray' for memory outside the Haskell heap.
--
-- == Calling a kernel
--
-- > foreign import ccall safe "scale" c_scale :: CDouble -> Ptr CDouble -> CSize -> IO ()
-- >
-- > scale :: CDouble -> MutablePinnedArray CDouble -> IO ()
-- > scale factor array = withMutable array (c_scale factor)
--
-- A 'FunPtr' is called through 'callKernel'. A kernel must be done with the memory when it
-- returns, unless the function given to 'withMemory' also waits for what the kernel has started.
--
-- The functions here are safe to use from several threads at once. Contents are plain memory: two
-- threads that use the same elements, one of them writing, must be ordered by the program (an
-- 'Control.Concurrent.MVar.MVar' does), and kernels have to keep to their own parts.
-- "Data.Array.Linear" has arrays where the compiler checks that.
module GHC.OpenMP.Array
  ( -- * Memory that stays where it is
    Memory (..)
  , MutableMemory (..)
    -- * Arrays in the Haskell heap
  , PinnedArray
  , MutablePinnedArray
  , newPinned
  , pinnedFromList
  , index
  , pinnedToList
  , freeze
  , thaw
  , unsafeFreeze
    -- * Arrays outside of it
  , ForeignArray
  , newForeignArray
  , fromForeignPtr
  , toForeignPtr
    -- * Elements
  , readElem
  , writeElem
  , readElems
  , writeElems
    -- * Calling kernels
  , Kernel
  , callKernel
  , callKernel2
    -- * Primitive arrays of other libraries
  , pinnedByteArray
  , pinByteArray
  , pinnedMutableByteArray
  , toByteArray
    -- * Errors
  , ArrayError (..)
  ) where

import Control.Exception (throwIO)
import Control.Monad (when, zipWithM_)
import Foreign.C.Types (CSize (..))
import Foreign.ForeignPtr (newForeignPtr, withForeignPtr)
import Foreign.Marshal.Alloc (callocBytes, finalizerFree)
import Foreign.Marshal.Utils (copyBytes)
import Foreign.Ptr (FunPtr, alignPtr)
import Foreign.Storable (Storable (..))
import GHC.Exts
  ( ByteArray#, Int (..), Int#, MutableByteArray#, Ptr (..), RealWorld, byteArrayContents#
  , getSizeofMutableByteArray#, isByteArrayPinned#, isMutableByteArrayPinned#, isTrue#, keepAlive#
  , copyByteArray#, runRW#, sizeofByteArray#, unsafeFreezeByteArray#
  )
import GHC.ForeignPtr (ForeignPtr (..), ForeignPtrContents (..))
import GHC.IO (IO (..))

import GHC.OpenMP.Internal.Array

-- | Memory that C may be given: it stays where it is, and it can be kept alive.
--
-- @since 0.1.0
class Memory m where
  -- | Number of elements.
  size :: m a -> Int

  -- | Runs a function on the address of the first element and the number of elements. The memory is
  -- alive and in its place until the function returns or throws. C may only read it. Do not keep
  -- the address.
  withMemory :: m a -> (Ptr a -> CSize -> IO b) -> IO b

-- | Memory that C may also write to.
--
-- @since 0.1.0
class Memory m => MutableMemory m where
  -- | As 'withMemory', and C may write to the elements.
  withMutable :: m a -> (Ptr a -> CSize -> IO b) -> IO b

instance Memory PinnedArray where
  size (PinnedArray _ _ n) = I# n
  {-# INLINE size #-}
  withMemory array@(PinnedArray bytes _ n) act =
    IO $ \s -> keepAlive# bytes s (unIO (act (address array) (fromIntegral (I# n))))
  {-# INLINE withMemory #-}

instance Memory MutablePinnedArray where
  size (MutablePinnedArray _ n) = I# n
  {-# INLINE size #-}
  withMemory (MutablePinnedArray bytes n) act =
    IO $ \s -> keepAlive# bytes s (unIO (act (mutableAddress bytes 0#) (fromIntegral (I# n))))
  {-# INLINE withMemory #-}

instance MutableMemory MutablePinnedArray where
  withMutable = withMemory
  {-# INLINE withMutable #-}

-- | A new array of so many elements, with all bytes 0. Throws 'BadSize'.
--
-- @since 0.1.0
newPinned :: forall a. Storable a => Int -> IO (MutablePinnedArray a)
newPinned n@(I# n#) = IO $ \s0 -> case newZeroed (checkBytes (undefined :: a) n) s0 of
  (# s1, bytes #) -> (# s1, MutablePinnedArray bytes n# #)

-- | An array with these elements.
--
-- @since 0.1.0
pinnedFromList :: Storable a => [a] -> PinnedArray a
pinnedFromList xs = case runRW# (unIO make) of (# _, array #) -> array
 where
  make = do
    array <- newPinned (length xs)
    writeElems array xs
    unsafeFreeze array

-- | A copy that nobody changes.
--
-- @since 0.1.0
freeze :: Storable a => MutablePinnedArray a -> IO (PinnedArray a)
freeze array = copy array >>= unsafeFreeze

-- | A copy that can be changed.
--
-- @since 0.1.0
thaw :: Storable a => PinnedArray a -> IO (MutablePinnedArray a)
thaw = copy

copy :: forall m a. (Memory m, Storable a) => m a -> IO (MutablePinnedArray a)
copy from = do
  to <- newPinned (size from)
  withMemory from $ \source n -> withMutable to $ \target _ ->
    copyBytes target source (fromIntegral n * sizeOf (undefined :: a))
  pure to

-- | The same memory as an array that nobody changes. The caller promises that: neither Haskell nor C
-- writes to it afterwards. No copy is made.
--
-- @since 0.1.0
unsafeFreeze :: MutablePinnedArray a -> IO (PinnedArray a)
unsafeFreeze (MutablePinnedArray bytes n) = IO $ \s0 -> case unsafeFreezeByteArray# bytes s0 of
  (# s1, frozen #) -> (# s1, PinnedArray frozen 0# n #)

-- | Memory outside the Haskell heap, with the number of its elements: what C has allocated, a mapped
-- file, a storable vector of another library.
--
-- @since 0.1.0
data ForeignArray a = ForeignArray !(ForeignPtr a) !Int

instance Memory ForeignArray where
  size (ForeignArray _ n) = n
  {-# INLINE size #-}
  withMemory (ForeignArray pointer n) act = withForeignPtr pointer (\p -> act p (fromIntegral n))
  {-# INLINE withMemory #-}

instance MutableMemory ForeignArray where
  withMutable = withMemory
  {-# INLINE withMutable #-}

-- | New memory from @calloc@, for so many elements, freed when nothing refers to it any more. Throws
-- 'BadSize'.
--
-- @since 0.1.0
newForeignArray :: forall a. Storable a => Int -> IO (ForeignArray a)
newForeignArray n = do
  pointer <- callocBytes (max 1 (checkBytes (undefined :: a) n))
  owned <- newForeignPtr finalizerFree pointer
  pure (ForeignArray owned n)

-- | So many elements behind a t'ForeignPtr'. The caller promises that they are there. Zero copy:
--
-- > fromStorableVector v = case unsafeToForeignPtr0 v of (p, n) -> fromForeignPtr p n
--
-- Throws 'BadSize' for a size below 0.
--
-- @since 0.1.0
fromForeignPtr :: ForeignPtr a -> Int -> IO (ForeignArray a)
fromForeignPtr pointer n = do
  when (n < 0) $ throwIO (BadSize n)
  pure (ForeignArray pointer n)

-- | The memory of a pinned array as a t'ForeignPtr', which keeps it alive. No copy is made.
--
-- @since 0.1.0
toForeignPtr :: MutablePinnedArray a -> ForeignPtr a
toForeignPtr (MutablePinnedArray bytes _) = case mutableAddress bytes 0# of
  Ptr start -> ForeignPtr start (PlainPtr bytes)

-- | The element with this index, counted from 0. Throws 'OutOfBounds'.
--
-- @since 0.1.0
readElem :: (Memory m, Storable a) => m a -> Int -> IO a
readElem array i = checkIndex i (size array) $ withMemory array (\p _ -> peekElemOff p i)
{-# INLINE readElem #-}

-- | Writes the element with this index, counted from 0. Throws 'OutOfBounds'.
--
-- @since 0.1.0
writeElem :: (MutableMemory m, Storable a) => m a -> Int -> a -> IO ()
writeElem array i x = checkIndex i (size array) $ withMutable array (\p _ -> pokeElemOff p i x)
{-# INLINE writeElem #-}

-- | All elements.
--
-- @since 0.1.0
readElems :: (Memory m, Storable a) => m a -> IO [a]
readElems array = mapM (readElem array) [0 .. size array - 1]

-- | Writes these elements from the start on, at most as many as the array holds.
--
-- @since 0.1.0
writeElems :: (MutableMemory m, Storable a) => m a -> [a] -> IO ()
writeElems array = zipWithM_ (writeElem array) [0 .. size array - 1]

-- | A C function on an array: @void kernel (T *elements, size_t size)@.
--
-- @since 0.1.0
type Kernel a = Ptr a -> CSize -> IO ()

-- safe: kernels run regions, take long and may call Haskell.
foreign import ccall safe "dynamic" kernelOf :: FunPtr (Kernel a) -> Kernel a
foreign import ccall safe "dynamic" kernel2Of
  :: FunPtr (Ptr a -> Ptr b -> CSize -> IO ()) -> Ptr a -> Ptr b -> CSize -> IO ()

-- | Calls a C function on an array, in a safe call: other Haskell threads go on meanwhile, regions may
-- run, and Haskell may be called back. An asynchronous exception reaches the calling thread when the
-- function returns.
--
-- @since 0.1.0
callKernel :: MutableMemory m => FunPtr (Kernel a) -> m a -> IO ()
callKernel function array = withMutable array (kernelOf function)

-- | As 'callKernel', for a function that reads the first array and writes the second:
-- @void kernel (const T *in, U *out, size_t size)@. Throws 'SizesDiffer' unless both have the same
-- size.
--
-- @since 0.1.0
callKernel2
  :: (Memory m, MutableMemory o) => FunPtr (Ptr a -> Ptr b -> CSize -> IO ()) -> m a -> o b -> IO ()
callKernel2 function from to = do
  when (size from /= size to) $ throwIO (SizesDiffer (size from) (size to))
  withMemory from $ \source n -> withMutable to $ \target _ -> kernel2Of function source target n

-- | A primitive array as it is, when it is one that is never moved and its start is aligned for the
-- element type. Otherwise 'Nothing': make a copy with 'pinByteArray'. Bytes beyond the last whole
-- element are left out. With the boxed types of other libraries:
--
-- > case someByteArray of ByteArray bytes -> pinnedByteArray bytes
--
-- @since 0.1.0
pinnedByteArray :: forall a. Storable a => ByteArray# -> Maybe (PinnedArray a)
pinnedByteArray bytes
  | isTrue# (isByteArrayPinned# bytes) && aligned (undefined :: a) (Ptr (byteArrayContents# bytes)) =
      case elementsIn (undefined :: a) (I# (sizeofByteArray# bytes)) of
        I# n -> Just (PinnedArray bytes 0# n)
  | otherwise = Nothing

-- | A primitive array as it is, when 'pinnedByteArray' accepts it, and otherwise a pinned copy.
--
-- @since 0.1.0
pinByteArray :: forall a. Storable a => ByteArray# -> PinnedArray a
pinByteArray bytes = case pinnedByteArray bytes of
  Just array -> array
  Nothing -> case runRW# (unIO make) of (# _, array #) -> array
 where
  make = do
    let n = elementsIn (undefined :: a) (I# (sizeofByteArray# bytes))
    new@(MutablePinnedArray to _) <- newPinned n
    case n * sizeOf (undefined :: a) of
      I# k -> IO $ \s0 -> case copyByteArray# bytes 0# to 0# k s0 of s1 -> (# s1, () #)
    unsafeFreeze new

-- | As 'pinnedByteArray', for an array that can be changed: both names then mean the same memory.
--
-- @since 0.1.0
pinnedMutableByteArray
  :: forall a. Storable a => MutableByteArray# RealWorld -> IO (Maybe (MutablePinnedArray a))
pinnedMutableByteArray bytes
  | isTrue# (isMutableByteArrayPinned# bytes) && aligned (undefined :: a) (mutableAddress bytes 0#) =
      IO $ \s0 -> case getSizeofMutableByteArray# bytes s0 of
        (# s1, k #) -> case elementsIn (undefined :: a) (I# k) of
          I# n -> (# s1, Just (MutablePinnedArray bytes n) #)
  | otherwise = pure Nothing

-- | The primitive array in which the elements lie, the offset of the first one in bytes, and the size
-- of all of them in bytes. No copy is made.
--
-- @since 0.1.0
toByteArray :: forall a. Storable a => PinnedArray a -> (# ByteArray#, Int#, Int# #)
toByteArray (PinnedArray bytes first n) = case I# n * sizeOf (undefined :: a) of
  I# k -> (# bytes, first, k #)

aligned :: Storable a => a -> Ptr a -> Bool
aligned element start = alignPtr start (alignment element) == start

elementsIn :: Storable a => a -> Int -> Int
elementsIn element k = k `quot` max 1 (sizeOf element)
