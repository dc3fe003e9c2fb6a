{-# LANGUAGE MagicHash #-}
{-# LANGUAGE TemplateHaskellQuotes #-}
{-# LANGUAGE UnboxedTuples #-}
-- |
-- Module      : Language.Cmm.Inline
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : experimental
-- Portability : GHC
--
-- Functions in Cmm, GHC's intermediate language, inside of a Haskell module. A Cmm function is called
-- by a jump, not by a C call, and sees what C cannot: the registers of the Haskell machine, the heap,
-- the thread and its Capability.
--
-- > {-# LANGUAGE GHCForeignImportPrim, MagicHash, QuasiQuotes, UnboxedTuples, UnliftedFFITypes #-}
-- > module Add (addWords, capability) where
-- >
-- > import Language.Cmm.Inline
-- >
-- > [cmm|
-- > /* The sum, and 1 when it does not fit. */
-- > addWords (x :: Word, y :: Word) :: (Word, Word)
-- > {
-- >   W_ sum;
-- >   sum = x + y;
-- >   return (sum, sum < x);
-- > }
-- >
-- > capability () :: IO Int
-- > {
-- >   return (TO_W_ (Capability_no (MyCapability ())));
-- > }
-- > |]
--
-- == What a quotation holds
--
-- Cmm as in a @.cmm@ file, after @#include \"Cmm.h\"@, which is always there. A function whose closing
-- parenthesis is followed by @::@ becomes a Haskell function; its header is
--
-- > name (argument :: type, ...) :: result
--
-- and its body, in braces, is plain Cmm that sees the arguments under these names and ends with
-- @return (value, ...)@ or a jump. All other text is passed on as it is: functions without a Haskell type
-- that only Cmm calls, preprocessor lines, @section@s and @import@s. Functions of one quotation may call
-- each other by name.
--
-- == Types
--
-- +--------------------------------------------------+---------------------------------------+
-- | Haskell                                          | Cmm                                   |
-- +==================================================+=======================================+
-- | @Int#@ @Word#@ @Char#@ @Addr#@ @StablePtr# a@    | @W_@                                  |
-- +--------------------------------------------------+---------------------------------------+
-- | @Double#@, @Float#@                              | @D_@ (@F64@), @F_@ (@F32@)            |
-- +--------------------------------------------------+---------------------------------------+
-- | @Int8#@ ... @Int64#@, @Word8#@ ... @Word64#@     | @I8@ ... @I64@ (GHC 9.2 and later)    |
-- +--------------------------------------------------+---------------------------------------+
-- | any other name that ends in @#@, such as         | @gcptr@                               |
-- | @ByteArray#@, @MutVar# s a@                      |                                       |
-- +--------------------------------------------------+---------------------------------------+
-- | @State# s@                                       | nothing: it is not passed             |
-- +--------------------------------------------------+---------------------------------------+
-- | @Int@ @Word@ @Char@ @Double@ @Float@ @Ptr a@     | as the type inside of the box; a      |
-- | @FunPtr a@                                       | wrapper takes it out and puts it back |
-- +--------------------------------------------------+---------------------------------------+
-- | any other type, type variables too               | @gcptr@, perhaps not evaluated        |
-- +--------------------------------------------------+---------------------------------------+
--
-- The result is a type of the table, a tuple of them (boxed or unboxed) for several values, or
-- @IO@ or @ST s@ of such a type without hashes, @IO ()@ for none. A function without arguments is in @IO@
-- or @ST@. A function that reads or writes
-- anything but its arguments needs @IO@, @ST@ or a @State#@ token, or GHC may share or move its calls.
--
-- Nothing checks that the body keeps to the types of its header. Like any Cmm, a wrong one can
-- destroy the heap.
--
-- == Mistakes
--
-- What GHC says about the Cmm appears in an error at the quotation, with the file and line of the
-- Haskell module: @Add.hs:11:3: error: parse error on input ...@. A name that nothing defines is
-- found by the linker only.
--
-- == Where it works
--
-- With @ghc --make@, @ghc -c@ and Cabal, in static, dynamic and profiled code, in programs and libraries. In
-- GHCi only with @-fobject-code@: the bytecode interpreter loads no foreign files. Cmm differs
-- between versions of GHC: use @#if@ on @__GLASGOW_HASKELL__@, which is defined here too. The compiler
-- is the one that compiles the module; see "Language.Cmm.Inline.Compile" for the order of the search.
module Language.Cmm.Inline
  ( cmm
  , cmmWith
  ) where

import Control.Monad (unless)
import Data.Char (isAlphaNum, isAscii, ord)
import Data.List (dropWhileEnd, intercalate)
import GHC.Exts
  ( Addr#, Any, Char (C#), Char#, Double (D#), Double#, Float (F#), Float#, FunPtr (FunPtr), Int (I#)
  , Int#, Ptr (Ptr), RealWorld, State#, Word (W#), Word#, unsafeCoerce# )
import GHC.ST (ST (ST))
import GHC.IO (IO (IO))
import Language.Cmm.Inline.Compile
import Language.Cmm.Inline.Parse
import Language.Haskell.TH hiding (Type (..))
import qualified Language.Haskell.TH as TH
import Language.Haskell.TH.Quote
import Language.Haskell.TH.Syntax (ForeignSrcLang (RawObject), addForeignFilePath, addTempFile)
import System.FilePath (takeDirectory)

-- | The quasi-quoter, for use at top level.
--
-- @since 0.1.0
cmm :: QuasiQuoter
cmm = cmmWith []

-- | A quasi-quoter with further flags for the compiler, such as @-I@ and @-D@:
--
-- > cmmHere :: QuasiQuoter
-- > cmmHere = cmmWith ["-Icbits", "-DLINE=64"]
--
-- @since 0.1.0
cmmWith :: [String] -> QuasiQuoter
cmmWith flags = QuasiQuoter
  { quoteDec = declarations flags
  , quoteExp = refuse "an expression"
  , quotePat = refuse "a pattern"
  , quoteType = refuse "a type"
  }
 where
  refuse what _ = fail ("inline-cmm: a quotation stands at top level, it cannot be " ++ what)

declarations :: [String] -> String -> Q [Dec]
declarations flags text = do
  here <- location
  let (line, column) = loc_start here
      at above = loc_filename here ++ ":" ++ show (line + above) ++ ":" ++ show (if above == 0 then column else 1) ++ ": error: "
  pieces <- case parsePieces text of
    Left (Problem above why) -> fail ("inline-cmm:\n" ++ at above ++ why)
    Right found -> pure found
  let functions = [(function, symbol here function) | Header _ function <- pieces]
  unless (not (null functions)) $
    fail "inline-cmm: no function with a Haskell type, as in: name (x :: Word) :: Word { ... }"
  needed <- filterM' (fmap not . isExtEnabled) [GHCForeignImportPrim, UnliftedFFITypes]
  unless (null needed) $
    fail ("inline-cmm: this module needs {-# LANGUAGE " ++ intercalate ", " (map show needed) ++ " #-}")
  shapes <- sequence
    [ either (\why -> fail ("inline-cmm:\n" ++ at above ++ why)) pure (shape function)
    | (above, Header _ function) <- zip (scanl (+) 0 (map newlines pieces)) pieces ]

  compiler <- runIO findCompiler >>= either (fail . ("inline-cmm: " ++)) pure
  source <- addTempFile "cmm"
  object <- addTempFile "o"
  let folder = takeDirectory (loc_filename here)
  failed <- runIO $ do
    writeFile source (macros flags ++ cmmSource (loc_filename here) line column shapes functions pieces)
    compileCmm compiler (["-I" ++ folder, "-I."] ++ flags) source object
  case failed of
    Just said -> fail ("inline-cmm: GHC does not accept this Cmm:\n" ++ dropWhileEnd (== '\n') said)
    Nothing -> addForeignFilePath RawObject object
  concat <$> sequence [imports name how | ((_, name), how) <- zip functions shapes]
 where
  newlines piece = length (filter (== '\n') (case piece of { Verbatim code -> code; Header old _ -> old }))
  filterM' p xs = do
    keep <- mapM p xs
    pure [x | (x, True) <- zip xs keep]

-- | The @-D@ and @-U@ among the flags, as lines: which of GHC's options reaches the preprocessor of Cmm
-- depends on its version.
macros :: [String] -> String
macros flags = concatMap line flags
 where
  line flag = case flag of
    '-' : 'D' : definition -> case break (== '=') definition of
      (name, '=' : text) -> "#define " ++ name ++ " " ++ text ++ "\n"
      (name, _) -> "#define " ++ name ++ " 1\n"
    '-' : 'U' : name -> "#undef " ++ name ++ "\n"
    _ -> ""

-- | A symbol that no other module's function has.
symbol :: Loc -> Function -> String
symbol here function =
  intercalate "_" ["inline_cmm", encode (loc_package here), encode (loc_module here), functionName function]
 where
  encode = concatMap (\c -> if isAscii c && isAlphaNum c then [c] else "_" ++ show (ord c) ++ "_")

-- | The file for GHC. Line and column of its code are those of the Haskell module: a line directive
-- gives the first, blanks in front of the first line give the second.
cmmSource :: FilePath -> Int -> Int -> [Shape] -> [(Function, String)] -> [Piece] -> String
cmmSource file line column shapes functions pieces = concat
  [ "#include \"Cmm.h\"\n"
  , concat ["#define " ++ functionName function ++ " " ++ name ++ "\n" | (function, name) <- functions]
  , "#line " ++ show line ++ " " ++ show file ++ "\n"
  , replicate (column - 1) ' '
  , fill shapes pieces
  , "\n"
  ]
 where
  fill left (Verbatim code : rest) = code ++ fill left rest
  fill (how : left) (Header old function : rest) = header old function how ++ fill left rest
  fill _ _ = ""
  -- As long as the text that it replaces where that is possible, and with as many lines.
  header old function how =
    let new = functionName function ++ " (" ++ intercalate ", "
          [t ++ " " ++ x | ((x, _), Just t) <- zip (functionArguments function) (map cmmType (shapeArguments how))] ++ ")"
        newlines = filter (== '\n') old
        lastLine = reverse (takeWhile (/= '\n') (reverse old))
    in if null newlines then new ++ replicate (length old - length new) ' '
       else new ++ newlines ++ map (const ' ') lastLine

-- | How a value is passed, and what box it comes in.
data Value = Value
  { cmmType :: Maybe String           -- ^ 'Nothing': not passed
  , primType :: Q TH.Type
  , box :: Box
  }

data Box = NoBox | Box Name | AnyBox

-- | How a function is called.
data Shape = Shape
  { shapeArguments :: [Value]
  , shapeResults :: [Value]
  , shapeMonad :: Maybe (Name, Q TH.Type)    -- ^ the constructor of 'IO' or 'ST', and its state
  , shapeBoxedTuple :: Bool
  , shapeFunction :: Function
  }

shape :: Function -> Either String Shape
shape function = addName $ do
  arguments <- mapM (value . snd) (functionArguments function)
  let inMonad constructor state result = do
        values <- mapM value (components result)
        case [() | Value { box = NoBox } <- values] of
          [] -> pure (Shape arguments values (Just (constructor, state)) True function)
          _ -> Left "IO and ST give types without hashes"
  case functionResult function of
    App (Con "IO") result -> inMonad 'IO (conT ''RealWorld) result
    App (App (Con "ST") state) result -> inMonad 'ST (hsType state) result
    Tuple [] -> Left "a result of type () needs IO"
    Tuple results -> do
      values <- mapM value results
      noConstant
      case [() | Value { box = NoBox } <- values] of
        [] -> pure (Shape arguments values Nothing True function)
        _ -> Left "a tuple of types with hashes is written (# ... #)"
    result -> do
      values <- mapM value (components result)
      noConstant
      pure (Shape arguments values Nothing False function)
 where
  addName = either (\why -> Left ("in the header of " ++ functionName function ++ ": " ++ why)) Right
  -- An import needs an arrow in its type.
  noConstant
    | null (functionArguments function) = Left "a function without arguments needs IO or ST"
    | otherwise = Right ()
  components result = case result of
    Tuple results -> results
    UnboxedTuple results -> results
    one -> [one]

hsType :: Type -> Q TH.Type
hsType type_ = case type_ of
  Con name -> conT (mkName name)
  Var name -> varT (mkName name)
  App f x -> appT (hsType f) (hsType x)
  Tuple ts -> foldl appT (tupleT (length ts)) (map hsType ts)
  UnboxedTuple ts -> foldl appT (unboxedTupleT (length ts)) (map hsType ts)

value :: Type -> Either String Value
value type_ = case constructor type_ of
  Just name -> case lookup name table of
    Just (code, make) -> Right (make code)
    Nothing | last name == '#' -> Right (Value (Just "gcptr") (hsType type_) NoBox)
    _ -> Right lifted
  Nothing -> case type_ of
    UnboxedTuple _ -> Left "an unboxed tuple can only be the whole result"
    _ -> Right lifted
 where
  constructor t = case t of
    Con name -> Just (reverse (takeWhile (/= '.') (reverse name)))
    App f _ -> constructor f
    _ -> Nothing
  plain code = Value code (hsType type_) NoBox
  boxed name inside code = Value code (conT inside) (Box name)
  lifted = Value (Just "gcptr") (conT ''Any) AnyBox
  word = Just "W_"
  table =
    [ (name, (word, plain)) | name <- ["Int#", "Word#", "Char#", "Addr#", "StablePtr#"] ] ++
    [ (sign ++ show bits ++ "#", (Just ("I" ++ show bits), plain))
    | sign <- ["Int", "Word"], bits <- [8, 16, 32, 64 :: Int] ] ++
    [ ("Double#", (Just "D_", plain)), ("Float#", (Just "F_", plain)), ("State#", (Nothing, plain))
    , ("Int", (word, boxed 'I# ''Int#)), ("Word", (word, boxed 'W# ''Word#)), ("Char", (word, boxed 'C# ''Char#))
    , ("Double", (Just "D_", boxed 'D# ''Double#)), ("Float", (Just "F_", boxed 'F# ''Float#))
    , ("Ptr", (word, boxed 'Ptr ''Addr#)), ("FunPtr", (word, boxed 'FunPtr ''Addr#))
    ]

-- | The import, and a wrapper around it where the header has boxes or a monad.
imports :: String -> Shape -> Q [Dec]
imports name how
  | direct = do
      import_ <- ForeignD . ImportF Prim Safe name public <$> primitive
      pure [import_]
  | otherwise = do
      raw <- newName (functionName function ++ "#")
      import_ <- ForeignD . ImportF Prim Safe name raw <$> primitive
      signature <- sigD public (foldr (arrow . hsType . snd) (hsType (functionResult function)) (functionArguments function))
      pragma_ <- pragInlD public Inline FunLike AllPhases
      wrapper <- wrap raw
      pure [import_, signature, pragma_, wrapper]
 where
  function = shapeFunction how
  public = mkName (functionName function)
  results = shapeResults how
  direct = null [() | Just _ <- [shapeMonad how]] && not (shapeBoxedTuple how)
    && null [() | v <- shapeArguments how ++ results, isBoxed (box v)]
  isBoxed b = case b of { NoBox -> False; _ -> True }
  arrow a b = appT (appT arrowT a) b
  unboxed ts = foldl appT (unboxedTupleT (length ts)) ts

  primitive = case shapeMonad how of
    Just (_, state) ->
      let token = appT (conT ''State#) state
      in foldr (arrow . primType) (arrow token (unboxed (token : map primType results))) (shapeArguments how)
    Nothing -> foldr (arrow . primType) result (shapeArguments how)
     where result = case functionResult function of
             UnboxedTuple _ -> unboxed (map primType results)
             Tuple _ -> unboxed (map primType results)
             _ -> case results of
               [one] -> primType one
               _ -> unboxed (map primType results)

  wrap raw = do
    xs <- mapM (const (newName "x")) (shapeArguments how)
    rs <- mapM (const (newName "r")) results
    s <- newName "s"
    s' <- newName "s"
    let call = foldl appE (varE raw) (zipWith out xs (shapeArguments how))
        back = zipWith into rs results
        whole = case back of
          [one] | not unboxedResult -> one
          _ | unboxedResult -> unboxedTupE back
            | otherwise -> tupE back
        unboxedResult = case functionResult function of { UnboxedTuple _ -> True; _ -> False }
        many = shapeBoxedTuple how || unboxedResult
        body = case shapeMonad how of
          Just (constructor, _) -> appE (conE constructor) $ lamE [varP s] $ caseE (appE call (varE s))
            [match (unboxedTupP (varP s' : map varP rs)) (normalB (unboxedTupE [varE s', whole])) []]
          Nothing -> caseE call
            [match (case map varP rs of { [r] | not many -> r; ps -> unboxedTupP ps }) (normalB whole) []]
    funD public [clause (zipWith pattern_ xs (shapeArguments how)) (normalB body) []]

  pattern_ x v = case box v of
    Box constructor -> conP constructor [varP x]
    _ -> varP x
  out x v = case box v of
    AnyBox -> appE (varE 'unsafeCoerce#) (varE x)
    _ -> varE x
  into r v = case box v of
    Box constructor -> appE (conE constructor) (varE r)
    AnyBox -> appE (varE 'unsafeCoerce#) (varE r)
    NoBox -> varE r
