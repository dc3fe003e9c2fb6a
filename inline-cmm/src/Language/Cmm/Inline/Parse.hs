-- |
-- Module      : Language.Cmm.Inline.Parse
-- Copyright   : (c) the ghc-openmp authors
-- License     : BSD-3-Clause
-- Stability   : internal
-- Portability : GHC
--
-- The text of a quotation: where functions with a Haskell type begin, and what those types are.
-- Everything else is left as it is, for GHC's own Cmm parser to judge. No promises between versions.
module Language.Cmm.Inline.Parse
  ( Piece (..)
  , Function (..)
  , Type (..)
  , Problem (..)
  , parsePieces
  ) where

import Data.Char (isAlpha, isAlphaNum, isDigit, isLower, isSpace)

-- | A quotation in order: text to copy, and the headers in it.
data Piece
  = Verbatim String
  | Header String Function    -- ^ with the text that it takes the place of
  deriving (Eq, Show)

-- | @name (argument :: type, ...) :: result@.
data Function = Function
  { functionName :: String
  , functionArguments :: [(String, Type)]
  , functionResult :: Type
  } deriving (Eq, Show)

-- | As much of Haskell's types as headers need.
data Type
  = Con String                -- ^ a constructor, perhaps qualified
  | Var String
  | App Type Type
  | Tuple [Type]              -- ^ @()@, or two and more components
  | UnboxedTuple [Type]
  deriving (Eq, Show)

-- | What is wrong with a header, and how many lines of the quotation lie above it.
data Problem = Problem Int String
  deriving (Eq, Show)

-- | Splits a quotation. A function is one with a Haskell type when @::@ follows its closing
-- parenthesis.
parsePieces :: String -> Either Problem [Piece]
parsePieces = fmap merge . top 0 True

merge :: [Piece] -> [Piece]
merge (Verbatim a : Verbatim b : rest) = merge (Verbatim (a ++ b) : rest)
merge (piece : rest) = piece : merge rest
merge [] = []

linesIn :: String -> Int
linesIn = length . filter (== '\n')

-- | Outside of braces. The flag tells that only blanks precede on the line.
top :: Int -> Bool -> String -> Either Problem [Piece]
top line start text = case text of
  [] -> Right []
  '#' : _ | start -> copy (directive text)
  '{' : _ -> block line text >>= copy
  c : _
    | Just skipped <- blank text -> copy skipped
    | isAlpha c || c == '_' -> case header text of
        NotTyped -> copy (span isName text)
        Typed source result rest -> case result of
          Left why -> Left (Problem line why)
          Right function -> (Header source function :) <$> top (line + linesIn source) False rest
    | otherwise -> copy (splitAt 1 text)
 where
  copy (a, rest) = (Verbatim a :) <$> top (line + linesIn a) (blankStart a) rest
  blankStart a = case break (== '\n') (reverse a) of
    (after, newline) -> all isSpace after && (start || not (null newline))

-- | A preprocessor line with its continuations.
directive :: String -> (String, String)
directive text = case break (== '\n') text of
  (a, '\n' : rest) | not (null a), last a == '\\' -> let (b, rest') = directive rest in (a ++ '\n' : b, rest')
  found -> found

-- | A comment or a string at the beginning of the text: what Cmm does not read as code.
quoted :: String -> Maybe (String, String)
quoted text = case text of
  '/' : '*' : rest -> let (a, b) = comment rest in Just ("/*" ++ a, b)
  '/' : '/' : _ -> Just (break (== '\n') text)
  '"' : rest -> let (a, b) = string rest in Just ('"' : a, b)
  _ -> Nothing
 where
  comment ('*' : '/' : rest) = ("*/", rest)
  comment (c : rest) = let (a, b) = comment rest in (c : a, b)
  comment [] = ([], [])
  string ('\\' : c : rest) = let (a, b) = string rest in ('\\' : c : a, b)
  string ('"' : rest) = ("\"", rest)
  string (c : rest) = let (a, b) = string rest in (c : a, b)
  string [] = ([], [])

-- | Space, a comment or a string at the beginning of the text.
blank :: String -> Maybe (String, String)
blank text = case quoted text of
  Nothing | c : rest <- text, isSpace c -> Just ([c], rest)
  found -> found

-- | A block in braces, blocks in it included.
block :: Int -> String -> Either Problem (String, String)
block line = go (0 :: Int)
 where
  go depth text = case text of
    [] -> Left (Problem line "the block that begins here has no closing brace")
    c : rest
      | Just (a, after) <- quoted text -> prepend a (go depth after)
      | c == '{' -> prepend "{" (go (depth + 1) rest)
      | c == '}', depth == 1 -> Right ("}", rest)
      | c == '}' -> prepend "}" (go (depth - 1) rest)
      | otherwise -> prepend [c] (go depth rest)
  prepend a = fmap (\(b, rest) -> (a ++ b, rest))

