-- | Regions that can be waited for, timed out and cancelled. Argument: how often each kernel is timed out.
module Main (main) where

import Check
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import Data.Maybe (isNothing)
import Foreign.C.Types (CInt (..))
import Foreign.Ptr (FunPtr, Ptr)
import GHC.OpenMP
import Job
import System.Environment (getArgs)
import System.Mem (performGC)
import System.Timeout (timeout)

foreign import ccall unsafe "raise" c_raise :: CInt -> IO CInt

-- | What this package allows: a run that ends more than 50 ms after its limit is late.
lateness :: Double
lateness = 0.05

-- | A time-out is late by itself where the machine is busy; so a late run is repeated, and fails when it is
-- late five times in a row.
timedOut :: Checks -> String -> FunPtr (Ptr Job -> IO ()) -> Int -> Int -> IO ()
timedOut c what kernel threads milliseconds = go (5 :: Int)
 where
  go tries = withJob threads 10000 $ \job -> do
    start <- ompGetWtime
    r <- timeout (milliseconds * 1000) (runKernel defaultKernel kernel job)
    end <- ompGetWtime
    started <- jobStarted job
    ended <- jobEnded job
    check c (what ++ ": not cut short") (isNothing r)
    check c (what ++ ": returned while it ran") (started == ended)
    let late = end - start - fromIntegral milliseconds / 1000
    check c (what ++ ": much too late: " ++ show late) (late < 3)
    when (late > lateness) $
      if tries > 1 then go (tries - 1) else check c (what ++ ": late by " ++ show late ++ " s") False

