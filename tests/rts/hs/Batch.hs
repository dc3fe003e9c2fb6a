-- | Batched calls: every type, order, collections and exceptions during a batch, teams.
module Main (main) where

import Check
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.Int
import Data.IORef
import Data.List (nub, sort)
import Data.Word
import Foreign.C.Types
import Foreign.Marshal.Array
import Foreign.Ptr
import Foreign.Storable
import GHC.OpenMP.Batch
import System.Mem (performGC)

foreign import ccall "&calls_twice_i8" twiceI8 :: FunPtr (Int8 -> IO Int8)
foreign import ccall "&calls_twice_i16" twiceI16 :: FunPtr (Int16 -> IO Int16)
foreign import ccall "&calls_twice_i32" twiceI32 :: FunPtr (Int32 -> IO Int32)
foreign import ccall "&calls_twice_i64" twiceI64 :: FunPtr (Int64 -> IO Int64)
foreign import ccall "&calls_twice_u8" twiceU8 :: FunPtr (Word8 -> IO Word8)
foreign import ccall "&calls_twice_u16" twiceU16 :: FunPtr (Word16 -> IO Word16)
foreign import ccall "&calls_twice_u32" twiceU32 :: FunPtr (Word32 -> IO Word32)
foreign import ccall "&calls_twice_u64" twiceU64 :: FunPtr (Word64 -> IO Word64)
foreign import ccall "&calls_twice_f32" twiceF32 :: FunPtr (Float -> IO Float)
foreign import ccall "&calls_twice_f64" twiceF64 :: FunPtr (Double -> IO Double)
foreign import ccall "&calls_next_pointer" nextPointer :: FunPtr (Ptr () -> IO (Ptr ()))
foreign import ccall "&calls_less_than_half" lessThanHalf :: FunPtr (CDouble -> IO CInt)
foreign import ccall "&calls_quotient" quotientPtr :: FunPtr (Ptr Pair -> Ptr Quotient -> IO ())
foreign import ccall "&calls_fold" fold :: FunPtr (CUInt -> IO ())
foreign import ccall "&calls_sleep" sleepPtr :: FunPtr (CInt -> IO CInt)
foreign import ccall "&calls_who" who :: FunPtr (CLong -> IO CLong)
foreign import ccall "wrapper" newFunction :: (CLong -> IO CLong) -> IO (FunPtr (CLong -> IO CLong))

-- One atomic access each.
foreign import ccall unsafe calls_count :: IO CLong
foreign import ccall unsafe calls_reset :: IO ()

data Pair = Pair CLong CInt
data Quotient = Quotient CLong CShort deriving (Eq, Show)

instance Storable Pair where
  sizeOf _ = 16
  alignment _ = 8
  peek p = Pair <$> peekByteOff p 0 <*> peekByteOff p 8
  poke p (Pair a b) = pokeByteOff p 0 a >> pokeByteOff p 8 b

instance Storable Quotient where
  sizeOf _ = 16
  alignment _ = 8
  peek p = Quotient <$> peekByteOff p 8 <*> peekByteOff p 0
  poke p (Quotient q r) = pokeByteOff p 8 q >> pokeByteOff p 0 r

-- | Doubling every value of a list, which holds the type's limits.
twice :: (BatchType a, Eq a, Show a, Num a) => Checks -> String -> FunPtr (a -> IO a) -> [a] -> IO ()
twice c what f xs = mapBatch f xs >>= checkEq c what (map (\x -> x + x) xs)

ends :: (Bounded a, Num a) => [a]
ends = [minBound, minBound + 1, 0, 1, 2, 77, maxBound - 1, maxBound]

main :: IO ()
main = runChecks $ \c -> do
  twice c "int8_t" twiceI8 ends
  twice c "int16_t" twiceI16 ends
  twice c "int32_t" twiceI32 ends
  twice c "int64_t" twiceI64 ends
  twice c "uint8_t" twiceU8 ends
  twice c "uint16_t" twiceU16 ends
  twice c "uint32_t" twiceU32 ends
  twice c "uint64_t" twiceU64 ends
  twice c "float" twiceF32 [-1.5, 0, 1e30, 1 / 0]
  twice c "double" twiceF64 [-1.5, 0, 1e300, 1 / 0]
  twice c "int" (castFunPtr twiceI32 :: FunPtr (CInt -> IO CInt)) ends
  twice c "long" (castFunPtr twiceI64 :: FunPtr (CLong -> IO CLong)) ends
  twice c "size_t" (castFunPtr twiceU64 :: FunPtr (CSize -> IO CSize)) ends
  twice c "intptr_t" (castFunPtr twiceI64 :: FunPtr (Int -> IO Int)) ends
  twice c "uintptr_t" (castFunPtr twiceU64 :: FunPtr (Word -> IO Word)) ends
  mapBatch nextPointer [nullPtr, nullPtr `plusPtr` 41] >>= checkEq c "void *" [nullPtr `plusPtr` 1, nullPtr `plusPtr` 42]
  mapBatch lessThanHalf [0, 0.25, 0.5, 3] >>= checkEq c "argument and result of different types" [1, 1, 0, 0]
  mapBatch twiceI32 [] >>= checkEq c "no element" []

  -- In place, and never outside of the range.
  withArray [1 .. 10] $ \p -> do
    callBatch twiceI16 (advancePtr p 3) (advancePtr p 3) 4
    callBatch twiceI16 p p 0
    callBatch twiceI16 p p (-5)
    peekArray 10 p >>= checkEq c "in place" [1, 2, 3, 8, 10, 12, 14, 8, 9, 10]

  -- Order.
  calls_reset
  withArrayLen [1 .. 500] $ \n p -> callBatch_ fold p n
  calls_count >>= checkEq c "order of the calls" (foldl (\h x -> (h * 31 + x) `mod` 1000003) 0 [1 .. 500])

  -- Pointers to structures, alone and in a team.
  let pairs = [(a, b) | a <- [-50, 3, 1000000007], b <- [1, 7, -9]]
      quotients = [Quotient (a `quot` b) (fromIntegral (a `rem` b)) | (a, b) <- pairs]
  withArrayLen [Pair a (fromIntegral b) | (a, b) <- pairs] $ \n p -> allocaArray n $ \q -> do
    callBatchPtr quotientPtr p q n
    peekArray n q >>= checkEq c "structures" quotients
    pokeArray q (replicate n (Quotient 0 0))
    callBatchPtrTeam (Just 4) quotientPtr p q n
    peekArray n q >>= checkEq c "structures, by a team" quotients

  -- Teams: one contiguous share each.
  forM_ [1 .. 5] $ \threads -> forM_ [0, 1, 3, 1000] $ \n ->
    withArray [0 .. fromIntegral n] $ \p -> allocaArray (n + 1) $ \q -> do
      poke (advancePtr q n) (-1)
      callBatchTeam (Just threads) who p q n
      rs <- peekArray n q
      checkEq c "results by a team" [0 .. fromIntegral n - 1] (map (`div` 100) rs)
      let served = map (`mod` 100) rs
      checkEq c "shares are contiguous" (sort served) served
      checkEq c "threads that served" (min threads n) (length (nub served))
      peek (advancePtr q n) >>= checkEq c "element after the last" (-1)
  caps <- getNumCapabilities
  withArray [0 .. 99] $ \p -> allocaArray 100 $ \q -> do
    callBatchTeam Nothing who p q 100
    rs <- peekArray 100 q
    checkEq c "default team" caps (length (nub (map (`mod` 100) rs)))

  collections c
  exceptions c

