{-# LANGUAGE GADTs #-}
{-# LANGUAGE LinearTypes #-}
{-# LANGUAGE MagicHash #-}
{-# LANGUAGE RoleAnnotations #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE UnboxedTuples #-}
-- |
-- Module      : Data.Array.Linear
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC 9.0 and later
--
-- Arrays that are changed in place by pure code, and split into parts that several threads and C
-- kernels write at the same time, with no way to touch one element from two sides: the compiler
-- rejects a program that uses an array twice, keeps it, or goes on with the whole after it
-- has been split. Meant to be imported qualified:
--
-- > {-# LANGUAGE LinearTypes #-}
-- > import Data.Array.Linear (Array, Ur (..), unur, (&))
-- > import qualified Data.Array.Linear as Array
-- >
-- > squares :: Int -> [Int]
-- > squares n = unur (Array.alloc n 0 (\a -> Array.toList (fill 0 a)))
-- >  where
-- >   fill :: Int -> Array Int %1 -> Array Int
-- >   fill i a
-- >     | i == n = a
-- >     | otherwise = fill (i + 1) (Array.write i (i * i) a)
--
-- == How to read the types
--
-- A function of type @Array a %1 -> b@ uses the array exactly once. Each operation takes the array
-- and gives it back; the name of before is used up. An array is made by 'alloc' and its kin for a
-- function that uses it up ('freeze', 'toList', 'free') and returns an t'Ur' (unrestricted): a value
-- that no array can hide in.
--
-- == What an operation costs, and when it happens
--
-- An operation happens when its result is needed, once, and after all operations that made its
-- argument. The elements are plain memory, pinned, and so C works on them in place ('kernel').
-- An array knows which part of which memory it is; 'split' and 'combine' cost no copy.
--
-- The functions are safe to use from any thread, and legal inside functions that C calls back.
--
-- == Taking results apart
--
-- With GHC 9.0 neither @case@ nor @let@ is linear, and with versions before 9.10 @let@ is not. The
-- operator '&' with a lambda works with all:
--
-- > increment :: Array Int %1 -> Array Int
-- > increment a = Array.read 0 a & \(Ur x, a') -> Array.write 0 (x + 1) a'
module Data.Array.Linear
  ( -- * Arrays
    Array
  , Ur (..)
  , unur
  , (&)
    -- * Making one
  , alloc
  , fromList
  , fromPinned
    -- * Elements
  , size
  , read
  , write
  , modify
  , map
  , fold
    -- * Using it up
  , freeze
  , toList
  , free
    -- * Parts
  , split
  , halve
  , combine
    -- * Both sides in parallel
  , par
  , parCombine
  , parCombineAt
    -- * C kernels
  , kernel
  , kernelWith
  , callKernel
  ) where

import Control.Concurrent (getNumCapabilities, yield)
import Control.Exception (evaluate, throw)
import Foreign.C.Types (CSize (..))
import Foreign.Ptr (FunPtr, plusPtr)
import Foreign.Storable (Storable (..))
import GHC.Exts
  ( Int (..), Int#, MutableByteArray#, Ptr, RealWorld, State#, isTrue#, keepAlive#, noDuplicate#
  , runRW#, sameMutableByteArray#, spark#, touch#, unsafeFreezeByteArray#, (+#), (-#), (==#)
  )
import GHC.IO (IO (..))
import Prelude hiding (map, read)
import System.IO.Unsafe (unsafePerformIO)
import Unsafe.Coerce (unsafeCoerce)

import GHC.OpenMP.Array (Kernel, newPinned, thaw, writeElem, writeElems)
import GHC.OpenMP.Internal.Array

-- | An array, or a part of one, that has exactly one user.
--
-- @since 0.1.0
data Array a where
  Array
    :: MutableByteArray# RealWorld -- pinned; shared by all parts of one array
    -> Int#                        -- number of the first element of this part
    -> Int#                        -- number of elements
    -> State# RealWorld            -- see Note [The token in the array]
    -> Array a

type role Array nominal

{- Note [The token in the array]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Pure code changes memory here, so something has to keep GHC from moving, sharing, repeating or
dropping the steps. Each array value carries a state token, as ST passes one along: an
operation's primitives take the token of the array that comes in, and the array that goes out holds the
token that they return. So

  * two steps have an order because the later one needs the token of the earlier one;
  * two equal steps (read element 0, twice) are not the same expression, because each names its own
    token: no common subexpression;
  * a step cannot float out of the function that receives the array: the token is bound there;
  * a step runs once, because linear types let each array, and so each token, be used once. What GHC
    repeats it may only repeat when it can prove that to be cheap, and primitives with a token never are.

With a token operations may be inlined, and a loop over an array becomes a loop over memory. (Opaque
functions would be right too, and far slower.) Three places need more:

  * 'scope' makes the memory inside runRW#, under the same lambda as all that uses it. Outside of it the
    expression that allocates would not depend on the user and could be shared by two.
  * 'freeze' goes through unsafeFreezeByteArray#: reads of the frozen array depend on what that returns,
    and cannot move to before the last write.
  * 'split' and 'combine' fork and join the token in functions that are never inlined: the two sides
    have unequal tokens, and the whole waits for both.

Tests: rts/hs_arrays_linear.sh compares random programs with lists, compiled with -O0, -O1 and -O2. -}

{- Note [One evaluation of a side]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Two Haskell threads may evaluate one thunk at the same time: GHC marks a thunk as taken late. For pure
code that only costs time; a thunk that writes in place must not be run twice. The only thunk with steps
in it that two threads can reach is the spark of 'sides'; all others are reachable only from the
evaluation that made them. unsafePerformIO runs noDuplicate# first, which claims the thunk or
waits for the thread that has claimed it. A computation that an asynchronous exception interrupts is kept
and goes on where it was, and GHC locks the kept state when somebody goes on with it.
'scope' calls noDuplicate# too: there a second evaluation would have memory of its own, and be right, but
would run all kernels again.

Test: rts/hs_arrays_linear.sh (sides that add, many times, at -N4). -}

-- | A value without restrictions: use it as often as you like, or never.
--
-- @since 0.1.0
data Ur a where
  Ur :: a -> Ur a

-- | The value inside.
--
-- @since 0.1.0
unur :: Ur a %1 -> a
unur (Ur x) = x

-- | Gives a value to a function that uses it once: the linear form of 'Data.Function.&'.
--
-- @since 0.1.0
(&) :: a %1 -> (a %1 -> b) %1 -> b
x & f = f x
{-# INLINE (&) #-}

infixl 1 &

-- | Makes an array of so many equal elements for a function that uses it up. Throws 'BadSize'.
--
-- @since 0.1.0
alloc :: Storable a => Int -> a -> (Array a %1 -> Ur b) %1 -> Ur b
alloc n x f = scoped make f
 where
  make = do
    array <- newPinned n
    mapM_ (\i -> writeElem array i x) [0 .. n - 1]
    pure array

-- | Makes an array with these elements for a function that uses it up.
--
-- @since 0.1.0
fromList :: Storable a => [a] -> (Array a %1 -> Ur b) %1 -> Ur b
fromList xs f = scoped make f
 where
  make = do
    array <- newPinned (length xs)
    writeElems array xs
    pure array

-- | Makes an array for a function that uses it up, as a copy of one that nobody changes.
--
-- @since 0.1.0
fromPinned :: Storable a => PinnedArray a -> (Array a %1 -> Ur b) %1 -> Ur b
fromPinned from f = scoped (thaw from) f

scoped :: IO (MutablePinnedArray a) -> (Array a %1 -> Ur b) %1 -> Ur b
scoped make = unsafeCoerce (scope make)

-- The function is used once, under a lambda that is called once, which the types cannot say.
scope :: IO (MutablePinnedArray a) -> (Array a %1 -> Ur b) -> Ur b
scope make f = case runRW# run of (# _, x #) -> Ur x
 where
  run s0 = case noDuplicate# s0 of
    s1 -> case unIO make s1 of
      (# s2, MutablePinnedArray bytes n #) -> case f (Array bytes 0# n s2) of
        Ur x -> (# s2, x #)
{-# NOINLINE scope #-}

-- | Number of elements.
--
-- @since 0.1.0
size :: Array a %1 -> (Ur Int, Array a)
size (Array bytes first n s) = (Ur (I# n), Array bytes first n s)
{-# INLINE size #-}

-- | The element with this index, counted from 0 at the start of this part. Throws 'OutOfBounds'.
--
-- @since 0.1.0
read :: Storable a => Int -> Array a %1 -> (Ur a, Array a)
read i (Array bytes first n s0) = checkIndex i (I# n) $
  case with bytes (\p -> peekElemOff p (I# first + i)) s0 of
    (# s1, x #) -> (Ur x, Array bytes first n s1)
{-# INLINE read #-}

-- | Changes the element with this index. Throws 'OutOfBounds'.
--
-- @since 0.1.0
write :: Storable a => Int -> a -> Array a %1 -> Array a
write i x (Array bytes first n s0) = checkIndex i (I# n) $
  case with bytes (\p -> pokeElemOff p (I# first + i) x) s0 of
    (# s1, _ #) -> Array bytes first n s1
{-# INLINE write #-}

-- | Applies a function to the element with this index. Throws 'OutOfBounds'.
--
-- @since 0.1.0
modify :: Storable a => Int -> (a -> a) -> Array a %1 -> Array a
modify i f (Array bytes first n s0) = checkIndex i (I# n) $
  case with bytes (\p -> peekElemOff p (I# first + i) >>= pokeElemOff p (I# first + i) . f) s0 of
    (# s1, _ #) -> Array bytes first n s1
{-# INLINE modify #-}

-- | Applies a function to each element, from the first to the last.
--
-- @since 0.1.0
map :: Storable a => (a -> a) -> Array a %1 -> Array a
map f (Array bytes first n s0) = case with bytes (go (I# first)) s0 of
  (# s1, _ #) -> Array bytes first n s1
 where
  go i p
    | i == I# (first +# n) = pure ()
    | otherwise = (peekElemOff p i >>= pokeElemOff p i . f) >> go (i + 1) p
{-# INLINE map #-}

-- | Combines all elements, from the first to the last, with a strict accumulator.
--
-- @since 0.1.0
fold :: Storable a => (b -> a -> b) -> b -> Array a %1 -> (Ur b, Array a)
fold f start (Array bytes first n s0) = case with bytes (go start (I# first)) s0 of
  (# s1, x #) -> (Ur x, Array bytes first n s1)
 where
  go acc i p
    | i == I# (first +# n) = evaluate acc
    | otherwise = do
        x <- peekElemOff p i
        let acc' = f acc x
        acc' `seq` go acc' (i + 1) p
{-# INLINE fold #-}

-- | Ends the changes: an array that everybody may read. No copy is made.
--
-- @since 0.1.0
freeze :: forall a. Storable a => Array a %1 -> Ur (PinnedArray a)
freeze (Array bytes first n s0) = case unsafeFreezeByteArray# bytes s0 of
  (# _, frozen #) -> case I# first * sizeOf (undefined :: a) of
    I# start -> Ur (PinnedArray frozen start n)
{-# INLINE freeze #-}

-- | Ends the use of the array with a list of its elements.
--
-- @since 0.1.0
toList :: Storable a => Array a %1 -> Ur [a]
toList (Array bytes first n s0) = case with bytes (go [] (I# (first +# n) - 1)) s0 of
  (# _, xs #) -> Ur xs
 where
  go xs i p
    | i < I# first = pure xs
    | otherwise = do
        x <- peekElemOff p i
        go (x : xs) (i - 1) p

-- | Ends the use of the array, or of a part.
--
-- > free rest & \() -> ...
--
-- @since 0.1.0
free :: Array a %1 -> ()
free (Array bytes _ _ s0) = case touch# bytes s0 of _ -> ()
{-# INLINE free #-}

-- | The elements before this position, and the rest. Both parts count their elements from 0. Throws
-- 'OutOfBounds' for a position below 0 or above the size.
--
-- @since 0.1.0
split :: Int -> Array a %1 -> (Array a, Array a)
split i@(I# k) (Array bytes first n s)
  | i >= 0 && i <= I# n = case forkToken s of
      (# sl, sr #) -> (Array bytes first k sl, Array bytes (first +# k) (n -# k) sr)
  | otherwise = throw (OutOfBounds i (I# n))
{-# INLINE split #-}

-- | The first half and the second, which has one element more when the size is odd.
--
-- @since 0.1.0
halve :: Array a %1 -> (Array a, Array a)
halve (Array bytes first n s) = split (I# n `quot` 2) (Array bytes first n s)
{-# INLINE halve #-}

-- | Joins two parts of one array that lie side by side, the left one first. Throws 'NotAdjacent' for
-- any other two.
--
-- @since 0.1.0
combine :: Array a %1 -> Array a %1 -> Array a
combine (Array bytes first n sl) (Array bytes' first' n' sr)
  | isTrue# (sameMutableByteArray# bytes bytes') && isTrue# ((first +# n) ==# first') =
      case joinTokens sl sr of s -> Array bytes first (n +# n') s
  | otherwise = throw NotAdjacent
{-# INLINE combine #-}

-- | Runs two functions on two arrays or parts, on two Capabilities when another one is idle, and one
-- after the other when not. Both results are evaluated to weak head normal form.
--
-- The first function becomes a spark. When a function throws, the exception is thrown here; when
-- both do, one of the two. An exception does not stop the other side, whose work is thrown away.
--
-- @since 0.1.0
par :: (Array a %1 -> c) -> (Array b %1 -> d) -> Array a %1 -> Array b %1 -> (c, d)
par f g (Array bytes first n s) (Array bytes' first' n' s') =
  sides f g (Array bytes first n s) (Array bytes' first' n' s')
{-# INLINE par #-}

-- | Runs two functions on the two halves, as 'par' does, and joins what they return. Throws
-- 'NotAdjacent' when a function returns another part than the one that it was given.
--
-- @since 0.1.0
parCombine :: (Array a %1 -> Array a) -> (Array a %1 -> Array a) -> Array a %1 -> Array a
parCombine f g (Array bytes first n s) = parCombineAt (I# n `quot` 2) f g (Array bytes first n s)

-- | As 'parCombine', split at this position. Throws 'OutOfBounds' as 'split' does.
--
-- @since 0.1.0
parCombineAt :: Int -> (Array a %1 -> Array a) -> (Array a %1 -> Array a) -> Array a %1 -> Array a
parCombineAt i f g whole = split i whole & \(l, r) -> par f g l r & \(l', r') -> combine l' r'

-- See Note [One evaluation of a side].
sides :: (Array a %1 -> c) -> (Array b %1 -> d) -> Array a -> Array b -> (c, d)
sides f g a b = unsafePerformIO $ do
  capabilities <- getNumCapabilities
  if capabilities == 1
    then do
      x <- evaluate (f a)
      y <- evaluate (g b)
      pure (x, y)
    else do
      let left = unsafePerformIO (evaluate (f a))
      left' <- IO (spark# left)
      -- An idle Capability hears of the spark when this one next looks for work.
      yield
      y <- evaluate (g b)
      x <- evaluate left'
      pure (x, y)
{-# NOINLINE sides #-}

-- | Runs a foreign function on the elements in place. Import it as @safe@ when it runs parallel regions:
--
-- > foreign import ccall safe "scale" c_scale :: CDouble -> Ptr CDouble -> CSize -> IO ()
-- >
-- > Array.kernel (c_scale 2) array
--
-- The function is given the address of this part's first element and the number of elements. It must keep
-- to these, and be done with them when it returns.
--
-- @since 0.1.0
kernel :: Storable a => Kernel a -> Array a %1 -> Array a
kernel k (Array bytes first n s0) = case onPart k bytes first n s0 of
  (# s1, _ #) -> Array bytes first n s1

-- | As 'kernel', for a function with a result.
--
-- @since 0.1.0
kernelWith :: Storable a => (Ptr a -> CSize -> IO b) -> Array a %1 -> (Ur b, Array a)
kernelWith k (Array bytes first n s0) = case onPart k bytes first n s0 of
  (# s1, x #) -> (Ur x, Array bytes first n s1)

-- | As 'kernel', for the address of a C function, in a safe call.
--
-- @since 0.1.0
callKernel :: Storable a => FunPtr (Kernel a) -> Array a %1 -> Array a
callKernel function = kernel (kernelOf function)

-- safe: kernels run regions, take long and may call Haskell.
foreign import ccall safe "dynamic" kernelOf :: FunPtr (Kernel a) -> Kernel a

-- Runs a function on a part. It may not return, or throw: keepAlive#, not touch#.
onPart
  :: forall a b. Storable a
  => (Ptr a -> CSize -> IO b)
  -> MutableByteArray# RealWorld -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, b #)
onPart k bytes first n s0 = keepAlive# bytes s0 (unIO (k start (fromIntegral (I# n))))
 where
  start = mutableAddress bytes 0# `plusPtr` (I# first * sizeOf (undefined :: a))

-- Runs short accesses to memory.
with :: MutableByteArray# RealWorld -> (Ptr a -> IO b) -> State# RealWorld -> (# State# RealWorld, b #)
with bytes act s0 = case unIO (act (mutableAddress bytes 0#)) s0 of
  (# s1, x #) -> case touch# bytes s1 of s2 -> (# s2, x #)
{-# INLINE with #-}

-- See Note [The token in the array]. Not inlined, so that nobody sees that the two are equal.
forkToken :: State# RealWorld -> (# State# RealWorld, State# RealWorld #)
forkToken s = (# s, s #)
{-# NOINLINE forkToken #-}

-- Not inlined, and touch# makes use of both: without it the second argument would be dropped.
joinTokens :: State# RealWorld -> State# RealWorld -> State# RealWorld
joinTokens sl sr = case touch# () sl of _ -> touch# () sr
{-# NOINLINE joinTokens #-}
