// SPDX-License-Identifier: Apache-2.0
//
// Any program on a pseudo-terminal; the one of StackFlowTesting drives programs that say when they
// wait for a key, and whiptail does not.

#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/// Starts a program, found by PATH, with a terminal of 80 by 24 cells as its standard streams and
/// exactly this environment. Returns its process id, or a negative errno.
pid_t cpt_start(char *const argv[], char *const environment[], int *terminal);

/// Reads once. Returns the count, 0 when the program has ended or the time is over.
ptrdiff_t cpt_read(int terminal, void *bytes, size_t count, int milliseconds);

/// Kills the program, waits for its end and closes the terminal.
void cpt_end(pid_t process, int terminal);

#endif
