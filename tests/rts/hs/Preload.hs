-- | Built against GCC's libgomp and run with libghcomp preloaded.
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
  unsafeSum 4 1000 >>= checkEq c "first region, in an unsafe call" (sumTo 1000)
  collector <- forkIO . forever $ performGC >> yield
  forM_ [1 .. 200] $ \n -> kernelSum 4 n >>= checkEq c "sum" (sumTo n)
  kernelTeam 4 >>= checkEq c "team" 4
  seen <- newIORef Map.empty
  call <- newCall $ \thread ->
    atomicModifyIORef' seen (\m -> (Map.insertWith (+) (fromIntegral thread) (1 :: Int) m, ()))
  _ <- kernelEach 4 100 call
  freeHaskellFunPtr call
  counts <- readIORef seen
  checkEq c "calls by thread" [(t, 100) | t <- [0 .. 3]] (Map.toList counts)
  killThread collector
  ours <- onLibghcomp
  when ours $ kernelBackend >>= checkEq c "back end" "ghc"
