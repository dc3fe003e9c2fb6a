-- DEMO: needs=arrays_kernels.c rts=-N2
-- | Shared memory 1: an array handed over between Haskell and OpenMP, again and again. A call is the
-- hand-over: the region has joined when it returns.
module Main (main) where

import Control.Monad
import Foreign.C.Types
import Foreign.Ptr (Ptr)
import GHC.OpenMP.Array
import System.Exit (exitFailure)
import Text.Printf (printf)

-- safe: regions.
foreign import ccall safe arrays_increment :: Ptr CDouble -> CSize -> IO ()
foreign import ccall safe arrays_sum :: Ptr CDouble -> CSize -> IO CDouble

main :: IO ()
main = do
  let n = 1000
      rounds = 200 :: Int
  array <- newPinned n
  -- Haskell writes one element, OpenMP adds 1 to all, Haskell reads what OpenMP wrote.
  seen <- forM [1 .. rounds] $ \k -> do
    writeElem array (k `mod` n) 0
    withMutable array arrays_increment
    (== 1) <$> readElem array (k `mod` n)
  total <- withMemory array arrays_sum
  let want = sum [if i >= 1 && i <= rounds then rounds - i + 1 else rounds | i <- [0 .. n - 1]]
  printf "  %d hand-overs there and back: Haskell saw each of OpenMP's writes %s; sum %.0f\n"
    rounds (show (and seen)) (realToFrac total :: Double)
  unless (and seen && total == fromIntegral want) $ putStrLn "  WRONG" >> exitFailure
