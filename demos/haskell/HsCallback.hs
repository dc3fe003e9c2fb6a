-- | Haskell functions called from every thread of a team while garbage is collected without pause.
-- DEMO: needs=HsCallback.c rts=-N2,-qg
--
-- 100,000 callbacks beside a thread that loops on performGC: the sum must be right, and neither
-- memory nor the number of OS threads may grow. Then the price of a callback, in a quiet program and
-- beside those collections, from one thread and from all.
module Main (main) where

import Control.Concurrent
import Control.Exception (bracket)
import Control.Monad
import Data.IORef
import Demo
import Foreign.C.Types
import Foreign.Ptr (FunPtr, freeHaskellFunPtr)
import System.Mem (performGC)
import Text.Printf (printf)

type Call = CLong -> IO CLong

-- These call Haskell: safe.
foreign import ccall safe "callback_each" c_each :: CInt -> CLong -> FunPtr Call -> IO CLong
foreign import ccall "wrapper" newCall :: Call -> IO (FunPtr Call)
-- C only; safe all the same, because a region may wait.
foreign import ccall safe "callback_none" c_none :: CInt -> CLong -> IO CLong

main :: IO ()
main = demo 16 $ \d -> do
  caps <- getNumCapabilities
  let team = fromIntegral (max 2 caps)
      total = 100000 :: Int
      rounds = 10
      part = fromIntegral (total `div` rounds)
  calls <- newIORef (0 :: Int)
  let count i = do
        atomicModifyIORef' calls (\n -> (n + 1, ()))
        pure (3 * i + 1)
      each threads n f = bracket (newCall f) freeHaskellFunPtr (c_each threads n)
      sumFor n = 3 * n * (n - 1) `div` 2 + n

  -- During collections.
  collections <- newIORef (0 :: Int)
  collector <- forkIO . forever $ performGC >> modifyIORef' collections (+ 1) >> yield
  (memory, busy) <- timed . forM [1 .. rounds] $ \_ -> do
    each team part count >>= checkEq d "sum of a round" (sumFor part)
    residentKiB
  threads <- osThreads
  killThread collector
  readIORef calls >>= checkEq d "number of callbacks" total
  collected <- readIORef collections
  say (printf "%d callbacks from %d threads during %d collections: %.2f s, %.0f ns each"
    total (fromIntegral team :: Int) collected busy (busy / fromIntegral total * 1e9))
  let early = maximum (take 5 memory)
      late = last memory
  say (printf "memory after each tenth: %s KiB; %d OS threads" (unwords (map show memory)) threads)
  check d "collections ran meanwhile" (collected > 10)
  check d (printf "memory grew from %d to %d KiB" early late) (late - early < 4096)
  check d (printf "%d OS threads" threads) (threads < 4 * caps + 16)

  -- The price.
  let price name n threads f = do
        (_, t) <- best 3 (f threads n)
        note (printf "%s %6.1f ns" (name :: String) (t / fromIntegral n * 1e9))
  say "in a quiet program, time over number of calls:"
  price "call of a C function by pointer, 1 thread " 1000000 1 c_none
  price "callback into Haskell, 1 thread           " 20000 1 (\k n -> each k n (pure . (+ 1)))
  price (printf "callback into Haskell, %d threads at once  " (fromIntegral team :: Int)) 20000 team
    (\k n -> each k n (pure . (+ 1)))
  price "the same, 1000 iterations in a callback   " 2000000 team (\k n -> each k (n `div` 1000) thousand)

-- | A callback for a chunk of 1000 iterations.
thousand :: Call
thousand i = go (1000 * i) 0 (1000 :: Int)
 where
  go _ acc 0 = pure acc
  go j acc n = go (j + 1) (acc + j) (n - 1)
