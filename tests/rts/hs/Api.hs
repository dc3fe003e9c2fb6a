-- | The queries and settings of GHC.OpenMP, outside a region and inside one.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Data.IORef
import Foreign.Ptr (freeHaskellFunPtr)
import GHC.OpenMP

main :: IO ()
main = runChecks $ \c -> do
  let is what want get = get >>= checkEq c what want
  is "ompGetNumThreads outside" 1 ompGetNumThreads
  is "ompGetThreadNum outside" 0 ompGetThreadNum
  is "ompInParallel outside" False ompInParallel
  is "ompGetLevel outside" 0 ompGetLevel
  is "ompGetActiveLevel outside" 0 ompGetActiveLevel
  procs <- ompGetNumProcs
  check c "ompGetNumProcs" (procs >= 1)
  tick <- ompGetWtick
  check c "ompGetWtick" (tick > 0 && tick < 0.1)
  start <- ompGetWtime
  threadDelay 20000
  end <- ompGetWtime
  check c "ompGetWtime" (end - start >= 0.019 && end - start < 20)
  ours <- onLibghcomp
  caps <- getNumCapabilities
  when ours $ is "ompGetMaxThreads by default" caps ompGetMaxThreads

  -- Inside: a callback runs on the OS thread of its OpenMP thread.
  answers <- newIORef []
  call <- newCall $ \thread -> do
    got <- (,,,,) <$> ompGetThreadNum <*> ompGetNumThreads <*> ompInParallel
                  <*> ompGetLevel <*> ompGetActiveLevel
    atomicModifyIORef' answers (\as -> ((fromIntegral thread, got) : as, ()))
  _ <- kernelEach 4 20 call
  inside <- readIORef answers
  checkEq c "callbacks" 80 (length inside)
  forM_ inside $ \(thread, got) -> checkEq c "answers inside" (thread, 4, True, 1, 1) got
  writeIORef answers []
  _ <- kernelEach 1 1 call
  readIORef answers >>= checkEq c "answers in a region of one thread" [(0, (0, 1, False, 1, 0))]
  freeHaskellFunPtr call

  runInBoundThread $ do
    ompSetNumThreads 3
    is "ompGetMaxThreads after ompSetNumThreads" 3 ompGetMaxThreads
    kernelTeam 0 >>= checkEq c "team after ompSetNumThreads" 3
