-- | Leaving the process never waits for a worker. The argument chooses how.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad
import Foreign.C.Types
import System.Environment (getArgs)
import System.Exit
import System.IO

foreign import ccall safe "kernel_exit_inside" kernelExitInside :: CInt -> CInt -> IO ()
foreign import ccall safe "exit" cExit :: CInt -> IO ()

-- | Starts a region of 4 threads that never ends, and returns once all are in it.
hold :: (IO () -> IO ThreadId) -> IO ()
hold fork = do
  _ <- fork (void (kernelHold 4))
  let wait = do
        n <- kernelInside
        when (n < 4) (threadDelay 1000 >> wait)
  wait

main :: IO ()
main = do
  args <- getArgs
  total <- kernelSum 4 1000
  when (total /= sumTo 1000) $ exitWith (ExitFailure 1)
  case args of
    ["idle"] -> pure ()                                -- workers wait for work
    ["exitWith"] -> exitWith (ExitFailure 3)
    ["region"] -> hold forkIO >> exitWith (ExitFailure 3)
    ["region-bound"] -> hold forkOS >> exitWith (ExitFailure 3)
    ["region-return"] -> hold forkIO
    ["region-c-exit"] -> hold forkIO >> cExit 3
    ["inside"] -> kernelExitInside 4 3 >> exitWith (ExitFailure 1)
    ["error"] -> hold forkIO >> error "the end of this test"
    _ -> hPutStrLn stderr "unknown argument" >> exitWith (ExitFailure 1)
