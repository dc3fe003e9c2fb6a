{-# LANGUAGE CApiFFI #-}

-- | tests/stress/soak.c with a Haskell program as its host: some leaves of its random programs are callbacks, in
-- whatever context the construct around them has, while the heap is collected without pause.
module Main (main) where

import Control.Concurrent
import Control.Monad
import Data.Bits
import Data.Word
import Foreign.C.Types
import Foreign.Ptr
import System.Environment
import System.Mem (performGC)

foreign import ccall safe "soak_rounds" soakRounds :: FunPtr (Word64 -> IO Word64) -> Word64 -> CDouble -> IO Word64

foreign import ccall "wrapper" newLeaf :: (Word64 -> IO Word64) -> IO (FunPtr (Word64 -> IO Word64))

mix :: Word64 -> Word64
mix x = b `xor` (b `shiftR` 31)
  where
    a = (x `xor` (x `shiftR` 30)) * 0xbf58476d1ce4e5b9
    b = (a `xor` (a `shiftR` 27)) * 0x94d049bb133111eb

main :: IO ()
main = do
  seconds <- maybe 5 read <$> lookupEnv "SOAK_SECONDS"
  seed <- maybe 1 read <$> lookupEnv "SOAK_SEED"
  void . forkIO . forever $ performGC >> threadDelay 200
  leaf <- newLeaf $ \x ->
    if x .&. 7 == 0
      then do
        box <- newEmptyMVar
        _ <- forkIO (yield >> putMVar box (mix x))
        takeMVar box
      else pure (mix x)
  void (soakRounds leaf seed (realToFrac (seconds :: Double)))
