-- | Every thread of a team calls Haskell while another thread collects garbage without pause.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Data.IORef
import qualified Data.IntMap.Strict as Map
import Foreign.Ptr (freeHaskellFunPtr)
import System.Mem (performGC)

main :: IO ()
main = runChecks $ \c -> do
  collector <- forkIO . forever $ performGC >> yield
  forM_ [1, 2, 4, 6] $ \threads -> do
    seen <- newIORef Map.empty
    call <- newCall $ \thread -> do
      -- Some garbage for the collector, and a wait for another Haskell thread.
      box <- newEmptyMVar
      _ <- forkIO (putMVar box $! length (show (fromIntegral thread * 12345 :: Integer)))
      _ <- takeMVar box
      atomicModifyIORef' seen (\m -> (Map.insertWith (+) (fromIntegral thread) (1 :: Int) m, ()))
    calls <- kernelEach threads 50 call
    freeHaskellFunPtr call
    checkEq c "calls" (threads * 50) calls
    counts <- readIORef seen
    checkEq c "calls by thread" [(t, 50) | t <- [0 .. fromIntegral threads - 1]] (Map.toList counts)
  killThread collector
