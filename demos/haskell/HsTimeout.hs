-- | Regions with a time limit: a Haskell loop, and a C kernel that would take ten seconds. Both are cut short,
-- and the team is usable at once.
--
-- Build and run: @demos/run.sh HsTimeout@. Exit status 0: all was as it should be.
-- DEMO: needs=timeout_kernel.c rts=-N2
module Main (main) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import Foreign.C.Types (CLong)
import Foreign.Marshal.Alloc (alloca)
import Foreign.Ptr (FunPtr, Ptr)
import Foreign.Storable (peek, poke)
import GHC.OpenMP
import System.Exit (exitFailure)
import System.IO
import System.Timeout (timeout)
import Text.Printf (printf)

-- | Steps of a millisecond, about ten thousand for each thread; counts those made.
foreign import ccall "&demo_long_kernel" longKernel :: FunPtr (Ptr CLong -> IO ())

timed :: IO a -> IO (a, Double)
timed act = do
  start <- ompGetWtime
  r <- act
  end <- ompGetWtime
  pure (r, end - start)

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  failures <- newIORef (0 :: Int)
  let check name right = unless right $ do
        putStrLn ("  WRONG: " ++ name)
        modifyIORef' failures (+ 1)

  -- A C kernel.
  (steps, t) <- timed . alloca $ \count -> do
    poke count 0
    r <- timeout 500000 (runKernel defaultKernel longKernel count)
    check "the kernel was cut short" (r == Nothing)
    peek count
  printf "  a kernel of 10 s, limit 0.5 s: back after %.3f s and %d steps\n" t (fromIntegral steps :: Int)
  check "in time" (t >= 0.5 && t < 2)

  -- The team is usable at once.
  (total, t2) <- timed (parallelReduce defaultLoop 0 1000 (\i -> pure [i]))
  printf "  the next region took %.6f s\n" t2
  check "the next region" (total == [0 .. 999])

  -- A Haskell loop.
  made <- newIORef (0 :: Int)
  (r, t3) <- timed . timeout 200000 . parallelFor defaultLoop 0 100000 $ \_ -> do
    threadDelay 1000
    atomicModifyIORef' made (\n -> (n + 1, ()))
  n <- readIORef made
  printf "  a Haskell loop of 100000 ms, limit 0.2 s: back after %.3f s and %d iterations\n" t3 n
  check "the loop was cut short" (r == Nothing && t3 < 2)

  -- Many regions at once, none of which holds a Haskell thread's OS thread while it waits; then all cancelled.
  (outcomes, t4) <- timed . alloca $ \count -> do
    poke count 0
    regions <- replicateM 100 (submitKernel defaultKernel longKernel count)
    threadDelay 50000
    mapM_ cancel regions
    forM regions (try . wait)
  printf "  100 regions submitted, cancelled and gone after %.3f s\n" t4
  check "all of them were cancelled" (all (== Left Cancelled) outcomes)
  check "soon" (t4 < 3)
  bad <- readIORef failures
  when (bad > 0) exitFailure
