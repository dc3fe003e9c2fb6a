-- | forkProcess: the child has a Haskell RTS of its own; regions and callbacks work in it, and the
-- parent goes on.
module Main (main) where

import Check
import Control.Concurrent
import Control.Exception (SomeException, try)
import Control.Monad
import Data.IORef
import Foreign.Ptr (freeHaskellFunPtr)
import System.Exit
import System.Posix.Process
import System.Posix.Signals (scheduleAlarm)

region :: Checks -> IO ()
region c = do
  kernelSum 4 1000 >>= checkEq c "sum" (sumTo 1000)
  kernelTaskSum 3 1000 >>= checkEq c "sum by tasks" (sumTo 1000)
  unsafeSum 2 1000 >>= checkEq c "sum in an unsafe call" (sumTo 1000)
  calls <- newIORef (0 :: Int)
  call <- newCall $ \_ -> atomicModifyIORef' calls (\n -> (n + 1, ()))
  _ <- kernelEach 4 25 call
  freeHaskellFunPtr call
  readIORef calls >>= checkEq c "callbacks" 100

-- The status of a child is what its checks say.
child :: IO ()
child = do
  _ <- scheduleAlarm 20
  r <- try (runChecks region) :: IO (Either ExitCode ())
  exitImmediately (either id (const (ExitFailure 2)) r)

forkOne :: Checks -> String -> IO ()
forkOne c what = do
  pid <- forkProcess child
  status <- getProcessStatus True False pid
  checkEq c what (Just (Exited ExitSuccess)) status

main :: IO ()
main = runChecks $ \c -> do
  forkOne c "a child before the first region"
  forM_ [1 .. 12 :: Int] $ \i -> do
    region c
    forkOne c ("child " ++ show i)
  done <- newEmptyMVar
  _ <- forkOS (forM_ [1 .. 5 :: Int] (\_ -> forkOne c "child of a bound thread") >> putMVar done ())
  takeMVar done
  -- a child while another Haskell thread runs regions
  stop <- newIORef False
  ended <- newEmptyMVar
  let loop = do
        kernelSum 3 100 >>= checkEq c "sum beside forkProcess" (sumTo 100)
        s <- readIORef stop
        unless s (yield >> loop)
  _ <- forkIO ((try loop :: IO (Either SomeException ())) >>= putMVar ended)
  forM_ [1 .. 10 :: Int] $ \i -> forkOne c ("child beside a region " ++ show i)
  writeIORef stop True
  takeMVar ended >>= either (\e -> check c (show e) False) pure
  region c
