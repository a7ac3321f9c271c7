// SPDX-License-Identifier: Apache-2.0
//
// Repairs the state that GNU Readline 8.2 leaves after a key, before the next one. Names that Readline
// exports without declaring them are weak: a Readline without them works without the repair.

#ifndef CREADLINE_SETTLE_H
#define CREADLINE_SETTLE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

/// What was typed before the user moved into the history.
extern HIST_ENTRY *_rl_saved_line_for_history __attribute__((weak));
/// Forgets the key sequences that wait for more.
extern void _rl_keyseq_chain_dispose(void) __attribute__((weak));
/// Drops the innermost macro that is being replayed.
extern void _rl_pop_executing_macro(void) __attribute__((weak));
/// Whether keys that were read have been put back.
extern int _rl_pushed_input_available(void) __attribute__((weak));

/// The beginning of what Readline 8.2 knows of an incremental search.
struct cr_search {
  int type, flags;
  char *string;
  int index, size;
  char **lines, *allocated;
  int count, unused, point, mark, start, last;
  char *previous;
  void *undo, *keymap, *outer_keymap;
  int position, direction, previous_key, key;
  char bytes[MB_LEN_MAX], previous_bytes[MB_LEN_MAX];
  char *line;
  int line_length, line_index;
};

/// The current incremental search.
extern struct cr_search *_rl_iscxt __attribute__((weak));

/// Whether Readline reads what is to be searched for.
static inline bool cr_is_searching(void) {
  return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0;
}

/// Whether it reads that into the line itself.
static inline bool cr_reads_search_in_line(void) { return RL_ISSTATE(RL_STATE_NSEARCH) != 0; }

/// Whether the next key belongs to a numeric argument.
static inline bool cr_is_in_argument(void) { return RL_ISSTATE(RL_STATE_NUMERICARG) != 0; }

/// Whether a macro has keys left.
static inline bool cr_is_replaying(void) { return rl_executing_macro != NULL; }

/// Drops the keys that macros have left, and those that were put back.
static inline void cr_stop_replaying(void) {
  while (rl_executing_macro != NULL && &_rl_pop_executing_macro != NULL) _rl_pop_executing_macro();
  RL_UNSETSTATE(RL_STATE_MACROINPUT);
  rl_clear_pending_input();
  if (&_rl_pushed_input_available == NULL || rl_executing_macro != NULL) return;
  while (_rl_pushed_input_available()) (void)rl_read_key();
}

/// Lets a failed search forward look only within its line.
///
/// Skipping lines shorter than what is searched for, it keeps its place in the line before, and
/// reads from there in the shorter one when it turns back.
static inline void cr_settle_search(void) {
  if (rl_readline_version != 0x0802 || !RL_ISSTATE(RL_STATE_ISEARCH)) return;
  if (&_rl_iscxt == NULL || _rl_iscxt == NULL) return;
  if (_rl_iscxt->line_index > _rl_iscxt->line_length) {
    _rl_iscxt->line_index = _rl_iscxt->line_length;
  }
}

/// Lets a line of the history be read a little beyond its end, as Readline does when it takes words
/// from one that ends with a backslash or with `$(`.
static inline void cr_pad(HIST_ENTRY *entry) {
  if (entry == NULL || entry->line == NULL) return;
  const size_t length = strlen(entry->line);
  char *padded = (char *)realloc(entry->line, length + 4);
  if (padded == NULL) return;
  memset(padded + length, 0, 4);
  entry->line = padded;
}

/// Adds a line to the history.
static inline void cr_add_history(const char *line) {
  add_history(line);
  if (history_length > 0) cr_pad(history_list()[history_length - 1]);
}

/// Whether the last command may be repeated by one that compares with the line which it found, and
/// keeps that line's address.
static inline bool cr_remembers_line(void) {
  return rl_last_func == rl_history_search_forward || rl_last_func == rl_history_search_backward
      || rl_last_func == rl_history_substr_search_forward
      || rl_last_func == rl_history_substr_search_backward;
}

/// Puts the cursor and the mark into the line, where a search that fails leaves them behind it.
static inline void cr_settle_point(void) {
  if (rl_point > rl_end) rl_point = rl_end;
  if (rl_mark > rl_end) rl_mark = rl_end;
}

/// Lets undo lists belong to the line, to the line of the history that it is, and to what is kept:
/// all others are forgotten, since a search may have freed them. Not freed, for the same reason.
static inline void cr_settle_undo_lists(void) {
  HIST_ENTRY *saved = &_rl_saved_line_for_history == NULL ? NULL : _rl_saved_line_for_history;
  // A search for the beginning of a line throws away what is kept; without a beginning it then
  // keeps the line of the history in its place, which stays in the history as well.
  for (int i = 0; i < history_length; i++) {
    HIST_ENTRY *entry = history_list()[i];
    if (entry->data == NULL) continue;
    if (entry != current_history()) {
      entry->data = NULL;
    } else if (saved != NULL && saved->data == entry->data) {
      saved->data = NULL;
    }
  }
  if (current_history() != NULL && saved != NULL && saved->data == (histdata_t)rl_undo_list) {
    saved->data = NULL;
  }
}

/// Puts the line, the history and their undo lists in order after each key.
///
/// A line of the history that is being edited shares its undo list with the line, and the line that
/// was typed before is kept apart with a list of its own. Searches break that: they leave the
/// person at a line of the history with nothing kept, where the next movement would keep the list
/// that the history has as well, and whoever undoes or frees one leaves the other dangling.
static inline void cr_settle(void) {
  if (!RL_ISSTATE(RL_STATE_MULTIKEY) && &_rl_keyseq_chain_dispose != NULL) {
    _rl_keyseq_chain_dispose();
  }
  cr_settle_search();
  if (cr_is_searching()) return;
  cr_settle_undo_lists();
  if (current_history() == NULL) {
    // A search for nothing, when nothing was ever searched for, forgets to give the line back.
    if (&_rl_saved_line_for_history != NULL && _rl_saved_line_for_history != NULL) {
      rl_maybe_unsave_line();
    }
    cr_settle_point();
    return;
  }
  UNDO_LIST *undo = rl_undo_list;
  rl_undo_list = NULL;
  rl_maybe_save_line();
  rl_undo_list = undo;
  if (cr_remembers_line()) {
    current_history()->data = (histdata_t)rl_undo_list;
  } else {
    rl_maybe_replace_line();
    cr_pad(current_history());
  }
  cr_settle_point();
}

/// Forgets the key sequence, the motion, the argument and the search that wait for more keys; a
/// search stays at what it found.
static inline void cr_leave_pending(void) {
  rl_callback_sigcleanup();
  // It leaves these on, and `rl_callback_read_char` would go by them.
  RL_UNSETSTATE(
    RL_STATE_METANEXT | RL_STATE_MOREINPUT | RL_STATE_NUMERICARG | RL_STATE_VIMOTION
    | RL_STATE_MULTIKEY | RL_STATE_CHARSEARCH | RL_STATE_DISPATCHING | RL_STATE_READCMD);
  rl_discard_argument();
}

#endif
