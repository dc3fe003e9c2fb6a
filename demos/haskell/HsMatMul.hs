-- | A dense matrix product: in Haskell, in C, and by OpenMP threads called from Haskell.
-- DEMO: needs=HsMatMul.c flags=-O2 rts=-N2
module Main (main) where

import Control.Concurrent
import Control.Monad
import Demo
import Foreign.C.Types
import Foreign.ForeignPtr
import Foreign.Ptr (Ptr)
import Foreign.Storable (peekElemOff, pokeElemOff)
import Text.Printf (printf)

-- Runs for long: safe.
foreign import ccall safe "matmul" c_matmul :: CInt -> CInt -> Ptr Double -> Ptr Double -> Ptr Double -> IO ()

-- Small integers: every partial sum is exact in a double, so any order of adding gives the same.
entryA, entryB :: Int -> Int -> Int
entryA i j = (i * 7 + j * 3) `mod` 11 - 5
entryB i j = (i * 5 + j * 13) `mod` 17 - 8

main :: IO ()
main = demo 3 $ \d -> do
  caps <- getNumCapabilities
  let n = 384
      small = 128
  a <- matrix n entryA
  b <- matrix n entryB
  c <- matrix n (\_ _ -> 0)

  -- Haskell on one thread, on a smaller matrix: the rate is what counts.
  sa <- matrix small entryA
  sb <- matrix small entryB
  sc <- matrix small (\_ _ -> 0)
  (_, th) <- best 2 (multiply small sa sb sc)
  say (printf "Haskell, 1 thread, %d x %d: %.2f GFLOP/s" small small (gflops small th))
  sampled d small sc

  rates <- forM [1 .. max 2 caps] $ \threads -> do
    (_, t) <- best 3 (product3 threads n a b c)
    say (printf "C, %d OpenMP thread%s, %d x %d: %s, %.2f GFLOP/s" threads
      (if threads == 1 then "" else "s" :: String) n n (ms t) (gflops n t))
    sampled d n c
    withForeignPtr c $ \p -> forM_ [0 .. n * n - 1] $ \i -> pokeElemOff p i (0 / 0)
    pure (gflops n t)
  say (printf "speed-up of %d threads: %.2f" caps (rates !! (max 2 caps - 1) / head rates))

  -- Two products at once, from two Haskell threads.
  ends <- replicateM 2 $ do
    own <- matrix n (\_ _ -> 0)
    end <- newEmptyMVar
    _ <- forkIO (product3 caps n a b own >> putMVar end own)
    pure end
  (owns, t) <- timed (mapM takeMVar ends)
  say (printf "two products at once, from two Haskell threads: %s" (ms t))
  mapM_ (sampled d n) owns

gflops :: Int -> Double -> Double
gflops n t = 2 * fromIntegral n ^ (3 :: Int) / t / 1e9

matrix :: Int -> (Int -> Int -> Int) -> IO (ForeignPtr Double)
matrix n entry = do
  m <- mallocForeignPtrArray (n * n)
  withForeignPtr m $ \p ->
    forM_ [0 .. n - 1] $ \i -> forM_ [0 .. n - 1] $ \j -> pokeElemOff p (i * n + j) (fromIntegral (entry i j))
  pure m

product3 :: Int -> Int -> ForeignPtr Double -> ForeignPtr Double -> ForeignPtr Double -> IO ()
product3 threads n a b c = withForeignPtr a $ \pa -> withForeignPtr b $ \pb -> withForeignPtr c $ \pc ->
  c_matmul (fromIntegral threads) (fromIntegral n) pa pb pc

-- | The same loops in Haskell.
multiply :: Int -> ForeignPtr Double -> ForeignPtr Double -> ForeignPtr Double -> IO ()
multiply n a b c = withForeignPtr a $ \pa -> withForeignPtr b $ \pb -> withForeignPtr c $ \pc -> do
  let rows i = when (i < n) (cells i 0 >> rows (i + 1))
      cells i j = when (j < n) (dot i j 0 0 >>= pokeElemOff pc (i * n + j) >> cells i (j + 1))
      dot :: Int -> Int -> Int -> Double -> IO Double
      dot i j k acc
        | k == n = pure acc
        | otherwise = do
            x <- peekElemOff pa (i * n + k)
            y <- peekElemOff pb (k * n + j)
            dot i j (k + 1) (acc + x * y)
  rows 0

sampled :: Demo -> Int -> ForeignPtr Double -> IO ()
sampled d n c = withForeignPtr c $ \p ->
  forM_ [(i, j) | i <- [0, 37 .. n - 1], j <- [0, 41 .. n - 1]] $ \(i, j) -> do
    got <- peekElemOff p (i * n + j)
    checkEq d (printf "entry (%d, %d) of %d" i j n)
      (fromIntegral (sum [entryA i k * entryB k j | k <- [0 .. n - 1]])) got
