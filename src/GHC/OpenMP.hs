-- |
-- Module      : GHC.OpenMP
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- OpenMP beside Haskell, on one pool of threads. A program that depends on this package contains
-- the OpenMP runtime: C, C++ and Fortran code built with @gcc -fopenmp@ and linked into the program
-- runs on it. Link with @-threaded@.
--
-- == Calling a kernel
--
-- > foreign import ccall safe "my_kernel" myKernel :: CInt -> IO CDouble
--
-- Use a @safe@ import for a function that runs parallel regions: other Haskell threads keep the
-- Capability while it works, and Haskell callbacks from inside a region are legal. An @unsafe@
-- import works too, but holds the Capability, and with it every garbage collection, until the
-- function returns.
--
-- == Which thread a question is about
--
-- OpenMP answers for the OS thread that asks. A Haskell function called from inside a parallel
-- region sees that region: its team, its thread number, its level. Everywhere else a Haskell
-- thread is outside any region: it is thread 0 of a team of one. An unbound Haskell thread may move
-- to another OS thread between two calls; a bound thread ('Control.Concurrent.forkOS',
-- 'Control.Concurrent.runInBoundThread', @main@) stays.
--
-- All functions here are legal inside and outside regions, never block, and keep the calling
-- thread's Capability for the few nanoseconds that they take.
module GHC.OpenMP
  ( -- * Teams
    ompGetNumThreads
  , ompGetThreadNum
  , ompGetMaxThreads
  , ompSetNumThreads
  , ompGetNumProcs
    -- * Where the caller is
  , ompInParallel
  , ompGetLevel
  , ompGetActiveLevel
    -- * Time
  , ompGetWtime
  , ompGetWtick
  ) where

import GHC.OpenMP.Internal.FFI

-- | Number of threads in the team that runs the caller: 1 outside a parallel region.
--
-- @since 0.1.0
ompGetNumThreads :: IO Int
ompGetNumThreads = fromIntegral <$> c_omp_get_num_threads

-- | Number of the calling thread within its team, from 0 to 'ompGetNumThreads' minus 1; 0 outside
-- a parallel region.
--
-- @since 0.1.0
ompGetThreadNum :: IO Int
ompGetThreadNum = fromIntegral <$> c_omp_get_thread_num

-- | Number of threads that a region started here, without a size of its own, would ask for. By
-- default that is the number of Capabilities, and it follows
-- 'Control.Concurrent.setNumCapabilities'; @OMP_NUM_THREADS@ and 'ompSetNumThreads' win over it.
--
-- @since 0.1.0
ompGetMaxThreads :: IO Int
ompGetMaxThreads = fromIntegral <$> c_omp_get_max_threads

-- | Sets how many threads later regions of the calling OS thread ask for, when they have no size of
-- their own. Call it in a bound thread (@main@ is one), or an unbound Haskell thread may leave the
-- setting behind on another OS thread. To size all regions of the program at once use
-- @OMP_NUM_THREADS@, @+RTS -N@ or 'Control.Concurrent.setNumCapabilities'.
--
-- @since 0.1.0
ompSetNumThreads :: Int -> IO ()
ompSetNumThreads = c_omp_set_num_threads . fromIntegral . max 0 . min 2147483647

-- | Number of processors that OpenMP threads may use.
--
-- @since 0.1.0
ompGetNumProcs :: IO Int
ompGetNumProcs = fromIntegral <$> c_omp_get_num_procs

-- | Whether the caller runs inside a parallel region of more than one thread.
--
-- @since 0.1.0
ompInParallel :: IO Bool
ompInParallel = (/= 0) <$> c_omp_in_parallel

-- | Number of nested parallel regions around the caller, those of one thread included.
--
-- @since 0.1.0
ompGetLevel :: IO Int
ompGetLevel = fromIntegral <$> c_omp_get_level

-- | Number of nested parallel regions of more than one thread around the caller.
--
-- @since 0.1.0
ompGetActiveLevel :: IO Int
ompGetActiveLevel = fromIntegral <$> c_omp_get_active_level

-- | Seconds since some time in the past that stays the same while the process runs.
--
-- @since 0.1.0
ompGetWtime :: IO Double
ompGetWtime = realToFrac <$> c_omp_get_wtime

-- | Seconds between two ticks of the clock of 'ompGetWtime'.
--
-- @since 0.1.0
ompGetWtick :: IO Double
ompGetWtick = realToFrac <$> c_omp_get_wtick
