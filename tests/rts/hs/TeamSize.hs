-- | The default team size is the number of Capabilities and follows setNumCapabilities; the
-- argument, when there is one, is what OMP_NUM_THREADS says instead.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Foreign.C.Types
import System.Environment (getArgs)

foreign import ccall unsafe omp_get_max_threads :: IO CInt
foreign import ccall unsafe omp_set_num_threads :: CInt -> IO ()

main :: IO ()
main = runChecks $ \c -> do
  args <- getArgs
  forM_ [1, 2, 4, 3, 1, 2] $ \caps -> do
    setNumCapabilities caps
    now <- getNumCapabilities
    let want = case args of
          (n : _) -> read n
          [] -> fromIntegral now
        label what = what ++ " with " ++ show now ++ " Capabilities"
    omp_get_max_threads >>= checkEq c (label "omp_get_max_threads") want
    kernelTeam 0 >>= checkEq c (label "the team") want
    kernelSum 0 1000 >>= checkEq c (label "the sum") (sumTo 1000)
    kernelTeam 5 >>= checkEq c (label "num_threads (5)") 5
  -- The program's own call wins over both, in the OS thread that made it.
  runInBoundThread $ do
    omp_set_num_threads 3
    omp_get_max_threads >>= checkEq c "omp_get_max_threads after omp_set_num_threads (3)" 3
    kernelTeam 0 >>= checkEq c "the team after omp_set_num_threads (3)" 3
