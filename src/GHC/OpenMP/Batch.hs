-- |
-- Module      : GHC.OpenMP.Batch
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- Many calls of one C function for the price of one @safe@ foreign call.
--
-- A @safe@ call gives the Capability up and takes it back, which costs some tens of nanoseconds; an
-- @unsafe@ call keeps it, and with it holds up every garbage collection until it returns. A batch
-- gives the Capability up once, calls the function for each element of an array, and takes it back.
--
-- > foreign import ccall "math.h &cbrt" cbrtPtr :: FunPtr (CDouble -> IO CDouble)
-- >
-- > cubeRoots :: [CDouble] -> IO [CDouble]
-- > cubeRoots = mapBatch cbrtPtr
--
-- == What all functions here promise
--
-- * /Garbage collection/: other threads run and collections happen during a batch. Arguments and
--   results therefore lie in memory that does not move: t'Ptr's from 'Foreign.Marshal.Alloc.alloca',
--   'Foreign.Marshal.Array.withArray', 'Foreign.ForeignPtr.withForeignPtr' or @malloc@. Such memory
--   is kept alive by the function that made it, for as long as the action inside runs; a batch
--   returns only when no call is going on any more.
-- * /Asynchronous exceptions/: one that arrives during a batch is raised when the batch has ended,
--   with all results written, and before the function here returns. It never cuts a batch short,
--   so C never writes into memory that the exception has freed. The thrower waits as long
--   ('Control.Concurrent.throwTo' is synchronous). 'callBatchInBlocks' bounds that wait.
--   @interruptible@ imports would not: they send a signal that breaks off system calls, and leave
--   a computation as it is.
-- * /Callbacks/: the C function may call Haskell, at the cost of a callback each time. The function
--   may itself be a Haskell function (a @wrapper@ import). An exception that leaves it ends the
--   program, as in any callback.
-- * /Parallel regions/: the C function may run them.
-- * /Thread-safety/: any number of threads may run batches at once. With t'Ptr's to the same memory
--   the usual rules of C hold.
--
-- A count that is not positive means no call. Nothing checks that the memory is large enough.
module GHC.OpenMP.Batch
  ( -- * Values: the function takes and gives one
    callBatch
  , callBatch_
  , mapBatch
  , callBatchInBlocks
  , BatchType
    -- * Anything else: the function takes two pointers
  , callBatchPtr
    -- * Spread over an OpenMP team
  , callBatchTeam
  , callBatchPtrTeam
  ) where

import Control.Exception (allowInterrupt)
import Control.Monad (when)
import Data.Int
import Data.Word
import Foreign.C.Types
import Foreign.Marshal.Array (advancePtr, allocaArray, peekArray, withArrayLen)
import Foreign.Ptr
import Foreign.Storable (Storable (..))

-- safe, all of these: that is what the module is for. The C function runs for as long as it likes.
foreign import ccall safe "ghc_omp_batch" c_batch
  :: CInt -> CInt -> FunPtr f -> Ptr a -> Ptr b -> CSize -> IO ()
foreign import ccall safe "ghc_omp_batch_ptr" c_batch_ptr
  :: FunPtr f -> Ptr a -> CPtrdiff -> Ptr b -> CPtrdiff -> CSize -> IO ()
foreign import ccall safe "ghc_omp_batch_team" c_batch_team
  :: CUInt -> CInt -> CInt -> FunPtr f -> Ptr a -> Ptr b -> CSize -> IO ()
foreign import ccall safe "ghc_omp_batch_ptr_team" c_batch_ptr_team
  :: CUInt -> FunPtr f -> Ptr a -> CPtrdiff -> Ptr b -> CPtrdiff -> CSize -> IO ()

-- | The code of a C type in @cbits\/ghc_omp_batch.c@. The parameter keeps codes apart.
newtype Code a = Code CInt

-- | Types that C functions take and give by value. The instance must describe the function as C
-- has it, exactly as a foreign import must. There are no other instances than those here.
class Storable a => BatchType a where
  -- | Which of the loops in C fits.
  code :: Code a

codeOf :: BatchType a => proxy a -> CInt
codeOf proxy = let Code n = same proxy code in n
 where
  same :: proxy a -> Code a -> Code a
  same _ c = c

-- | @int8_t@.
instance BatchType Int8 where code = Code 0
-- | @int16_t@.
instance BatchType Int16 where code = Code 1
-- | @int32_t@.
instance BatchType Int32 where code = Code 2
-- | @int64_t@.
instance BatchType Int64 where code = Code 3
-- | @uint8_t@.
instance BatchType Word8 where code = Code 4
-- | @uint16_t@.
instance BatchType Word16 where code = Code 5
-- | @uint32_t@.
instance BatchType Word32 where code = Code 6
-- | @uint64_t@.
instance BatchType Word64 where code = Code 7
-- | @float@.
instance BatchType Float where code = Code 8
-- | @double@.
instance BatchType Double where code = Code 9
-- | @void *@, and every other pointer to data.
instance BatchType (Ptr a) where code = Code 10
-- | @intptr_t@.
instance BatchType Int where code = wordSized 2
-- | @uintptr_t@.
instance BatchType Word where code = wordSized 6
-- | @signed char@.
instance BatchType CSChar where code = Code 0
-- | @unsigned char@.
instance BatchType CUChar where code = Code 4
-- | @short@.
instance BatchType CShort where code = Code 1
-- | @unsigned short@.
instance BatchType CUShort where code = Code 5
-- | @int@.
instance BatchType CInt where code = Code 2
-- | @unsigned int@.
instance BatchType CUInt where code = Code 6
-- | @long@.
instance BatchType CLong where code = wordSized 2
-- | @unsigned long@.
instance BatchType CULong where code = wordSized 6
-- | @long long@.
instance BatchType CLLong where code = Code 3
-- | @unsigned long long@.
instance BatchType CULLong where code = Code 7
-- | @size_t@.
instance BatchType CSize where code = wordSized 6
-- | @float@.
instance BatchType CFloat where code = Code 8
-- | @double@.
instance BatchType CDouble where code = Code 9

