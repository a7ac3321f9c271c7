// SPDX-License-Identifier: Apache-2.0
//
// Any program on a pseudo-terminal. StackFlowTesting drives only programs that report when they wait
// for a key, and whiptail doesn't.

#ifndef CMEASUREDPROGRAM_H
#define CMEASUREDPROGRAM_H

#include <stddef.h>
#include <sys/types.h>

/// Starts a program, found by PATH, with a terminal of 80 by 24 cells as its standard streams and
/// exactly this environment. Returns its process id, or a negative errno.
pid_t cmp_start(char *const argv[], char *const environment[], int *terminal);

/// Reads once. Returns the count, or 0 if the program has ended or the time is over.
ptrdiff_t cmp_read(int terminal, void *bytes, size_t count, int milliseconds);

/// Kills the program, waits for it to end, and closes the terminal.
void cmp_end(pid_t process, int terminal);

#endif