data HeaderResult
  = NotTyped
  | Typed String (Either String Function) String

-- | A header, from its name to just before the opening brace.
header :: String -> HeaderResult
header text
  | '(' : afterParen <- rest1
  , Just (inside, rest2) <- closing afterParen
  , ':' : ':' : rest3 <- skip rest2
  , (result, rest4) <- break (`elem` "{;") rest3
  = Typed (take (length text - length rest4) text) (build inside result rest4) rest4
  | otherwise = NotTyped
 where
  (name, rest0) = span isName text
  rest1 = skip rest0
  build inside result after = context $ do
    arguments <- mapM argument (commas inside)
    resultType <- parseType result
    case after of
      '{' : _ -> pure (Function name arguments resultType)
      _ -> Left "a body in braces must follow the result's type"
  context = either (\why -> Left ("in the header of " ++ name ++ ": " ++ why)) Right
  argument source = case break (== ':') source of
    (x, ':' : ':' : type_)
      | x'@(first : _) <- trim (skip x), all isName x', not (isDigit first) -> (,) x' <$> parseType type_
    _ -> Left ("an argument is written name :: type, not \"" ++ trim source ++ "\"")

trim :: String -> String
trim = f . f where f = reverse . dropWhile isSpace

skip :: String -> String
skip text = maybe text (skip . snd) (blank text)

-- | Up to the parenthesis that closes one already open.
closing :: String -> Maybe (String, String)
closing = go (0 :: Int) []
 where
  go depth seen text = case text of
    ')' : rest | depth == 0 -> Just (reverse seen, rest)
               | otherwise -> go (depth - 1) (')' : seen) rest
    '(' : rest -> go (depth + 1) ('(' : seen) rest
    c : rest -> go depth (c : seen) rest
    [] -> Nothing

-- | Splits at commas outside of parentheses; nothing for blank text.
commas :: String -> [String]
commas source | all isSpace source = []
              | otherwise = go (0 :: Int) [] source
 where
  go depth seen text = case text of
    ',' : rest | depth == 0 -> reverse seen : go 0 [] rest
    c : rest -> go (depth + delta c) (c : seen) rest
    [] -> [reverse seen]
  delta c | c == '(' = 1
          | c == ')' = -1
          | otherwise = 0

isName :: Char -> Bool
isName c = isAlphaNum c || c == '_'

-- Types.

data Token = Word String | Open | Close | OpenHash | CloseHash | Comma
  deriving (Eq, Show)

parseType :: String -> Either String Type
parseType source = do
  tokens <- tokenize source
  (type_, rest) <- application tokens
  if null rest then pure type_ else Left (malformed source)
 where
  malformed s = "\"" ++ trim s ++ "\" is not a type that inline-cmm reads"

  tokenize text = case text of
    [] -> Right []
    '(' : '#' : rest -> (OpenHash :) <$> tokenize rest
    '#' : ')' : rest -> (CloseHash :) <$> tokenize rest
    '(' : rest -> (Open :) <$> tokenize rest
    ')' : rest -> (Close :) <$> tokenize rest
    ',' : rest -> (Comma :) <$> tokenize rest
    c : rest
      | Just (_, after) <- blank text -> tokenize after
      | isAlpha c || c == '_' ->
          let (word, after) = span (\k -> isName k || k == '.' || k == '\'') text
              (hashes, after') = span (== '#') after
              -- "Int# #)" and "Int##)": the last hash before a parenthesis closes a tuple.
              (own, after'') = case after' of
                ')' : _ | length hashes > 1 -> (init hashes, '#' : after')
                _ -> (hashes, after')
          in (Word (word ++ own) :) <$> tokenize after''
      | otherwise -> Left (malformed (c : rest))

  application tokens = do
    (function, rest) <- atom tokens
    arguments function rest
  arguments function tokens = case tokens of
    t : _ | startsAtom t -> do
      (argument, rest) <- atom tokens
      arguments (App function argument) rest
    _ -> Right (function, tokens)
  startsAtom t = case t of
    Word _ -> True
    Open -> True
    OpenHash -> True
    _ -> False

  atom tokens = case tokens of
    Word w : rest | any (\c -> isLower c || c == '_') (take 1 w) -> Right (Var w, rest)
                  | otherwise -> Right (Con w, rest)
    Open : Close : rest -> Right (Tuple [], rest)
    Open : rest -> do
      (components, after) <- list Close rest
      pure (case components of { [one] -> one; _ -> Tuple components }, after)
    OpenHash : CloseHash : rest -> Right (UnboxedTuple [], rest)
    OpenHash : rest -> do
      (components, after) <- list CloseHash rest
      pure (UnboxedTuple components, after)
    _ -> Left (malformed source)

  list end tokens = do
    (first, rest) <- application tokens
    case rest of
      Comma : more -> do
        (others, after) <- list end more
        pure (first : others, after)
      t : after | t == end -> Right ([first], after)
      _ -> Left (malformed source)
