// SPDX-License-Identifier: Apache-2.0
//
// Parts of GNU Readline that a module map can't import: names that must live forever, macros, and
// calls that change the process (locale, environment) around Readline's own.

#ifndef CREADLINE_SHIM_H
#define CREADLINE_SHIM_H

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <setjmp.h>
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

/// Whether Readline is in the middle of something that the next key belongs to.
static inline bool cr_expects_more(void) {
  return RL_ISSTATE(
             RL_STATE_METANEXT | RL_STATE_MOREINPUT | RL_STATE_ISEARCH | RL_STATE_NSEARCH
             | RL_STATE_VIMOTION | RL_STATE_MULTIKEY | RL_STATE_CHARSEARCH)
      != 0;
}

/// Whether the next byte continues a key sequence (as after Ctrl-X).
static inline bool cr_is_in_sequence(void) {
  return RL_ISSTATE(RL_STATE_MULTIKEY | RL_STATE_METANEXT) != 0;
}

/// Whether the last command inserted the typed character.
static inline bool cr_has_inserted(void) { return rl_last_func == rl_insert; }

/// Where Readline jumps to when a command is aborted (Ctrl-G, a macro that doesn't exist).
extern sigjmp_buf _rl_top_level __attribute__((weak));

struct cr_frame {
  sigjmp_buf place;
  bool is_live;
};

static inline struct cr_frame *cr_frame(void) {
  static struct cr_frame frame;
  return &frame;
}

// If one call of `rl_callback_read_char` reads several keys, as it does for macros and for a key
// sequence that ends a search, and a later key aborts, Readline 8.2 jumps into a frame that has
// returned: only the first key sets the jump target. Readline calls this function right before
// every such jump.
static inline void cr_redisplay(void) {
  struct cr_frame *frame = cr_frame();
  if (frame->is_live && &_rl_top_level != NULL) {
    memcpy(&_rl_top_level, &frame->place, sizeof frame->place);
  }
  // Called after each command, this makes `rl_callback_read_char` return, so the commands of a
  // macro run one by one, each within the limits.
  if (!RL_ISSTATE(RL_STATE_DISPATCHING)) RL_UNSETSTATE(RL_STATE_MACROINPUT);
}

/// Makes Readline draw nothing. Call this from the Swift file that also calls `cr_read_char`,
/// because each file has its own copy of the frame.
static inline void cr_install_redisplay(void) {
  rl_redisplay_function = cr_redisplay;
}

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

/// Keeps the line within its limit, and so limits the repetitions of the next command: otherwise, a
/// few keys of a numeric argument would insert a letter two billion times. Sixty repetitions are
/// always possible, for vi's `p`.
static inline void cr_keep_within_limit(void) {
  static int longest = 1;
  const int limit = *cr_line_limit();
  if (!cr_expects_more() && rl_end > limit) {
    int end = limit;
    while (end > 0 && ((unsigned char)rl_line_buffer[end] & 0xC0) == 0x80) end--;
    rl_delete_text(end, rl_end);
    if (rl_point > end) rl_point = end;
    if (rl_mark > end) rl_mark = end;
  }
  if (rl_end > longest) longest = rl_end < limit ? rl_end : limit;
  int most = limit / longest > 60 ? limit / longest : 60;
  if (rl_numeric_arg > most) rl_numeric_arg = most;
  if (rl_numeric_arg < -most) rl_numeric_arg = -most;
}

/// Calls `rl_callback_read_char`, and catches every abort.
static __attribute__((noinline)) void cr_read_char(void) {
  struct cr_frame *frame = cr_frame();
  if (sigsetjmp(frame->place, 0) == 0) {
    frame->is_live = true;
    if (cr_is_replaying()) RL_SETSTATE(RL_STATE_MACROINPUT);
    rl_callback_read_char();
  }
  cr_frame()->is_live = false;
  cr_settle();
  cr_keep_within_limit();
}

#endif
