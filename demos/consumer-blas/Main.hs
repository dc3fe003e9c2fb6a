-- | A matrix product by OpenBLAS, whose threads are this program's: the runtime inside the program
-- counts the regions that OpenBLAS runs.
module Main (main) where

import Control.Monad (when)
import Foreign.C.Types (CDouble (..), CInt (..), CLong (..))
import Foreign.Marshal.Array (newArray, peekArray)
import Foreign.Ptr (Ptr)
import GHC.OpenMP (ompGetMaxThreads)
import System.Exit (exitFailure)

foreign import ccall safe cblas_dgemm
  :: CInt -> CInt -> CInt -> CInt -> CInt -> CInt -> CDouble -> Ptr CDouble -> CInt
  -> Ptr CDouble -> CInt -> CDouble -> Ptr CDouble -> CInt -> IO ()
foreign import ccall unsafe ghc_omp_regions_served :: IO CLong

main :: IO ()
main = do
  let n = 512
      size = n * n :: Int
      k = fromIntegral n
      rowMajor = 101
      noTrans = 111
  threads <- ompGetMaxThreads
  a <- newArray (replicate size 2)
  b <- newArray (replicate size 3)
  c <- newArray (replicate size 0)
  before <- ghc_omp_regions_served
  cblas_dgemm rowMajor noTrans noTrans k k k 1 a k b k 0 c k
  after <- ghc_omp_regions_served
  result <- peekArray size c
  putStrLn ("dgemm " ++ show n ++ ": " ++ show (after - before) ++ " regions by " ++ show threads ++ " threads")
  when (any (/= 6 * fromIntegral n) result) $ putStrLn "WRONG: the product" >> exitFailure
  when (threads > 1 && after == before) $ putStrLn "WRONG: another runtime served OpenBLAS" >> exitFailure
