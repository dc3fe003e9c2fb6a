-- | Haskell exceptions in OpenMP regions: what a body throws arrives at the caller, brackets close, and the
-- next region works.
--
-- Build and run: @demos/run.sh HsExceptions@. Exit status 0: all was as it should be.
-- DEMO: rts=-N2
module Main (main) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.IORef
import GHC.OpenMP
import System.Exit (exitFailure)
import System.IO
import System.Timeout (timeout)
import Text.Printf (printf)

data Broken = Broken Int
  deriving (Eq, Show)
instance Exception Broken

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  failures <- newIORef (0 :: Int)
  opened <- newIORef (0 :: Int)
  closed <- newIORef (0 :: Int)
  let check name right = unless right $ do
        putStrLn ("  WRONG: " ++ name)
        atomicModifyIORef' failures (\n -> (n + 1, ()))
      count ref = atomicModifyIORef' ref (\n -> (n + 1, ()))
      guarded = bracket_ (count opened) (count closed)
      four = defaultLoop { loopThreads = Just 4, loopSchedule = Dynamic 10 }

  -- One iteration of a million throws.
  ran <- newIORef (0 :: Int)
  r <- try . parallelFor four 0 1000000 $ \i -> do
    atomicModifyIORef' ran (\n -> (n + 1, ()))
    when (i == 500) $ throwIO (Broken i)
  n <- readIORef ran
  printf "  a body threw %s; %d of 1000000 iterations ran\n" (either show (const "nothing") r) n
  check "the exception at the caller" (r == Left (Broken 500))
  check "the rest of the loop was cancelled" (n < 1000000)

  -- An error inside a lazy value, found by whoever evaluates it.
  r2 <- try . parallelFor four 0 1000 $ \i ->
    void (evaluate (if i == 7 then error "a thunk went off" else i))
  printf "  a lazy value: %s\n" (either (\(ErrorCall m) -> m) (const "nothing") r2)
  check "the error call" (either (\(ErrorCall m) -> m == "a thunk went off") (const False) r2)

  -- Four threads, one of which fails while the others wait for something that never comes.
  r3 <- timeout 10000000 . try . parallel four $ \num -> guarded $
    if num == 2 then threadDelay 10000 >> throwIO (Broken num) else threadDelay 1000000000
  printf "  blocked bodies were interrupted: %s\n" (show r3)
  check "blocked bodies end" (r3 == Just (Left (Broken 2)))

  -- From outside: the thread that waits for a region is killed.
  started <- newEmptyMVar
  ended <- newEmptyMVar
  caller <- forkIO $ do
    r4 <- try . parallelFor four 0 1000000 $ \_ -> guarded (tryPutMVar started () >> threadDelay 1000)
    putMVar ended r4
  takeMVar started
  killThread caller
  r4 <- takeMVar ended
  printf "  killThread reached the caller of a region: %s\n" (show r4)
  check "killThread" (r4 == Left ThreadKilled)
  o <- readIORef opened
  c <- readIORef closed
  printf "  %d brackets opened, %d closed\n" o c
  check "brackets" (o == c && o > 0)

  -- The next region.
  total <- parallelReduce four 0 1000001 (pure . (\i -> [i | i `mod` 100000 == 0]))
  printf "  the next region works: %s\n" (show total)
  check "the next region" (total == [0, 100000 .. 1000000])
  bad <- readIORef failures
  when (bad > 0) exitFailure
