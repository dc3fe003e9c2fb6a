{-# LANGUAGE MagicHash #-}
{-# LANGUAGE UnboxedTuples #-}
-- |
-- Module      : GHC.OpenMP.Prim
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- Questions about the calling Haskell thread that cost no foreign call. They are written in Cmm and
-- read the registers of GHC's machine: about the price of reading an 'Data.IORef.IORef'.
--
-- All functions here may be called from any Haskell thread, in and outside of parallel regions,
-- never block, and are safe in callbacks from OpenMP workers. The scheduler may move an unbound
-- thread to another Capability at any allocation, so an answer about the Capability can be old by
-- the time it is used: take it as a hint, for instance to choose one of several counters that are
-- themselves updated atomically.
--
-- There is no such function for the OpenMP thread number: it belongs to the OS thread and lies in
-- thread-local storage, which Cmm cannot reach. 'GHC.OpenMP.ompGetThreadNum' asks for it with an
-- unsafe call.
module GHC.OpenMP.Prim
  ( -- * Capabilities
    capabilityNumber
  , enabledCapabilities
    -- * The calling Haskell thread
  , haskellThread
  , stopRequested
  ) where

import Data.Word (Word64)
import GHC.Exts (Int (I#), Word (W#), isTrue#, (==#))
import GHC.IO (IO (IO))
import GHC.OpenMP.Internal.Prim

-- | Number of the Capability that runs the caller: from 0, below the largest number of Capabilities
-- that the program has had. The same number as that of 'Control.Concurrent.threadCapability' for
-- the calling thread.
--
-- @since 0.1.0
capabilityNumber :: IO Int
capabilityNumber = IO $ \s -> case capabilityNumber# s of (# s', n #) -> (# s', I# n #)
{-# INLINE capabilityNumber #-}

-- | Number of Capabilities in use, as 'Control.Concurrent.getNumCapabilities' gives it.
--
-- @since 0.1.0
enabledCapabilities :: IO Int
enabledCapabilities = IO $ \s -> case enabledCapabilities# s of (# s', n #) -> (# s', I# n #)
{-# INLINE enabledCapabilities #-}

-- | Number of the calling Haskell thread: the one that 'show' gives for its
-- 'Control.Concurrent.ThreadId'. No other thread of the process gets the same, until the counter
-- wraps (32 bits wide before GHC 9.2, then 64).
--
-- @since 0.1.0
haskellThread :: IO Word64
haskellThread = IO $ \s -> case haskellThread# s of (# s', n #) -> (# s', fromIntegral (W# n) #)
{-# INLINE haskellThread #-}

-- | Whether this Capability has been asked to stop, for a garbage collection, a context switch or
-- another thread's message. A thread stops by itself at its next allocation. A loop that does not
-- allocate holds everybody up: it can ask here, every so often, and call
-- 'Control.Concurrent.yield' when the answer is 'True'.
--
-- @since 0.1.0
stopRequested :: IO Bool
stopRequested = IO $ \s -> case stopRequested# s of (# s', n #) -> (# s', isTrue# (n ==# 1#) #)
{-# INLINE stopRequested #-}
