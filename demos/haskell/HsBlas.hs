-- | OpenBLAS, unchanged, called from Haskell: its threads are whatever OpenMP runtime is first in
-- line.  Usage: HsBlas [ghcomp|libgomp], the runtime that the caller expects.
-- DEMO: main
module Main (main) where

import Control.Monad
import Data.IORef
import Foreign.C.String (CString, peekCString, withCString)
import Foreign.C.Types
import Foreign.Marshal.Array (mallocArray)
import Foreign.Marshal.Alloc (free)
import Foreign.Ptr (Ptr)
import Foreign.Storable (peekElemOff, pokeElemOff)
import System.Environment (getArgs)
import System.Exit (exitFailure)
import System.IO
import Text.Printf (printf)

-- Long-running: safe.
foreign import ccall safe cblas_dgemm
  :: CInt -> CInt -> CInt -> CInt -> CInt -> CInt
  -> CDouble -> Ptr CDouble -> CInt -> Ptr CDouble -> CInt
  -> CDouble -> Ptr CDouble -> CInt -> IO ()

-- Short, and they never call Haskell.
foreign import ccall unsafe openblas_get_config :: IO CString
foreign import ccall unsafe openblas_get_num_threads :: IO CInt
foreign import ccall unsafe omp_get_wtime :: IO CDouble
foreign import ccall unsafe demo_report :: CString -> CLLong -> IO CInt

rowMajor, noTrans :: CInt
rowMajor = 101
noTrans = 111

size, repeats :: Int
size = 1024
repeats = 5

-- Small integers: every product and every partial sum is exact in a double, so the order in which
-- the threads add cannot matter and the check is for equality.
entryA, entryB :: Int -> Int -> Int
entryA i j = (i * 7 + j * 3) `mod` 11 - 5
entryB i j = (i * 5 + j * 13) `mod` 17 - 8

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  args <- getArgs
  let expected = case args of { (a : _) -> a; [] -> "" }
  config <- openblas_get_config >>= peekCString
  threads <- openblas_get_num_threads
  printf "  %s, %d threads\n" config (fromIntegral threads :: Int)

  a <- mallocArray (size * size)
  b <- mallocArray (size * size)
  c <- mallocArray (size * size)
  forM_ [0 .. size - 1] $ \i -> forM_ [0 .. size - 1] $ \j -> do
    pokeElemOff a (i * size + j) (fromIntegral (entryA i j))
    pokeElemOff b (i * size + j) (fromIntegral (entryB i j))
    pokeElemOff c (i * size + j) (0 / 0)

  let n = fromIntegral size
      gemm = cblas_dgemm rowMajor noTrans noTrans n n n 1 a n b n 0 c n
  times <- forM [1 .. repeats] $ \_ -> do
    t0 <- omp_get_wtime
    gemm
    t1 <- omp_get_wtime
    pure (realToFrac (t1 - t0) :: Double)
  let best = minimum times
  printf "  dgemm %dx%d: best of %d %.1f ms (%.1f GFLOP/s)\n" size size repeats
    (best * 1e3) (2 * fromIntegral size ^ (3 :: Int) / best / 1e9 :: Double)

  wrong <- newIORef (0 :: Int)
  let samples = [(i, j) | i <- [0, 37 .. size - 1], j <- [0, 41 .. size - 1]]
  forM_ samples $ \(i, j) -> do
    got <- peekElemOff c (i * size + j)
    let want = sum [entryA i k * entryB k j | k <- [0 .. size - 1]]
    when (got /= fromIntegral want) $ modifyIORef' wrong (+ 1)
  bad <- readIORef wrong
  printf "  %d sampled entries checked, %d wrong\n" (length samples) bad
  mapM_ free [a, b, c]

  evidence <- withCString expected (\e -> demo_report e (if threads > 1 then fromIntegral repeats else 0))
  when (bad > 0 || evidence /= 0) exitFailure
