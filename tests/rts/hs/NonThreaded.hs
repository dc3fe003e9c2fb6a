-- | On the non-threaded RTS: results are right (the script checks what is printed).
module Main (main) where

import Check
import Control.Monad

main :: IO ()
main = runChecks $ \c ->
  forM_ [1 .. 100] $ \n -> do
    kernelSum 4 n >>= checkEq c "sum" (sumTo n)
    kernelTaskSum 4 n >>= checkEq c "sum by tasks" (sumTo n)
    kernelSum 0 n >>= checkEq c "sum, default size" (sumTo n)
