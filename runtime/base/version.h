#ifndef GHO_VERSION_H
#define GHO_VERSION_H

#define GHO_VERSION "0.1.0" /* as in ghc-openmp.cabal */

#endif
