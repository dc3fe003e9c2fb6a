-- | Green threads and parallel regions side by side on the same cores.
-- DEMO: needs=HsConcurrent.c flags=-fno-omit-yields rts=-N2
--
-- Regions alone, green threads alone, then both at once; a ticking thread shows how long the
-- program was ever deaf. At the end several Haskell threads start regions at the same time.
module Main (main) where

import Control.Concurrent
import Control.Exception (evaluate)
import Control.Monad
import Data.IORef
import Demo
import Foreign.C.Types
import Text.Printf (printf)

-- Runs for long: safe, so that the Capability goes on without it.
foreign import ccall safe "concurrent_sum" c_sum :: CInt -> CLong -> IO CLong

main :: IO ()
main = demo 100 $ \d -> do
  caps <- getNumCapabilities
  let window = 0.4 :: Double
      team = fromIntegral caps
      size = 200000 :: CLong
      want = sum [i * i `mod` 1000003 | i <- [0 .. size - 1]]
      region = c_sum team size >>= checkEq d "sum of a region" want
  _ <- evaluate want

  -- Regions alone, from one Haskell thread.
  regionsAlone <- during window region
  say (printf "%d Capabilities; regions of %d threads alone: %d in %.1f s" caps caps regionsAlone window)

  -- Green threads alone, one for each Capability.
  (greenAlone, _) <- withGreen caps (threadDelay (round (window * 1e6)))
  say (printf "%d green threads alone: %d thousand steps" caps (sum (map fst greenAlone)))

  -- Both, and a thread that ticks each millisecond.
  worst <- newIORef 0
  ticking <- newIORef True
  stopped <- newEmptyMVar
  _ <- forkIO $ do
    let tick = do
          (_, t) <- timed (threadDelay 1000)
          modifyIORef' worst (max t)
          go <- readIORef ticking
          if go then tick else putMVar stopped ()
    tick
  (green, regions) <- withGreen caps (during window region)
  writeIORef ticking False
  takeMVar stopped
  gap <- readIORef worst
  let steps = sum (map fst green)
      share a b = 100 * fromIntegral a / fromIntegral (max 1 b) :: Double
  say (printf "side by side: %d regions (%.0f %% of alone), %d thousand steps (%.0f %% of alone)"
    regions (share regions regionsAlone) steps (share steps (sum (map fst greenAlone))))
  say (printf "longest wait of a thread that sleeps 1 ms at a time: %s" (ms gap))
  check d "regions went on beside green threads" (regions > 0)
  check d "every green thread went on beside regions" (all ((> 0) . fst) green)
  forM_ (greenAlone ++ green) $ \(n, value) -> checkEq d "value of a green thread" (steps1000 n) value

  -- Several Haskell threads start regions at the same time.
  done <- forM [1 .. 8 :: Int] $ \_ -> do
    end <- newEmptyMVar
    _ <- forkIO (replicateM_ 20 region >> putMVar end ())
    pure end
  (_, t) <- timed (mapM_ takeMVar done)
  threads <- osThreads
  say (printf "8 green threads, 20 regions each, at once: %s; the process has %d OS threads" (ms t) threads)

-- | How often the action ends within so many seconds.
during :: Double -> IO () -> IO Int
during seconds act = go 0 0
 where
  go n spent
    | spent >= seconds = pure n
    | otherwise = do
        (_, t) <- timed act
        go (n + 1) (spent + t)

-- | Runs the action beside n green threads that compute without pause: how many thousand steps each
-- made, and its last value; and the action's result.
withGreen :: Int -> IO a -> IO ([(Int, Int)], a)
withGreen n act = do
  stop <- newIORef False
  ends <- forM [1 .. n] $ \_ -> do
    end <- newEmptyMVar
    _ <- forkIO $ do
      let go :: Int -> Int -> IO (Int, Int)
          go k x = do
            halt <- readIORef stop
            if halt then pure (k, x) else evaluate (thousand x) >>= go (k + 1)
      go 0 seed >>= putMVar end
    pure end
  r <- act
  writeIORef stop True
  results <- mapM takeMVar ends
  pure (results, r)

seed :: Int
seed = 1

-- | A thousand steps of a linear congruential generator.
thousand :: Int -> Int
thousand = go (1000 :: Int)
 where
  go 0 x = x
  go k x = go (k - 1) ((x * 1103515245 + 12345) `mod` 2147483648)

-- | The value after n thousand steps, by squaring the step instead of repeating it.
steps1000 :: Int -> Int
steps1000 n = apply (power (1000 * n)) seed
 where
  apply (a, b) x = (a * x + b) `mod` 2147483648
  after (a, b) (c, e) = (a * c `mod` 2147483648, (a * e + b) `mod` 2147483648)
  power 0 = (1, 0)
  power k
    | even k = let h = power (k `div` 2) in after h h
    | otherwise = after (1103515245, 12345) (power (k - 1))
