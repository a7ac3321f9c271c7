// SPDX-License-Identifier: Apache-2.0
//
// Parts of GNU Readline that a module map can't import: names that must live forever, macros, and
// calls that change the process (locale, environment) around Readline's own.

#ifndef CREADLINE_SHIM_H
#define CREADLINE_SHIM_H

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settle.h"

/// Sets the name that `$if` in an inputrc file compares with.
static inline void cr_set_application_name(void) {
  rl_readline_name = "StackFlow";
}

/// Makes Readline neither read nor write the terminal: both of its streams go to /dev/null.
static inline bool cr_use_silent_streams(void) {
  static FILE *nowhere;
  if (nowhere == NULL) nowhere = fopen("/dev/null", "r+e");
  if (nowhere == NULL) return false;
  rl_instream = nowhere;
  rl_outstream = nowhere;
  return true;
}

/// Tries to make the process's locale use UTF-8, and returns whether it does.
///
/// Readline sets LC_CTYPE from the environment whenever a line begins; under LC_ALL=C the locale is
/// then bytes, so call this after each of those.
static inline bool cr_use_utf8(void) {
  static const char *const names[] = {"", "C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"};
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (setlocale(LC_CTYPE, names[i]) != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) {
      return true;
    }
  }
  return false;
}

/// Initializes Readline without any inputrc. Call this only before other threads use the
/// environment.
static inline void cr_initialize_without_inputrc(void) {
  const char *now = getenv("INPUTRC");
  char *before = now == NULL ? NULL : strdup(now);
  setenv("INPUTRC", "/dev/null", 1);
  rl_initialize();
  if (before == NULL) {
    unsetenv("INPUTRC");
  } else {
    setenv("INPUTRC", before, 1);
    free(before);
  }
}

/// Whether the last command inserted the typed character.
static inline bool cr_has_inserted(void) { return rl_last_func == rl_insert; }

/// The maximum size in bytes that keys give a line. Readline itself has no limit, and ends the process
/// when memory runs out.
static inline int *cr_line_limit(void) {
  static int limit = 1 << 16;
  return &limit;
}

/// Resets the limit at the start of a line.
static inline void cr_reset_room(void) {
  *cr_line_limit() = 1 << 16;
}

/// Raises the limit for a text that's put into the line as a whole, plus some more.
static inline void cr_make_room(int bytes) {
  if (bytes < INT_MAX / 4 && rl_end < INT_MAX / 4 && bytes + rl_end + (1 << 16) > *cr_line_limit()) {
    *cr_line_limit() = bytes + rl_end + (1 << 16);
  }
}

/// Keeps the line within its limit.
static inline void cr_limit_line(void) {
  const int limit = *cr_line_limit();
  if (rl_end <= limit) return;
  int end = limit;
  while (end > 0 && ((unsigned char)rl_line_buffer[end] & 0xC0) == 0x80) end--;
  rl_delete_text(end, rl_end);
  if (rl_point > end) rl_point = end;
  if (rl_mark > end) rl_mark = end;
}

/// Limits the repetitions of the next command: otherwise, a few keys of a numeric argument would insert a
/// letter two billion times. Sixty repetitions are always possible, for vi's `p`.
static inline void cr_limit_argument(void) {
  static int longest = 1;
  const int limit = *cr_line_limit();
  if (rl_end > longest) longest = rl_end < limit ? rl_end : limit;
  int most = limit / longest > 60 ? limit / longest : 60;
  if (rl_numeric_arg > most) rl_numeric_arg = most;
  if (rl_numeric_arg < -most) rl_numeric_arg = -most;
}

#endif
