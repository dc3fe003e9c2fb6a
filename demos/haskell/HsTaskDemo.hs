-- | OpenMP tasks started from Haskell, and Haskell functions run as tasks.
-- DEMO: needs=HsTaskDemo.c rts=-N2
module Main (main) where

import Control.Concurrent
import Control.Exception (bracket)
import Control.Monad
import Data.IORef
import Data.List (intercalate)
import qualified Data.Map.Strict as Map
import Demo
import Foreign.C.Types
import Foreign.Ptr (FunPtr, freeHaskellFunPtr)
import Text.Printf (printf)

type Visit = CInt -> CInt -> CLong -> IO CLong

foreign import ccall safe "task_fib" c_fib :: CInt -> CInt -> CInt -> IO CLong
foreign import ccall safe "task_queens" c_queens :: CInt -> CInt -> IO CLong
foreign import ccall safe "task_wavefront" c_wavefront :: CInt -> CInt -> IO CLong
-- Calls back.
foreign import ccall safe "task_tree" c_tree :: CInt -> CInt -> FunPtr Visit -> IO CLong
foreign import ccall "wrapper" newVisit :: Visit -> IO (FunPtr Visit)

main :: IO ()
main = demo 7 $ \d -> do
  caps <- getNumCapabilities
  let team = max 2 caps
  forM_ [1, team] $ \threads -> do
    let k = fromIntegral threads
    say (printf "%d thread%s" threads (if threads == 1 then "" else "s" :: String))
    (fib, tf) <- best 2 (c_fib k 25 12)
    note (printf "fib 25, a task for each call above 12: %s" (ms tf))
    checkEq d "fib" 75025 fib
    (queens, tq) <- best 2 (c_queens k 9)
    note (printf "9 queens, a task for each of the first three rows' choices: %s" (ms tq))
    checkEq d "queens" 352 queens
    (paths, tw) <- best 2 (c_wavefront k 16)
    note (printf "lattice paths on 16 x 16, a task for each cell, ordered by depend clauses: %s" (ms tw))
    checkEq d "paths" (choose 30 15) (fromIntegral paths)

  -- A Haskell function is the body of each task of a tree.
  seen <- newIORef Map.empty
  let visit depth thread index = do
        me <- myThreadId
        atomicModifyIORef' seen (\m -> (Map.insertWith (++) (fromIntegral thread :: Int) [(depth, index, me)] m, ()))
        pure (index + 1)
      depth = 10
      nodes = 2 ^ (depth + 1) - 1 :: Int
  (total, t) <- timed (bracket (newVisit visit) freeHaskellFunPtr (c_tree (fromIntegral team) (fromIntegral depth)))
  calls <- readIORef seen
  say (printf "a tree of %d tasks, each calls Haskell: %s, %s" nodes (ms t)
    (intercalate ", " [printf "%d by thread %d" (length cs) n | (n, cs) <- Map.toList calls]))
  checkEq d "number of calls" nodes (sum (map length (Map.elems calls)))
  checkEq d "sum of the results" (sum [1 .. fromIntegral nodes]) total
  check d "thread numbers" (all (\n -> n >= 0 && n < team) (Map.keys calls))

choose :: Integer -> Integer -> Integer
choose n k = product [n - k + 1 .. n] `div` product [1 .. k]
