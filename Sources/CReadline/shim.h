// SPDX-License-Identifier: Apache-2.0
//
// What a module map cannot import of GNU Readline: names that must live for ever, macros, and
// calls that touch the process (locale, environment) around Readline's own.

#ifndef CREADLINE_SHIM_H
#define CREADLINE_SHIM_H

#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

/// The name that `$if` in an inputrc file compares with.
static inline void cr_set_application_name(void) {
  rl_readline_name = "StackFlow";
}

/// Readline neither reads nor writes the terminal: both of its streams lead nowhere.
static inline bool cr_use_silent_streams(void) {
  static FILE *nowhere;
  if (nowhere == NULL) nowhere = fopen("/dev/null", "r+e");
  if (nowhere == NULL) return false;
  rl_instream = nowhere;
  rl_outstream = nowhere;
  return true;
}

/// Whether the process's locale writes characters as UTF-8, after trying to make it so.
///
/// Readline sets LC_CTYPE from the environment whenever a line begins; under LC_ALL=C that leaves
/// it with bytes, so this is called after each of those.
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

/// Initializes Readline without anybody's inputrc. Only before other threads use the environment.
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

/// Drops what is left of a keyboard macro that is being replayed.
static inline void cr_drop_macro(void) {
  if (!RL_ISSTATE(RL_STATE_MACROINPUT)) return;
  rl_free_line_state();
  RL_UNSETSTATE(RL_STATE_MACROINPUT);
}

#endif