-- | The 32-bit type of this code, or the 64-bit one after it, whichever is as wide as a pointer.
wordSized :: CInt -> Code a
wordSized n = Code (if sizeOf nullPtr == 8 then n + 1 else n)

-- | The code of @void@: one more than the last type.
void :: CInt
void = 11

-- | @callBatch f args results n@: @results[i] = f (args[i])@ for @i@ from 0 to @n - 1@, in this
-- order, in one @safe@ call. The two arrays may be the same one.
--
-- @since 0.1.0
callBatch :: (BatchType a, BatchType b) => FunPtr (a -> IO b) -> Ptr a -> Ptr b -> Int -> IO ()
callBatch f args results n =
  when (n > 0) $ c_batch (codeOf results) (codeOf args) f args results (fromIntegral n)

-- | 'callBatch' for a function without a result.
--
-- @since 0.1.0
callBatch_ :: BatchType a => FunPtr (a -> IO ()) -> Ptr a -> Int -> IO ()
callBatch_ f args n = when (n > 0) $ c_batch void (codeOf args) f args nullPtr (fromIntegral n)

-- | 'callBatch' over a list, by way of two arrays that live as long as the call.
--
-- @since 0.1.0
mapBatch :: (BatchType a, BatchType b) => FunPtr (a -> IO b) -> [a] -> IO [b]
mapBatch f xs = withArrayLen xs $ \n args -> allocaArray n $ \results -> do
  callBatch f args results n
  peekArray n results

-- | @callBatchInBlocks block f args results n@: 'callBatch' in pieces of @block@ elements (at least
-- 1). Between two pieces a pending asynchronous exception is raised, also when such exceptions are
-- masked but the caller may be interrupted ('Control.Exception.mask'). Results of earlier pieces
-- stay; later elements have not been touched. Each piece costs one @safe@ call.
--
-- @since 0.1.0
callBatchInBlocks
  :: (BatchType a, BatchType b) => Int -> FunPtr (a -> IO b) -> Ptr a -> Ptr b -> Int -> IO ()
callBatchInBlocks block f = go
 where
  size = max 1 block
  go args results n
    | n <= size = callBatch f args results n
    | otherwise = do
        callBatch f args results size
        allowInterrupt
        go (advancePtr args size) (advancePtr results size) (n - size)

-- | @callBatchPtr f args results n@: calls @f (&args[i], &results[i])@ for @i@ from 0 to @n - 1@, in
-- this order, in one @safe@ call. With a structure of arguments and a structure of results this
-- serves every C function, by a two-line wrapper in C. Elements are 'sizeOf' bytes apart.
--
-- @since 0.1.0
callBatchPtr
  :: (Storable a, Storable b) => FunPtr (Ptr a -> Ptr b -> IO ()) -> Ptr a -> Ptr b -> Int -> IO ()
callBatchPtr f args results n =
  when (n > 0) $ c_batch_ptr f args (step args) results (step results) (fromIntegral n)

-- | @callBatchTeam threads f args results n@: 'callBatch' by an OpenMP team. Each thread takes one
-- contiguous share and calls in order within it. 'Nothing' asks for the default team size
-- ('GHC.OpenMP.ompGetMaxThreads'), @'Just' t@ for @t@ threads. The function must be safe to
-- call from several threads at once. Inside it, the OpenMP queries answer for the team.
--
-- @since 0.1.0
callBatchTeam
  :: (BatchType a, BatchType b) => Maybe Int -> FunPtr (a -> IO b) -> Ptr a -> Ptr b -> Int -> IO ()
callBatchTeam threads f args results n = when (n > 0) $
  c_batch_team (teamSize threads) (codeOf results) (codeOf args) f args results (fromIntegral n)

-- | 'callBatchPtr' by an OpenMP team, as 'callBatchTeam' does it.
--
-- @since 0.1.0
callBatchPtrTeam
  :: (Storable a, Storable b)
  => Maybe Int -> FunPtr (Ptr a -> Ptr b -> IO ()) -> Ptr a -> Ptr b -> Int -> IO ()
callBatchPtrTeam threads f args results n = when (n > 0) $
  c_batch_ptr_team (teamSize threads) f args (step args) results (step results) (fromIntegral n)

-- | What @num_threads@ takes; 0 stands for the default.
teamSize :: Maybe Int -> CUInt
teamSize = maybe 0 (fromIntegral . max 1 . min (2147483647 :: Int))

step :: Storable a => Ptr a -> CPtrdiff
step = fromIntegral . sizeOf . element
 where
  element :: Ptr a -> a
  element _ = undefined
