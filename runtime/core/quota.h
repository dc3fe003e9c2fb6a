/* The CPU quota of the control group this process runs in. */
#ifndef GHO_QUOTA_H
#define GHO_QUOTA_H

/* CPUs' worth of time per period, rounded up, at least 1; 0: no limit, or none that can be read.
 * root: "" for the system's own files, else a directory that holds proc/ and sys/ (tests). */
int gho_quota_cpus (const char *root);

#endif
