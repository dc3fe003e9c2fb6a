-- | The queries and settings of GHC.OpenMP, outside a region and inside one.
module Main (main) where

import Check
import Control.Concurrent
import Control.Exception
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

  -- The rest, outside.
  is "ompGetNumTeams" 1 ompGetNumTeams
  is "ompGetTeamNum" 0 ompGetTeamNum
  is "ompInFinal" False ompInFinal
  is "ompGetCancellation" False ompGetCancellation
  is "ompGetMaxTaskPriority" 0 ompGetMaxTaskPriority
  is "ompGetNumDevices" 0 ompGetNumDevices
  is "ompGetNumPlaces" 0 ompGetNumPlaces
  is "ompGetPlaceNum" Nothing ompGetPlaceNum
  is "ompGetProcBind" BindFalse ompGetProcBind
  is "ompGetAncestorThreadNum 0" (Just 0) (ompGetAncestorThreadNum 0)
  is "ompGetAncestorThreadNum 1" Nothing (ompGetAncestorThreadNum 1)
  is "ompGetTeamSize 0" (Just 1) (ompGetTeamSize 0)
  is "ompGetTeamSize 1" Nothing (ompGetTeamSize 1)
  limit <- ompGetThreadLimit
  check c "ompGetThreadLimit" (limit > 1000)
  levels <- ompGetSupportedActiveLevels
  is "ompGetMaxActiveLevels" 1 ompGetMaxActiveLevels
  ompSetMaxActiveLevels (levels + 1)
  is "ompSetMaxActiveLevels too large" levels ompGetMaxActiveLevels
  ompSetMaxActiveLevels (-1)
  is "ompSetMaxActiveLevels negative" levels ompGetMaxActiveLevels
  ompSetMaxActiveLevels 1
  is "ompGetDynamic" False ompGetDynamic
  ompSetDynamic True
  kernelTeam 64 >>= \n -> check c "a dynamic team" (fromIntegral n <= max 1 caps)
  ompSetDynamic False
  is "the schedule at first" (Dynamic 1) ompGetSchedule
  forM_ [Static, StaticChunk 5, Dynamic 7, Guided 2, Auto] $ \s -> do
    ompSetSchedule s
    is "ompSetSchedule" s ompGetSchedule
    ompSetSchedule Runtime
    is "ompSetSchedule Runtime" s ompGetSchedule
  version <- ghcOmpVersion
  check c "ghcOmpVersion" (version /= "")
  is "ghcOmpBackend" "ghc" ghcOmpBackend
  served <- ghcOmpRegionsServed
  _ <- kernelTeam 2
  is "ghcOmpRegionsServed" (served + 1) ghcOmpRegionsServed

  -- A setting does not depend on the OS thread, and scopes end in every way.
  let everywhere what want = do
        is (what ++ ", here") want ompGetMaxThreads
        forM_ [forkIO, forkOS, forkOn 1] $ \fork -> do
          box <- newEmptyMVar
          _ <- fork ((,) <$> ompGetMaxThreads <*> kernelTeam 0 >>= putMVar box)
          takeMVar box >>= checkEq c (what ++ ", elsewhere") (want, fromIntegral want)
  when ours $ do
    everywhere "before" caps
    withNumThreads 5 $ do
      everywhere "in a scope" 5
      withNumThreads 2 (everywhere "in a scope inside" 2)
      everywhere "after the scope inside" 5
      ompSetNumThreads 4
      everywhere "set in a scope" 4
    everywhere "after a scope" caps
    r <- try (withNumThreads 5 (throwIO (ErrorCall "out")))
    checkEq c "the exception of a scope" (Left (ErrorCall "out") :: Either ErrorCall ()) r
    everywhere "after a scope that threw" caps
    -- Two scopes that overlap.
    inFirst <- newEmptyMVar
    leave <- newEmptyMVar
    left <- newEmptyMVar
    _ <- forkIO (withNumThreads 3 (putMVar inFirst () >> takeMVar leave) >> putMVar left ())
    takeMVar inFirst
    withNumThreads 6 $ do
      putMVar leave ()
      takeMVar left
      everywhere "the scope opened last" 6
    everywhere "after scopes that overlap" caps
    ompSetSchedule (Guided 3)
    withSchedule (StaticChunk 9) (is "withSchedule" (StaticChunk 9) ompGetSchedule)
    is "after withSchedule" (Guided 3) ompGetSchedule
    withNumThreads 2 (everywhere "a scope at the end" 2)

  runInBoundThread $ do
    ompSetNumThreads 3
    is "ompGetMaxThreads after ompSetNumThreads" 3 ompGetMaxThreads
    kernelTeam 0 >>= checkEq c "team after ompSetNumThreads" 3
