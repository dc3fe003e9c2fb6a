-- |
-- Module      : GHC.OpenMP.PkgConfig
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- For build tools that want the C library of this package outside Haskell.
module GHC.OpenMP.PkgConfig
  ( pkgConfigTemplatePath
  ) where

import Paths_ghc_openmp (getDataFileName)

-- | Where the template of @ghcomp.pc@ is: replace @\@prefix\@@, @\@libdir\@@ and @\@includedir\@@ in it, and
-- put the result where @pkg-config@ looks.
--
-- @since 0.1.0
pkgConfigTemplatePath :: IO FilePath
pkgConfigTemplatePath = getDataFileName "data/ghcomp.pc.in"
