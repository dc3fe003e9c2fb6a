-- DEMO: needs=arrays_kernels.c rts=-N2
-- | Memory that Haskell and C use together: no copy, and it stays where it is during collections.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.IORef
import Foreign.C.Types
import Foreign.Ptr (FunPtr, Ptr)
import GHC.OpenMP.Array
import System.Exit (exitFailure)
import System.Mem (performMajorGC)
import Text.Printf (printf)

-- safe: regions.
foreign import ccall safe arrays_scale :: CDouble -> Ptr CDouble -> CSize -> IO ()
foreign import ccall safe arrays_sum :: Ptr CDouble -> CSize -> IO CDouble
foreign import ccall unsafe arrays_address :: Ptr CDouble -> IO CSize
foreign import ccall unsafe "&arrays_square" square :: FunPtr (Ptr CDouble -> Ptr CDouble -> CSize -> IO ())
foreign import ccall unsafe "&arrays_increment" increment :: FunPtr (Kernel CDouble)

main :: IO ()
main = do
  failures <- newIORef (0 :: Int)
  let check name right = unless right $ do
        putStrLn ("  WRONG: " ++ name)
        modifyIORef' failures (+ 1)
      n = 100000
      place array = withMemory array (\p _ -> arrays_address p)

  pinned <- newPinned n
  writeElems pinned (map fromIntegral [1 .. n])
  before <- place pinned

  stop <- newIORef (0 :: Int)
  collector <- forkIO . forever $ performMajorGC >> modifyIORef' stop (+ 1) >> yield
  replicateM_ 50 $ do
    withMutable pinned (arrays_scale 2)
    withMutable pinned (arrays_scale 0.5)
  killThread collector
  after <- place pinned
  collections <- readIORef stop
  total <- withMemory pinned arrays_sum
  printf "  100 kernels on a pinned array beside %d major collections: same place %s, sum %.0f\n"
    collections (show (before == after)) (realToFrac total :: Double)
  check "the place" (before == after)
  check "the sum" (total == fromIntegral (n * (n + 1) `div` 2))

  outside <- newForeignArray n
  callKernel2 square pinned outside
  callKernel increment outside
  ends <- mapM (readElem outside) [0, 1, n - 1]
  printf "  squares plus 1, in memory outside the Haskell heap: %s\n" (show (map truncate ends :: [Int]))
  check "the squares" (ends == [2, 5, fromIntegral (n * n + 1)])

  frozen <- unsafeFreeze pinned
  there <- place frozen
  printf "  frozen: same place %s, and pure code reads it: %.0f\n" (show (there == after))
    (realToFrac (sum (map (index frozen) [0 .. 9])) :: Double)
  check "the frozen array" (there == after && sum (map (index frozen) [0 .. 9]) == 55)

  bads <- readIORef failures
  when (bads > 0) exitFailure
