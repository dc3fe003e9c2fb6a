-- | On the non-threaded RTS: results are right (the script checks what is printed).
module Main (main) where

import Check
import Control.Exception
import Control.Monad
import Data.IORef
import GHC.OpenMP
import Job

main :: IO ()
main = runChecks $ \c -> do
  forM_ [1 .. 100] $ \n -> do
    kernelSum 4 n >>= checkEq c "sum" (sumTo n)
    kernelTaskSum 4 n >>= checkEq c "sum by tasks" (sumTo n)
    kernelSum 0 n >>= checkEq c "sum, default size" (sumTo n)
  -- Haskell bodies and submitted regions: by the caller, in a team of one.
  forM_ [0, 1, 10, 100] $ \n -> do
    total <- newIORef (0 :: Int)
    parallelFor defaultLoop { loopThreads = Just 4 } 0 n (\i -> atomicModifyIORef' total (\t -> (t + i, ())))
    readIORef total >>= checkEq c "parallelFor" (n * (n - 1) `div` 2)
    parallelReduce defaultLoop 0 n (\i -> pure [i]) >>= checkEq c "parallelReduce" [0 .. n - 1]
  r <- try (parallelFor defaultLoop 0 10 (\i -> when (i == 5) (throwIO (ErrorCall "five"))))
  checkEq c "an exception" (Left (ErrorCall "five")) r
  withJob 4 2 $ \job -> runKernel defaultKernel jobLoop job >> jobDone job >>= checkEq c "runKernel" 8
  region <- submit defaultLoop (\_ -> throwIO (ErrorCall "late"))
  try (wait region) >>= checkEq c "a submitted region" (Left (ErrorCall "late"))
