-- | Regions, kernels and submitted regions in the children of forkProcess, and in the parent meanwhile.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Data.IORef
import GHC.OpenMP
import Job
import System.Exit
import System.Posix.Process

work :: IO Bool
work = do
  total <- newIORef (0 :: Int)
  parallelFor defaultLoop { loopSchedule = Dynamic 3, loopThreads = Just 3 } 0 100 $ \i ->
    atomicModifyIORef' total (\t -> (t + i, ()))
  t <- readIORef total
  k <- kernelSum 3 1000
  steps <- withJob 2 1 $ \job -> runKernel defaultKernel jobLoop job >> jobDone job
  pure (t == 4950 && k == 499500 && steps == 2)

main :: IO ()
main = runChecks $ \c -> do
  work >>= check c "in the parent"
  forM_ [1 .. 8 :: Int] $ \k -> do
    box <- newEmptyMVar
    let fork = if even k then forkIO else forkOS
    _ <- fork $ do
      child <- forkProcess $ do
        ok <- work
        again <- work
        exitImmediately (if ok && again then ExitSuccess else ExitFailure 5)
      getProcessStatus True False child >>= putMVar box
    work >>= check c "in the parent meanwhile"
    takeMVar box >>= checkEq c "the child" (Just (Exited ExitSuccess))
