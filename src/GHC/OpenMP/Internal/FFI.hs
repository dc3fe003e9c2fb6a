{-# LANGUAGE CApiFFI #-}
-- |
-- Module      : GHC.OpenMP.Internal.FFI
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- Every foreign import of the package, with the reason for its kind. This module keeps no promises
-- between versions: import "GHC.OpenMP".
--
-- All imports go through @capi@: the C compiler checks each against the prototype in the
-- compiler's own @omp.h@.
module GHC.OpenMP.Internal.FFI
  ( -- * Queries
    c_omp_get_num_threads
  , c_omp_get_thread_num
  , c_omp_get_max_threads
  , c_omp_get_num_procs
  , c_omp_in_parallel
  , c_omp_get_level
  , c_omp_get_active_level
    -- * Settings
  , c_omp_set_num_threads
    -- * Time
  , c_omp_get_wtime
  , c_omp_get_wtick
  ) where

import Foreign.C.Types (CDouble (..), CInt (..))

-- unsafe, all of these: a few loads and stores on the calling thread's own record; they never
-- block and never call Haskell. The first call of a process also reads the OMP_* environment,
-- once, which takes some microseconds.

-- | @omp_get_num_threads@.
foreign import capi unsafe "omp.h omp_get_num_threads" c_omp_get_num_threads :: IO CInt

-- | @omp_get_thread_num@.
foreign import capi unsafe "omp.h omp_get_thread_num" c_omp_get_thread_num :: IO CInt

-- | @omp_get_max_threads@.
foreign import capi unsafe "omp.h omp_get_max_threads" c_omp_get_max_threads :: IO CInt

-- | @omp_get_num_procs@.
foreign import capi unsafe "omp.h omp_get_num_procs" c_omp_get_num_procs :: IO CInt

-- | @omp_in_parallel@.
foreign import capi unsafe "omp.h omp_in_parallel" c_omp_in_parallel :: IO CInt

-- | @omp_get_level@.
foreign import capi unsafe "omp.h omp_get_level" c_omp_get_level :: IO CInt

-- | @omp_get_active_level@.
foreign import capi unsafe "omp.h omp_get_active_level" c_omp_get_active_level :: IO CInt

-- | @omp_set_num_threads@.
foreign import capi unsafe "omp.h omp_set_num_threads" c_omp_set_num_threads :: CInt -> IO ()

-- | @omp_get_wtime@.
foreign import capi unsafe "omp.h omp_get_wtime" c_omp_get_wtime :: IO CDouble

-- | @omp_get_wtick@.
foreign import capi unsafe "omp.h omp_get_wtick" c_omp_get_wtick :: IO CDouble