-- | Collections run while a batch is going on, also on one Capability, and move nothing of it.
collections :: Checks -> IO ()
collections c = do
  ran <- newIORef (0 :: Int)
  collector <- forkIO . forever $ performGC >> modifyIORef' ran (+ 1) >> yield
  before <- readIORef ran
  withArray (replicate 100 1000) $ \p -> allocaArray 100 $ \q -> do
    callBatch sleepPtr p q 100
    peekArray 100 q >>= checkEq c "results during collections" (replicate 100 1001)
  after <- readIORef ran
  check c ("collections during a batch of 0.1 s: " ++ show (after - before)) (after - before >= 3)
  forM_ [1 .. 100 :: Int] $ \k -> do
    let xs = [fromIntegral k .. fromIntegral k + 200]
    mapBatch twiceI64 xs >>= checkEq c "sums during collections" (map (* 2) xs)
  -- A Haskell function as the function, called from this thread and from a team's.
  calls <- newIORef (0 :: Int)
  f <- newFunction $ \x -> do
    atomicModifyIORef' calls (\n -> (n + 1, ()))
    pure $! fromInteger (product (replicate 3 (fromIntegral x)) :: Integer)
  withArray [1 .. 100] $ \p -> allocaArray 100 $ \q -> do
    callBatch f p q 100
    peekArray 100 q >>= checkEq c "Haskell function" (map (^ (3 :: Int)) [1 .. 100])
    pokeArray q (replicate 100 0)
    callBatchTeam (Just 3) f p q 100
    peekArray 100 q >>= checkEq c "Haskell function, by a team" (map (^ (3 :: Int)) [1 .. 100])
  readIORef calls >>= checkEq c "calls of a Haskell function" 200
  killThread collector

-- | What an asynchronous exception finds: a whole batch, or whole blocks.
exceptions :: Checks -> IO ()
exceptions c = do
  -- kill makes the batch's thread, ends it when the C function has been called, and tells whether
  -- the thread went on after the batch.
  let kill f = do
        calls_reset
        wentOn <- newIORef False
        ended <- newEmptyMVar
        thread <- forkFinally (f >> writeIORef wentOn True) (putMVar ended)
        let called = calls_count >>= \n -> when (n == 0) (threadDelay 500 >> called)
        called
        killThread thread
        result <- takeMVar ended
        let how = case result of
              Left e | Just ThreadKilled <- fromException e -> "killed"
              Left e -> show e
              Right () -> "not killed"
        checkEq c "end of the batch's thread" "killed" how
        readIORef wentOn >>= checkEq c "the thread went on" False
        calls_count
  withArray (replicate 100 1000) $ \p -> withArray (replicate 100 0) $ \q -> do
    n <- kill (callBatch sleepPtr p q 100)
    checkEq c "calls in a batch that was to be killed" 100 n
    peekArray 100 q >>= checkEq c "results of a batch that was to be killed" (replicate 100 1001)
  let long = 3000
  withArray (replicate long 1000) $ \p ->
    forM_ [("unmasked", id), ("masked", mask_)] $ \(what, state) -> withArray (replicate long 0) $ \q -> do
      n <- fromIntegral <$> kill (state (callBatchInBlocks 10 sleepPtr p q long))
      check c (what ++ ": " ++ show n ++ " calls before the end") (n `mod` 10 == 0 && n < long)
      peekArray long q >>= checkEq c (what ++ ": results by block") (replicate n 1001 ++ replicate (long - n) 0)
  withArray [1 .. 25] $ \p -> allocaArray 25 $ \q -> forM_ [-1, 0, 1, 7, 25, 100] $ \block -> do
    callBatchInBlocks block twiceI64 p q 25
    peekArray 25 q >>= checkEq c "blocks" (map (* 2) [1 .. 25])
