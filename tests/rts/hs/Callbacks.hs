-- | Haskell functions called from explicit tasks, taskloops, tasks in tasks and nested regions; then 100,000
-- calls from all workers while the heap is collected without pause, in flat memory.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Data.IORef
import Data.List (isPrefixOf)
import Foreign.Ptr (freeHaskellFunPtr)
import GHC.OpenMP
import Job
import System.Mem (performGC)

residentKb :: IO Int
residentKb = do
  status <- readFile "/proc/self/status"
  case [read (words l !! 1) | l <- lines status, "VmRSS:" `isPrefixOf` l] of
    [n] -> pure n
    _ -> fail "no VmRSS: in /proc/self/status"

main :: IO ()
main = runChecks $ \c -> do
  collector <- forkIO . forever $ performGC >> yield
  forM_ [1, 2, 4] $ \threads -> do
    sums <- newIORef (0 :: Int)
    levels <- newIORef (0 :: Int)
    call <- newLongCall $ \i -> do
      level <- ompGetLevel
      atomicModifyIORef' levels (\l -> (max l level, ()))
      box <- newEmptyMVar
      when (i `mod` 10 == 0) $ void (forkIO (putMVar box ())) >> takeMVar box
      atomicModifyIORef' sums (\s -> (s + fromIntegral i, ()))
    let n = 200
    made <- jobCalls threads n call
    freeHaskellFunPtr call
    checkEq c "calls" (4 * n) made
    readIORef sums >>= checkEq c "sum of the calls" (4 * fromIntegral (sumTo n))
    readIORef levels >>= checkEq c "the deepest level" 2
  -- Many.
  total <- newIORef (0 :: Int)
  call <- newCall (\_ -> atomicModifyIORef' total (\s -> (s + 1, ())))
  _ <- kernelEach 4 5000 call
  before <- residentKb
  threads <- osThreads
  forM_ [1 .. 4 :: Int] $ \_ -> kernelEach 4 5000 call
  after <- residentKb
  threads' <- osThreads
  freeHaskellFunPtr call
  killThread collector
  readIORef total >>= checkEq c "100000 calls" 100000
  check c ("resident kB: " ++ show before ++ ", then " ++ show after) (after < before + 8192)
  check c ("OS threads: " ++ show threads ++ ", then " ++ show threads') (threads' < threads + 8)
