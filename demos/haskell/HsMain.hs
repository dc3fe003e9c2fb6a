-- | A Haskell program and its OpenMP kernels on one pool of threads.
--
-- Usage: HsMain [ghcomp|libgomp], the runtime that the caller expects.
-- DEMO: main
module Main (main) where

import Control.Concurrent
import Control.Exception (evaluate)
import Control.Monad
import Data.Bits (xor)
import Data.IORef
import Data.List (isInfixOf)
import qualified Data.Map.Strict as Map
import Foreign.C.String (CString, withCString)
import Foreign.C.Types
import Foreign.Ptr (FunPtr, freeHaskellFunPtr)
import System.Environment (getArgs)
import System.Exit (exitFailure)
import System.IO
import Text.Printf (printf)

type Step = CLong -> CInt -> IO CLong

-- All kernels run long, and some call back: safe, so that other Haskell threads go on.
foreign import ccall safe kernel_collatz_serial :: CLong -> IO CLong
foreign import ccall safe kernel_collatz :: CInt -> CLong -> IO CLong
foreign import ccall safe kernel_squares_serial :: CLong -> IO CLong
foreign import ccall safe kernel_squares :: CInt -> CLong -> IO CLong
foreign import ccall safe kernel_each :: CInt -> CLong -> FunPtr Step -> IO CLong
foreign import ccall safe kernel_default_team :: IO CInt
foreign import ccall "wrapper" newStep :: Step -> IO (FunPtr Step)

-- A clock read and a report: short, and they never call Haskell.
foreign import ccall unsafe omp_get_wtime :: IO CDouble
foreign import ccall unsafe demo_report :: CString -> CLLong -> IO CInt

timed :: IO a -> IO (a, Double)
timed act = do
  t0 <- omp_get_wtime
  r <- act
  t1 <- omp_get_wtime
  pure (r, realToFrac (t1 - t0))

-- | Result and least time of three runs: other programs on the machine disturb fewer of them.
timed3 :: IO a -> IO (a, Double)
timed3 act = do
  (_, t1) <- timed act
  (_, t2) <- timed act
  (r, t3) <- timed act
  pure (r, minimum [t1, t2, t3])

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  args <- getArgs
  caps <- getNumCapabilities
  failures <- newIORef (0 :: Int)
  regions <- newIORef (0 :: Int)
  let expected = case args of { (a : _) -> a; [] -> "" }
      -- ghc-openmp counts the regions of more than one thread.
      region threads act = when (threads > (1 :: Int)) (modifyIORef' regions (+ 1)) >> act
      check name right = unless right $ do
        putStrLn ("  WRONG: " ++ name)
        modifyIORef' failures (+ 1)

  printf "  %d Capabilities\n" caps
  team <- region caps kernel_default_team
  printf "  a region without num_threads gets %d threads\n" (fromIntegral team :: Int)
  when (expected == "ghcomp") $
    check "the default team size is the number of Capabilities" (fromIntegral team == caps)

  -- Kernels against serial code.
  let kernels =
        [ ("collatz", kernel_collatz_serial, kernel_collatz, 1000000)
        , ("squares", kernel_squares_serial, kernel_squares, 60000000)
        ]
  forM_ kernels $ \(name, serial, parallel, size) -> do
    (want, t1) <- timed3 (serial size)
    printf "  %s: %d, serial %.3f s\n" name (fromIntegral want :: Int) t1
    forM_ [1 .. max 2 caps] $ \n -> do
      (got, t) <- timed3 (region n (parallel (fromIntegral n) size))
      printf "    %d OpenMP thread%s %.3f s, speed-up %.2f\n" n (if n == 1 then " " else "s") t (t1 / t)
      check (printf "%s on %d threads gave %d" name n (fromIntegral got :: Int)) (got == want)
  small <- region 4 (kernel_squares 4 100000)
  check "the same loop in Haskell" (fromIntegral small == sum [i * i `mod` 1000003 | i <- [0 .. 99999 :: Int]])

  -- Green threads work while a region runs: a batch of light threads keeps stepping a little
  -- generator, and each step is replayed afterwards.
  stop <- newIORef False
  done <- forM [1 .. 8 :: Int] $ \seed -> do
    result <- newEmptyMVar
    _ <- forkIO $ do
      let go :: Int -> Int -> IO (Int, Int)
          go steps x = do
            halt <- readIORef stop
            if halt then pure (steps, x) else do
              x' <- evaluate (steps1000 x)
              yield
              go (steps + 1) x'
      go 0 seed >>= putMVar result
    pure (seed, result)
  (_, busy) <- timed (region caps (kernel_squares (fromIntegral caps) 200000000))
  writeIORef stop True
  stepped <- forM done $ \(seed, result) -> do
    (steps, x) <- takeMVar result
    check (printf "green thread %d computed the right value" seed) (x == iterate steps1000 seed !! steps)
    pure steps
  printf "  during a region of %.3f s, %d green threads made %d thousand steps\n" busy (length stepped) (sum stepped)
  check "every green thread worked during the region" (all (> 0) stepped)

  -- A Haskell function called from all threads of a team.
  seen <- newIORef Map.empty
  step <- newStep $ \i thread -> do
    me <- myThreadId
    atomicModifyIORef' seen (\m -> (Map.insertWith (++) thread [(i, me)] m, ()))
    pure (i `xor` 5)
  total <- region 4 (kernel_each 4 1000 step)
  freeHaskellFunPtr step
  calls <- readIORef seen
  printf "  Haskell callback: %d calls from %d OpenMP threads\n" (sum (map length (Map.elems calls))) (Map.size calls)
  check "the callback ran once per index" (sum (map length (Map.elems calls)) == 1000)
  check "the callback ran on all 4 threads" (Map.keys calls == [0 .. 3])
  check "the sum of the callback's results" (total == sum [i `xor` 5 | i <- [0 .. 999]])

  -- Who served all this.
  n <- readIORef regions
  bad <- withCString expected (\e -> demo_report e (fromIntegral n))
  check "the evidence" (bad == 0)
  maps <- readFile "/proc/self/maps"
  let mapped lib = lib `isInfixOf` maps
  printf "  /proc/self/maps: libghcomp %s, libgomp %s\n" (yesNo (mapped "libghcomp")) (yesNo (mapped "libgomp"))
  when (expected == "ghcomp") $
    check "libgomp is not in the process" (mapped "libghcomp" && not (mapped "libgomp"))

  bads <- readIORef failures
  when (bads > 0) exitFailure
 where
  yesNo b = if b then "yes" else "no" :: String

-- | A thousand steps of a linear congruential generator.
steps1000 :: Int -> Int
steps1000 = go (1000 :: Int)
 where
  go 0 x = x
  go k x = go (k - 1) ((x * 1103515245 + 12345) `mod` 2147483648)
