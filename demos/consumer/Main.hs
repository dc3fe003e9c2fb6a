-- | All that a program needs to use OpenMP: a dependency on ghc-openmp, a C file compiled with
-- @cc-options: -fopenmp@, and @ghc-options: -threaded@.
module Main (main) where

import Control.Monad (when)
import Foreign.C.Types (CDouble (..), CLong (..))
import Foreign.Marshal.Array (withArrayLen)
import Foreign.Ptr (Ptr)
import GHC.OpenMP (ompGetMaxThreads)
import System.Exit (exitFailure)

-- safe: other Haskell threads keep running while the kernel works.
foreign import ccall safe "dot" c_dot :: CLong -> Ptr CDouble -> Ptr CDouble -> IO CDouble

main :: IO ()
main = do
  threads <- ompGetMaxThreads
  product' <- withArrayLen [1 .. 1000] $ \n xs -> c_dot (fromIntegral n) xs xs
  putStrLn ("dot product " ++ show product' ++ " by " ++ show threads ++ " threads")
  when (product' /= 333833500) exitFailure
