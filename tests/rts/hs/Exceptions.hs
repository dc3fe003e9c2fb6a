-- | Exceptions in the bodies of loops and regions, and at their callers.
module Main (main) where

import Check
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import Data.Maybe (isJust)
import Foreign.C.Types (CInt)
import Foreign.Ptr (freeHaskellFunPtr)
import GHC.OpenMP
import System.Environment (getArgs)
import System.Exit (ExitCode (..))
import System.Mem (performGC)
import System.Timeout (timeout)

data Mine = Mine Int String
  deriving (Eq, Show)
instance Exception Mine

with :: Schedule -> Int -> LoopOptions
with s n = defaultLoop { loopSchedule = s, loopThreads = Just n }

-- | The next region works: a Haskell loop and a kernel.
alive :: Checks -> String -> IO ()
alive c what = do
  total <- newIORef (0 :: Int)
  parallelFor (with (Dynamic 3) 3) 0 100 (\i -> atomicModifyIORef' total (\t -> (t + i, ())))
  readIORef total >>= checkEq c ("a loop after " ++ what) 4950
  kernelSum 3 1000 >>= checkEq c ("a kernel after " ++ what) 499500

-- | Runs a loop whose body counts those inside, and checks that nobody is when it has ended.
counted :: Checks -> String -> ((IO () -> IO ()) -> IO a) -> IO a
counted c what use = do
  inside <- newIORef (0 :: Int)
  opened <- newIORef (0 :: Int)
  closed <- newIORef (0 :: Int)
  let add ref k = atomicModifyIORef' ref (\n -> (n + k, ()))
      watch body = bracket_ (add inside 1 >> add opened 1) (add inside (-1) >> add closed 1) body
  r <- use watch
  readIORef inside >>= checkEq c (what ++ ": bodies that still run") 0
  o <- readIORef opened
  readIORef closed >>= checkEq c (what ++ ": brackets closed") o
  pure r

throws :: (Exception e) => Checks -> String -> (e -> Bool) -> IO () -> IO ()
throws c what right act = do
  r <- try act
  case r of
    Left e | Just mine <- fromException e -> check c (what ++ ": the exception is " ++ show e) (right mine)
           | otherwise -> check c (what ++ ": another exception: " ++ show e) False
    Right () -> check c (what ++ ": no exception") False

-- | Must end soon: a hang is a failure with a name.
soon :: Checks -> String -> IO () -> IO ()
soon c what act = do
  done <- newEmptyMVar
  t <- forkIO (try act >>= putMVar done)
  r <- timeout 15000000 (takeMVar done)
  case r of
    Just (Right ()) -> pure ()
    Just (Left e) -> check c (what ++ ": " ++ show (e :: SomeException)) False
    Nothing -> check c (what ++ ": hangs") False >> killThread t

deep :: Int -> Integer
deep n = if n == 0 then 0 else 1 + deep (n - 1)
{-# NOINLINE deep #-}

kinds :: Checks -> Schedule -> Int -> IO ()
kinds c s n = do
  let label what = what ++ " " ++ show (s, n)
      at500 what right e = do
        counted c (label what) $ \watch ->
          throws c (label what) right . parallelFor (with s n) 0 1000 $ \i -> watch (when (i == 500) e)
  at500 "own" (== Mine 500 "text") (throwIO (Mine 500 "text"))
  at500 "error" (\(ErrorCall m) -> m == "lazy") (void (evaluate (length [1, error "lazy" :: Int])) >> throwIO (ErrorCall "lazy"))
  at500 "a lazy value" (\(ErrorCall m) -> m == "deep inside") (void (evaluate (sum [1, error "deep inside" :: Int])))
  at500 "ExitCode" (== ExitFailure 3) (throwIO (ExitFailure 3))
  at500 "division" (== DivideByZero) (void (evaluate (1 `div` (0 :: Int))))
  at500 "an asynchronous one" (== ThreadKilled) (throwIO ThreadKilled)
  at500 "its own ThreadId" (== UserInterrupt) (myThreadId >>= \t -> throwTo t UserInterrupt)
  at500 "stack overflow" (== StackOverflow) (void (evaluate (deep 2000000)))
  -- All at once: one of them.
  counted c (label "all") $ \watch ->
    throws c (label "all") (\(Mine _ m) -> m == "all") . parallelFor (with s n) 0 100 $ \i ->
      watch (throwIO (Mine i "all"))
  -- Other entries.
  throws c (label "chunks") (== Mine 1 "c") . parallelForChunks (with s n) 0 100 $ \lo hi ->
    when (lo <= 50 && 50 < hi) $ throwIO (Mine 1 "c")
  throws c (label "reduce") (== Mine 2 "r") . void . parallelReduce (with s n) 0 100 $ \i ->
    if i == 50 then throwIO (Mine 2 "r") else pure [i]
  throws c (label "parallel") (\(Mine _ m) -> m == "p") . parallel (with s n) $ \num -> throwIO (Mine num "p")
  alive c (label "all kinds")

callers :: Checks -> Int -> IO ()
callers c n = do
  -- A thread throws while others are blocked: they are interrupted.
  forM_ [2, 4] $ \threads -> soon c "blocked bodies" $ counted c "blocked bodies" $ \watch ->
    throws c "blocked bodies" (== Mine 7 "unblocks") . parallel (with Static threads) $ \num -> watch $
      if num == 1 then threadDelay 2000 >> throwIO (Mine 7 "unblocks") else newEmptyMVar >>= takeMVar . keep
  soon c "a barrier that one thread never reaches" $
    throws c "a barrier that one thread never reaches" (== Mine 8 "b") . parallel (with Static 3) $ \num ->
      if num == 2 then throwIO (Mine 8 "b") else teamBarrier
  -- A body that catches everything, too.
  soon c "bodies that catch everything" $
    throws c "bodies that catch everything" (== Mine 9 "first") . parallel (with Static 3) $ \num ->
      if num == 0 then threadDelay 1000 >> throwIO (Mine 9 "first")
        else (newEmptyMVar >>= takeMVar . keep) `catch` \e -> void (evaluate (length (show (e :: SomeException))))
  -- To the caller, from a body.
  soon c "throwTo the caller" $ counted c "throwTo the caller" $ \watch -> do
    caller <- myThreadId
    throws c "throwTo the caller" (== Mine n "caller") . parallelFor (with (Dynamic 1) 3) 0 1000000 $ \i -> watch $ do
      when (i == 10) $ throwTo caller (Mine n "caller")
      threadDelay 100
  -- timeout, killThread, from outside.
  soon c "timeout" $ counted c "timeout" $ \watch -> do
    r <- timeout 5000 . parallelFor (with Static 3) 0 1000000 $ \_ -> watch (threadDelay 500)
    check c "timeout of a loop" (r == Nothing)
    r2 <- timeout 5000 . parallel (with Static 2) $ \_ -> watch (threadDelay 100000000)
    check c "timeout of blocked bodies" (r2 == Nothing)
    r3 <- timeout 10000000 . parallelFor (with Static 2) 0 10 $ \_ -> watch (pure ())
    check c "timeout not needed" (r3 == Just ())
  soon c "killThread" $ counted c "killThread" $ \watch -> do
    started <- newEmptyMVar
    ended <- newEmptyMVar
    t <- forkIO $ do
      r <- try . parallelFor (with (Dynamic 1) 3) 0 1000000 $ \_ -> watch (tryPutMVar started () >> threadDelay 500)
      putMVar ended r
    takeMVar started
    killThread t
    r <- takeMVar ended
    check c "killThread of a caller" (either (== ThreadKilled) (const False) r)
  -- A masked caller: bodies are masked, and nothing is lost.
  soon c "masked" $ do
    states <- newIORef []
    let note = getMaskingState >>= \s -> atomicModifyIORef' states (\l -> (s : l, ()))
    parallel (with Static 2) (const note)
    mask_ (parallel (with Static 2) (const note))
    uninterruptibleMask_ (parallel (with Static 2) (const note))
    readIORef states >>= checkEq c "masking states"
      [MaskedUninterruptible, MaskedUninterruptible, MaskedInterruptible, MaskedInterruptible, Unmasked, Unmasked]
    throws c "masked" (== Mine 3 "m") (mask_ (parallel (with Static 3) (\num -> when (num == 1) (throwIO (Mine 3 "m")))))
  -- Nested: caught inside, or not.
  soon c "nested" $ do
    caught <- newIORef (0 :: Int)
    parallelFor (with (Dynamic 1) 3) 0 9 $ \i -> do
      r <- try (parallelFor (with Static 2) 0 10 (\j -> when (j == 5) (throwIO (Mine i "inner"))))
      when (r == Left (Mine i "inner")) $ atomicModifyIORef' caught (\k -> (k + 1, ()))
    readIORef caught >>= checkEq c "inner exceptions caught" 9
    counted c "nested" $ \watch ->
      throws c "nested" (\(Mine _ m) -> m == "through") . parallelFor (with (Dynamic 1) 3) 0 9 $ \i -> watch $
        parallelFor (with Static 2) 0 10 (\j -> watch (when (i == 4 && j == 5) (throwIO (Mine i "through"))))
    -- The loop around ends; the one inside, which is long, with it.
    counted c "an inner loop is cancelled" $ \watch ->
      throws c "an inner loop is cancelled" (== Mine 1 "outer") . parallel (with Static 2) $ \num ->
        if num == 1 then threadDelay 3000 >> throwIO (Mine 1 "outer")
          else parallelFor (with (Dynamic 1) 1) 0 1000000 (\_ -> watch (threadDelay 200))
  -- Submitted.
  soon c "submitted" $ do
    r <- submitFor (with (Dynamic 1) 3) 0 1000 (\i -> when (i == 500) (throwIO (Mine i "late")))
    throws c "submitted" (== Mine 500 "late") (wait r)
    throws c "waiting again" (== Mine 500 "late") (wait r)
    p <- poll r
    check c "poll" (either (\e -> fromException e == Just (Mine 500 "late")) (const False) (maybe (Right ()) id p) && isJust p)
    -- Cancelled: blocked bodies end.
    b <- submit (with Static 3) (\_ -> newEmptyMVar >>= takeMVar . keep)
    threadDelay 2000
    cancel b
    throws c "cancelled" (== Cancelled) (wait b)
  -- A callback that handles its own exceptions.
  call <- newCall $ \thread -> do
    r <- try (evaluate (1 `div` (0 * fromIntegral thread :: Int)))
    check c "in a callback" (r == Left DivideByZero)
  calls <- kernelEach 3 20 call
  checkEq c "callbacks" 60 (calls :: CInt)
  freeHaskellFunPtr call
  alive c "all callers"
 where
  -- Keeps BlockedIndefinitely away: somebody could still fill it.
  keep box = if n < 0 then error "never" else box

main :: IO ()
main = runChecks $ \c -> do
  args <- getArgs
  let rounds = case args of { (k : _) -> read k; [] -> 1 } :: Int
  collector <- forkIO . forever $ performGC >> threadDelay 2000
  forM_ [Static, Dynamic 1, Guided 2] $ \s -> forM_ [1, 2, 4] $ \n -> kinds c s n
  killThread collector
  -- A stack of repeats, each inside the handlers of those before.
  let nest k act = if k == (0 :: Int) then act else bracket_ (pure ()) (pure ()) (nest (k - 1) act)
  forM_ [1 .. rounds] $ \k -> nest k (callers c k)
  forM_ [1 .. 100 :: Int] $ \k -> nest k $ do
    throws c "one of a hundred" (== Mine k "again") . parallelFor (with (Dynamic 1) 3) 0 50 $ \i ->
      when (i == k `mod` 50) (throwIO (Mine k "again"))
    alive c "one of a hundred"
