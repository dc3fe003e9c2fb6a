-- | The first region of the process runs inside an unsafe call: the caller keeps the only
-- Capability, so no worker may need one.
module Main (main) where

import Check
import Control.Concurrent (getNumCapabilities)
import Control.Monad

main :: IO ()
main = runChecks $ \c -> do
  total <- unsafeSum 4 1000000
  checkEq c "first sum" (sumTo 1000000) total
  caps <- getNumCapabilities
  checkEq c "Capabilities" 1 caps
  unsafeTeam 4 >>= checkEq c "team" 4
  forM_ [1 .. 500] $ \n -> do
    unsafeSum (fromIntegral (n `mod` 6 + 1)) n >>= checkEq c "sum" (sumTo n)
    unsafeTaskSum 4 n >>= checkEq c "sum by tasks" (sumTo n)
  ours <- onLibghcomp
  when ours $ kernelBackend >>= checkEq c "back end" "ghc"
