-- | The Haskell half of a program whose main is C: regions from Haskell while its RTS lives.
module Library () where

import Foreign.C.Types

foreign import ccall safe kernel_sum :: CInt -> CLong -> IO CLong
foreign export ccall haskellSum :: CInt -> CLong -> IO CLong

haskellSum :: CInt -> CLong -> IO CLong
haskellSum = kernel_sum
