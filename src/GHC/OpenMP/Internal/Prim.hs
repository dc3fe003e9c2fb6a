{-# LANGUAGE GHCForeignImportPrim #-}
{-# LANGUAGE MagicHash #-}
{-# LANGUAGE UnboxedTuples #-}
{-# LANGUAGE UnliftedFFITypes #-}
-- |
-- Module      : GHC.OpenMP.Internal.Prim
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- The imports behind "GHC.OpenMP.Prim", without boxes. This module keeps no promises between
-- versions.
--
-- @prim@, all of these: the Cmm code (@cbits\/ghc_omp_prim.cmm@) reads registers of the Haskell
-- machine, which no C function can see, and a jump is cheaper than any call. Each takes a state
-- token because its answer changes: without one GHC could share one answer between two questions.
module GHC.OpenMP.Internal.Prim
  ( capabilityNumber#
  , haskellThread#
  , enabledCapabilities#
  , stopRequested#
  ) where

import GHC.Exts (Int#, State#, Word#)

-- | Number of the Capability that runs the caller.
foreign import prim "ghc_omp_capability_number" capabilityNumber# :: State# s -> (# State# s, Int# #)

-- | Number in the caller's 'Control.Concurrent.ThreadId'.
foreign import prim "ghc_omp_haskell_thread" haskellThread# :: State# s -> (# State# s, Word# #)

-- | Number of Capabilities in use.
foreign import prim "ghc_omp_enabled_capabilities" enabledCapabilities# :: State# s -> (# State# s, Int# #)

-- | 1 when this Capability has been asked to stop, else 0.
foreign import prim "ghc_omp_stop_requested" stopRequested# :: State# s -> (# State# s, Int# #)
