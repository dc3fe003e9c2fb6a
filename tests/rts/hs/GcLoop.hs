-- | Regions, in safe and unsafe calls, while another thread collects garbage without pause.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Data.IORef
import System.Mem (performGC)

main :: IO ()
main = runChecks $ \c -> do
  collections <- newIORef (0 :: Int)
  collector <- forkIO . forever $ do
    performGC
    modifyIORef' collections (+ 1)
  forM_ [1 .. 300] $ \n -> do
    kernelSum 4 n >>= checkEq c "sum" (sumTo n)
    kernelTaskSum 3 n >>= checkEq c "sum by tasks" (sumTo n)
    unsafeSum 4 n >>= checkEq c "sum in an unsafe call" (sumTo n)
    when (n `mod` 50 == 0) (threadDelay 1000)
  killThread collector
  ran <- readIORef collections
  check c "the collector ran" (ran > 5)