main :: IO ()
main = runChecks $ \c -> do
  args <- getArgs
  let times = case args of { (k : _) -> read k; [] -> 20 } :: Int

  -- To the end: an initial task of its own, with a team of the size asked for.
  caps <- getNumCapabilities
  forM_ ((,) <$> [("deaf", jobDeaf), ("loop", jobLoop)] <*> [0, 1, 3]) $ \((what, kernel), n) -> withJob 0 2 $ \job -> do
    runKernel defaultKernel { kernelThreads = if n == 0 then Nothing else Just n } kernel job
    jobEnded job >>= checkEq c (what ++ " ended") True
    jobLevel job >>= checkEq c (what ++ ": its level") 0
    let team = if n == 0 then caps else n
    when (what == "loop") $ jobTeam job >>= checkEq c (what ++ ": its team") team
    jobDone job >>= checkEq c (what ++ ": its steps") (2 * team)

  -- Timed out, many times in a row; the team is usable at once.
  forM_ [1 .. times] $ \k -> forM_ cancellable $ \(what, kernel) -> do
    timedOut c (what ++ ", time " ++ show k) kernel (k `mod` 4 + 1) (5 + k `mod` 20)
    kernelSum (fromIntegral (k `mod` 4 + 1)) 1000 >>= checkEq c ("a kernel after " ++ what) 499500
  -- From an unbound thread, too.
  done <- newEmptyMVar
  _ <- forkIO $ forM_ cancellable (\(what, kernel) -> timedOut c (what ++ ", unbound") kernel 2 10) >> putMVar done ()
  takeMVar done
  -- A kernel that never looks is waited for: its memory is in use.
  withJob 2 100 $ \job -> do
    r <- timeout 10000 (runKernel defaultKernel jobDeaf job)
    check c "a deaf kernel: no time-out" (isNothing r)
    jobEnded job >>= checkEq c "a deaf kernel was waited for" True
    jobDone job >>= checkEq c "a deaf kernel made all steps" 200

  -- Ctrl-C.
  withJob 2 10000 $ \job -> do
    _ <- forkIO (within 5 (jobStarted job) >> threadDelay 5000 >> void (c_raise 2))
    r <- try (runKernel defaultKernel jobLoop job)
    check c ("Ctrl-C: " ++ show r) (r == Left UserInterrupt)
    jobEnded job >>= checkEq c "Ctrl-C: it has ended" True

  -- Handles.
  withJob 2 10000 $ \job -> do
    r <- submitKernel defaultKernel jobLoop job
    poll r >>= check c "poll of a region that runs" . maybe True (const False)
    waiters <- forM [1 .. 50 :: Int] $ \_ -> do
      box <- newEmptyMVar
      _ <- forkIO (try (wait r) >>= putMVar box)
      pure box
    _ <- within 5 (jobStarted job)
    -- An interrupted wait leaves it alone.
    t <- timeout 5000 (wait r)
    check c "an interrupted wait" (isNothing t)
    jobEnded job >>= checkEq c "it goes on" False
    cancel r
    cancel r
    forM_ waiters $ \box -> takeMVar box >>= checkEq c "a waiter" (Left Cancelled)
    jobEnded job >>= checkEq c "a cancelled region has ended" True
    cancel r
    poll r >>= check c "poll of a cancelled region" . maybe False (either (const True) (const False))
  withJob 2 1 $ \job -> do
    r <- submitKernel defaultKernel jobLoop job
    wait r
    poll r >>= check c "poll of an ended region" . maybe False (either (const False) (const True))

  -- Queued: more than there are threads for. What is cancelled before it begins never does.
  let hold n act = if n == (0 :: Int) then act [] else
        withJob 1 10000 $ \job -> do
          r <- submitKernel defaultKernel jobLoop job
          hold (n - 1) (act . ((job, r) :))
  hold 4 $ \running -> do
    forM_ running $ \(job, _) -> within 10 (jobStarted job) >>= checkEq c "four run" True
    hold 3 $ \queued -> do
      start <- ompGetWtime
      forM_ queued $ \(job, r) -> do
        cancel r
        try (wait r) >>= checkEq c "a cancelled region in the queue" (Left Cancelled)
        jobStarted job >>= checkEq c "it never began" False
      end <- ompGetWtime
      check c "cancelling what is queued is quick" (end - start < 1)
    forM_ running $ \(_, r) -> cancel r
    forM_ running $ \(_, r) -> try (wait r) >>= checkEq c "those that ran" (Left Cancelled)

  -- A thousand at once, kernels and loops, some forgotten, some cancelled.
  before <- osThreads
  count <- newIORef (0 :: Int)
  most <- newIORef before
  regions <- forM [1 .. 1000 :: Int] $ \i -> do
    r <- submitFor defaultLoop { loopSchedule = Dynamic 4, loopThreads = Just 2 } 0 10 $ \_ ->
      atomicModifyIORef' count (\k -> (k + 1, ()))
    when (i `mod` 100 == 0) $ osThreads >>= \n -> modifyIORef' most (max n)
    pure r
  performGC
  forM_ regions wait
  readIORef count >>= checkEq c "iterations of a thousand loops" 10000
  withJobs 300 $ \jobs -> do
    rs <- forM jobs (submitKernel defaultKernel { kernelThreads = Just 2 } jobLoop)
    osThreads >>= \n -> modifyIORef' most (max n)
    waiters <- forM rs $ \r -> newEmptyMVar >>= \box -> box <$ forkIO (wait r >> putMVar box ())
    threadDelay 2000
    osThreads >>= \n -> modifyIORef' most (max n)
    mapM_ takeMVar waiters
    forM_ jobs $ \job -> jobDone job >>= checkEq c "steps of one of many" 2
  forgotten <- newIORef (0 :: Int)
  forM_ [1 .. 50 :: Int] $ \_ -> submit defaultLoop { loopThreads = Just 2 } (\_ -> atomicModifyIORef' forgotten (\k -> (k + 1, ())))
  performGC
  within 20 ((== 100) <$> readIORef forgotten) >>= checkEq c "forgotten regions ran" True
  peak <- readIORef most
  check c ("OS threads: " ++ show before ++ " before, then " ++ show peak) (peak < before + 30)

  -- From inside: regions whose bodies submit and wait, more of them than there are threads.
  inner <- newIORef (0 :: Int)
  outer <- forM [1 .. 8 :: Int] $ \_ -> submitFor defaultLoop { loopSchedule = Dynamic 1, loopThreads = Just 2 } 0 4 $ \_ ->
    withJob 2 1 $ \job -> do
      runKernel defaultKernel jobLoop job
      n <- jobDone job
      atomicModifyIORef' inner (\k -> (k + n, ()))
  r <- timeout 20000000 (mapM_ wait outer)
  check c "regions that submit regions end" (r == Just ())
  readIORef inner >>= checkEq c "steps of kernels inside" (8 * 4 * 2)
  -- A body learns of the cancellation, and a kernel inside a cancelled loop ends with it.
  withJob 2 10000 $ \job -> do
    o <- submitFor defaultLoop { loopThreads = Just 1 } 0 1 (\_ -> runKernel defaultKernel jobLoop job)
    within 10 (jobStarted job) >>= checkEq c "the kernel inside runs" True
    cancel o
    e <- timeout 5000000 (try (wait o))
    checkEq c "the loop around it is cancelled" (Just (Left Cancelled)) e
    jobEnded job >>= checkEq c "the kernel inside has ended" True
  isCancelled >>= checkEq c "isCancelled outside" False

withJobs :: Int -> ([Ptr Job] -> IO a) -> IO a
withJobs n act = if n == 0 then act [] else withJob 2 1 (\job -> withJobs (n - 1) (act . (job :)))
