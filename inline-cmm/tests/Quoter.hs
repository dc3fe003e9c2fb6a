-- | A quasi-quoter with flags of its own.
module Quoter (cmmStep) where

import Language.Cmm.Inline (cmmWith)
import Language.Haskell.TH.Quote (QuasiQuoter)

cmmStep :: QuasiQuoter
cmmStep = cmmWith ["-DSTEP=5"]
