-- | Regions under names of their own, for the eventlog. Prints how long what no eventlog needs takes.
module Main (main) where

import Check
import Control.Concurrent
import Control.Exception
import Control.Monad
import GHC.OpenMP
import Job
import System.IO

main :: IO ()
main = runChecks $ \c -> do
  let named what = defaultLoop { loopName = what, loopThreads = Just 2 }
  forM_ [1 .. 10 :: Int] $ \k ->
    parallel (named ("timed " ++ show k)) (\_ -> threadDelay 20000)
  parallelFor (named "a loop") 0 10 (\_ -> pure ())
  r <- try (parallelFor (named "one that throws") 0 10 (\i -> when (i == 5) (throwIO (ErrorCall "five"))))
  checkEq c "the exception" (Left (ErrorCall "five")) r
  withJob 2 2 (runKernel defaultKernel { kernelName = "a kernel" } jobLoop)
  region <- submitFor (named "submitted") 0 10 (\_ -> pure ())
  wait region
  hPutStrLn stderr "done"
