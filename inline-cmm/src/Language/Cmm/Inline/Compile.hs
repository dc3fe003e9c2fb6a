-- |
-- Module      : Language.Cmm.Inline.Compile
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- Cmm to an object file, by the compiler that is at work. No promises between versions.
module Language.Cmm.Inline.Compile
  ( Compiler (..)
  , findCompiler
  , waysOf
  , compileCmm
  ) where

import Control.Exception (IOException, try)
import Data.List (isInfixOf, isPrefixOf, isSuffixOf)
import Data.Maybe (catMaybes)
import Data.Version (showVersion)
import System.Environment (getArgs, getExecutablePath, lookupEnv)
import System.Exit (ExitCode (..))
import System.FilePath (takeFileName)
import System.Info (fullCompilerVersion)
import System.Process (readProcessWithExitCode)

-- | A program and the arguments that it needs each time.
data Compiler = Compiler FilePath [String]
  deriving (Eq, Show)

-- | The GHC of this process: Cmm is no stable language, and an object file fits one version of the
-- RTS. In order: the program that the environment variable @INLINE_CMM_GHC@ names; this process
-- itself, when it is GHC, with its @-B@ argument; and then, for splices that run elsewhere (an
-- external interpreter, a language server), the variable @GHC@, @ghc-VERSION@ and @ghc@ on the
-- search path. Those are taken only if their version is this one.
findCompiler :: IO (Either String Compiler)
findCompiler = do
  chosen <- lookupEnv "INLINE_CMM_GHC"
  self <- getExecutablePath
  args <- getArgs
  other <- lookupEnv "GHC"
  let version = showVersion fullCompilerVersion
      named = catMaybes [other] ++ ["ghc-" ++ version, "ghc"]
  case chosen of
    Just program -> matching version [program]
    Nothing | isCompiler (takeFileName self) -> pure (Right (Compiler self (filter ("-B" `isPrefixOf`) args)))
            | otherwise -> matching version named
 where
  isCompiler name = "ghc" `isPrefixOf` name && not ("iserv" `isInfixOf` name)
    && not (any (`isPrefixOf` name) ["ghc-pkg", "ghcide"])
  matching version programs = go programs
   where
    go [] = pure . Left $ "no GHC " ++ version ++ " to compile Cmm with; tried: " ++ unwords programs
      ++ ". Set INLINE_CMM_GHC to it."
    go (program : rest) = do
      found <- try (readProcessWithExitCode program ["--numeric-version"] "")
      case found :: Either IOException (ExitCode, String, String) of
        Right (ExitSuccess, out, _) | takeWhile (/= '\n') out == version -> pure (Right (Compiler program []))
        _ -> go rest

-- | The flags of the compilation at work that change the layout of the RTS's objects, and with it the
-- code: profiling and the debug RTS. Read from the command line, because Template Haskell does not tell.
waysOf :: [String] -> [String]
waysOf args = [flag | flag <- ["-prof", "-debug", "-ticky"], flag `elem` args]

-- | Compiles one file. The result is what the compiler said, when it failed.
--
-- @-dynamic -fPIC@ always: such code can be linked into programs, static archives and shared
-- libraries alike, and one quotation makes one object for all of them.
compileCmm :: Compiler -> [String] -> FilePath -> FilePath -> IO (Maybe String)
compileCmm (Compiler program fixed) flags source object = do
  ways <- waysOf <$> getArgs
  outcome <- try $ readProcessWithExitCode program
    (fixed ++ ["-v0", "-O1", "-fPIC", "-dynamic", "-package-env=-", "-dcmm-lint"] ++ ways ++ flags
      ++ ["-c", source, "-o", object]) ""
  pure $ case outcome of
    Left e -> Just ("cannot run " ++ program ++ ": " ++ show (e :: IOException))
    Right (ExitSuccess, _, _) -> Nothing
    Right (ExitFailure n, out, err) -> Just $ case clean (out ++ err) of
      "" -> program ++ " ended with status " ++ show n
      said -> said
 where
  -- The driver's last words tell of temporary files only.
  clean = unlines . filter (not . noise) . dropWhile null . lines
  noise l = "failed in phase" `isInfixOf` l || "Exit code:" `isInfixOf` l && source `isInfixOf` l
    || "exited with" `isInfixOf` l || ": gcc" `isSuffixOf` l
