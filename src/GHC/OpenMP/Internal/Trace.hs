-- |
-- Module      : GHC.OpenMP.Internal.Trace
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- Regions in the eventlog. This module keeps no promises between versions: import "GHC.OpenMP".
module GHC.OpenMP.Internal.Trace
  ( traced
  , Span
  , spanBegin
  , spanEnd
  ) where

import Data.IORef (IORef, atomicModifyIORef', newIORef)
import Debug.Trace (traceEventIO)
import qualified GHC.RTS.Flags as RTS
import Control.Exception (finally)
import System.IO.Unsafe (unsafePerformIO)

-- | A stretch of time in the eventlog that has begun.
data Span = Off | Span String

-- | Whether user events go to an eventlog: decided by the RTS options, before @main@.
on :: Bool
on = unsafePerformIO $ do
  flags <- RTS.getTraceFlags
  pure $ case RTS.tracing flags of
    RTS.TraceNone -> False
    _ -> RTS.user flags
{-# NOINLINE on #-}

counter :: IORef Int
counter = unsafePerformIO (newIORef 0)
{-# NOINLINE counter #-}

-- | Writes @START name #n@, when an eventlog is written; n is another number each time. Without an
-- eventlog it is one test.
spanBegin :: String -> IO Span
spanBegin name
  | on = do
      n <- atomicModifyIORef' counter (\k -> (k + 1, k + 1))
      let label = name ++ " #" ++ show n
      traceEventIO ("START " ++ label)
      pure (Span label)
  | otherwise = pure Off

-- | Writes the matching @STOP name #n@.
spanEnd :: Span -> IO ()
spanEnd Off = pure ()
spanEnd (Span label) = traceEventIO ("STOP " ++ label)

-- | An action between its marks.
traced :: String -> IO a -> IO a
traced name act = do
  begun <- spanBegin name
  case begun of
    Off -> act
    _ -> act `finally` spanEnd begun
