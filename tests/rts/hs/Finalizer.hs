-- | Regions inside C finalizers, which the RTS runs at a collection and where calling Haskell or
-- waiting for a Capability would not return.
module Main (main) where

import Check
import Control.Concurrent (yield)
import Control.Monad
import Foreign.C.Types
import Foreign.ForeignPtr
import Foreign.Ptr
import System.Mem (performMajorGC)

foreign import ccall unsafe kernel_make :: IO (Ptr ())
foreign import ccall unsafe kernel_finalized :: IO CInt
foreign import ccall "&kernel_finalize" kernelFinalize :: FunPtr (Ptr () -> IO ())

objects :: Int
objects = 100

main :: IO ()
main = runChecks $ \c -> do
  replicateM_ objects (kernel_make >>= newForeignPtr kernelFinalize)
  -- The finalizers of a collection run at or soon after it: collect until all have run. The
  -- script's time limit ends a test where one never returns.
  let wait = do
        performMajorGC
        yield
        n <- kernel_finalized
        when (fromIntegral n < objects - 1) wait
  wait
  kernelSum 4 1000 >>= checkEq c "a region afterwards" (sumTo 1000)
