-- | main ends while regions run: loops with Haskell bodies, submitted ones, and kernels.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.IORef
import GHC.OpenMP
import Job
import System.Environment (getArgs)
import System.Exit

main :: IO ()
main = do
  [status, delay] <- map read <$> getArgs
  count <- newIORef (0 :: Int)
  let body _ = atomicModifyIORef' count (\n -> (n + 1, ()))
      two = defaultLoop { loopSchedule = Dynamic 1, loopThreads = Just 2 }
  _ <- forkIO (parallelFor two 0 maxBound body)
  _ <- submitFor two 0 maxBound body
  _ <- submit two (\_ -> forever (threadDelay 1000))
  _ <- forkIO (withJob 2 60000 (runKernel defaultKernel jobLoop))
  threadDelay delay
  if status == 0 then pure () else exitWith (ExitFailure status)
