-- | Regions in bound threads: each keeps its own settings, ends without a trace, and several run
-- regions side by side.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Foreign.C.Types

foreign import ccall unsafe omp_get_max_threads :: IO CInt
foreign import ccall unsafe omp_set_num_threads :: CInt -> IO ()

main :: IO ()
main = runChecks $ \c -> do
  before <- omp_get_max_threads
  forM_ [1 .. 20 :: Int] $ \_ -> do
    finished <- forM [1 .. 5] $ \size -> do
      done <- newEmptyMVar
      _ <- forkOS $ do
        omp_set_num_threads size
        forM_ [1 .. 20] $ \n -> do
          kernelTeam 0 >>= checkEq c "team of a bound thread" size
          kernelSum 0 n >>= checkEq c "sum of a bound thread" (sumTo n)
        omp_get_max_threads >>= checkEq c "setting of a bound thread" size
        putMVar done ()
      pure done
    mapM_ takeMVar finished
  omp_get_max_threads >>= checkEq c "setting of the main thread" before
