-- | Regions from many Haskell threads: 1000 that take turns, then 100 at once, unbound and bound,
-- with teams of 1 to 6. The process must not grow a pool for each of them.
module Main (main) where

import Check
import Control.Concurrent
import Control.Monad

job :: Checks -> Int -> IO ()
job c i = do
  let size = fromIntegral (i `mod` 6 + 1)
      n = fromIntegral (1000 + i)
  kernelSum size n >>= checkEq c ("sum of thread " ++ show i) (sumTo n)
  kernelTaskSum size n >>= checkEq c ("sum by tasks of thread " ++ show i) (sumTo n)

spawn :: (IO () -> IO ThreadId) -> IO () -> IO (MVar ())
spawn fork act = do
  done <- newEmptyMVar
  _ <- fork (act >> putMVar done ())
  pure done

main :: IO ()
main = runChecks $ \c -> do
  forM_ [1 .. 1000] $ \i -> spawn forkIO (job c i) >>= takeMVar
  taken <- osThreads
  -- A team of 6 has 5 workers; the RTS has a few OS threads of its own.
  ours <- onLibghcomp
  when ours $ check c ("OS threads after 1000 turns: " ++ show taken) (taken < 30)
  mapM (spawn forkIO . job c) [1 .. 100] >>= mapM_ takeMVar
  mapM (spawn forkOS . job c) [1 .. 100] >>= mapM_ takeMVar
  forM_ [1 .. 100] $ \i -> runInBoundThread (job c i)
  forM_ [1 .. 100] $ \i -> runInUnboundThread (job c i)
