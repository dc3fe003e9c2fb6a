/* Nothing but a name: this library is linked with GHC's threaded RTS and base, so that loading it
 * brings them into a process that has no RTS.  See ghc_boot.c. */
int ghcomp_rts_shim = 1;
