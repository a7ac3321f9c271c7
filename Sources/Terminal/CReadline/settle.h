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

/// The line that was typed before the user moved into the history.
extern HIST_ENTRY *_rl_saved_line_for_history __attribute__((weak));
/// Discards the innermost macro that's being replayed.
extern void _rl_pop_executing_macro(void) __attribute__((weak));
/// Whether keys that were read have been pushed back.
extern int _rl_pushed_input_available(void) __attribute__((weak));

/// The first members of Readline 8.2's state of an incremental search.
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

/// Whether Readline is reading a search text.
static inline bool cr_is_searching(void) {
  return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0;
}

/// Whether it reads the search text in the line itself.
static inline bool cr_reads_search_in_line(void) { return RL_ISSTATE(RL_STATE_NSEARCH) != 0; }

/// Returns the next byte of the macros that are being replayed; 0 for none.
extern int _rl_next_macro_key(void) __attribute__((weak));

/// Goes back by a byte that has been taken.
extern int _rl_prev_macro_key(void) __attribute__((weak));

/// Takes the next byte of the macros that are being replayed; -1 for none.
static inline int cr_next_macro_byte(void) {
  if (rl_executing_macro == NULL || &_rl_next_macro_key == NULL) return -1;
  const int byte = _rl_next_macro_key();
  return byte == 0 ? -1 : (unsigned char)byte;
}

/// Adds a byte to the macro that's being recorded.
extern void _rl_add_macro_char(int byte) __attribute__((weak));

/// The mark at the end of a paste.
#define CR_PASTE_END "\033[201~"

/// Adds a paste, whose beginning Readline has recorded, to the macro that's being recorded.
static inline void cr_record_paste(const char *text) {
  if (!RL_ISSTATE(RL_STATE_MACRODEF) || &_rl_add_macro_char == NULL) return;
  for (; *text != 0; text++) {
    // The keys after an end within the text would be commands.
    if (strncmp(text, CR_PASTE_END, strlen(CR_PASTE_END)) != 0) _rl_add_macro_char(*text);
  }
  for (text = CR_PASTE_END; *text != 0; text++) _rl_add_macro_char(*text);
}

/// Adds a byte to the macro that's being recorded if it belongs to a character of which Readline has recorded
/// the first byte alone: in overwrite mode, it reads the others itself.
static inline void cr_record_rest(int byte) {
  extern rl_command_func_t *_rl_executing_func __attribute__((weak));
  if (!RL_ISSTATE(RL_STATE_MACRODEF) || !RL_ISSTATE(RL_STATE_MOREINPUT) || (byte & 0xC0) != 0x80) return;
  if (&_rl_add_macro_char == NULL || &_rl_executing_func == NULL) return;
  if (_rl_executing_func == rl_insert || _rl_executing_func == rl_vi_overstrike) _rl_add_macro_char(byte);
}

/// Discards the remaining keys of macros, and keys that were pushed back.
static inline void cr_stop_replaying(void) {
  while (rl_executing_macro != NULL && &_rl_pop_executing_macro != NULL) _rl_pop_executing_macro();
  RL_UNSETSTATE(RL_STATE_MACROINPUT);
  rl_clear_pending_input();
  if (&_rl_pushed_input_available == NULL || rl_executing_macro != NULL) return;
  while (_rl_pushed_input_available()) (void)rl_read_key();
}

/// Allows reading the line of a failed forward search at its offset.
///
/// When it skips lines shorter than the search text, it keeps its offset in the previous line, and
/// reads at that offset in the shorter line when it turns back.
static inline void cr_settle_search(void) {
  static char *padded;
  if (rl_readline_version != 0x0802 || !RL_ISSTATE(RL_STATE_ISEARCH)) return;
  if (&_rl_iscxt == NULL || _rl_iscxt == NULL) return;
  struct cr_search *search = _rl_iscxt;
  if (search->line_index <= search->line_length || search->line == padded) return;
  const size_t length = (size_t)search->line_length;
  const size_t size = (size_t)search->line_index + (size_t)search->index + 1;
  char *line = (char *)calloc(size, 1);
  if (line == NULL) {
    search->line_index = search->line_length;
    return;
  }
  memcpy(line, search->line, length);
  free(padded);
  search->line = padded = line;
}

/// Allows reading a little beyond the end of a history line, as Readline does when it takes words
/// from a line that ends with a backslash or with `$(`.
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

/// Whether the last command may be repeated by one that compares with the line that it found, and
/// keeps that line's address.
static inline bool cr_remembers_line(void) {
  return rl_last_func == rl_history_search_forward || rl_last_func == rl_history_search_backward
      || rl_last_func == rl_history_substr_search_forward
      || rl_last_func == rl_history_substr_search_backward;
}

/// Moves the cursor and the mark back into the line; a failed search leaves them beyond its end.
static inline void cr_settle_point(void) {
  if (rl_point > rl_end) rl_point = rl_end;
  if (rl_mark > rl_end) rl_mark = rl_end;
}

/// Keeps only the undo lists of the line, of the matching history line, and of the saved line. All
/// others are forgotten, because a search may have freed them, and not freed, for the same reason.
static inline void cr_settle_undo_lists(void) {
  HIST_ENTRY *saved = &_rl_saved_line_for_history == NULL ? NULL : _rl_saved_line_for_history;
  // A search for the start of a line discards the saved line. If the start is empty, it then saves
  // the history line in its place, which also stays in the history.
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

/// Repairs the line, the history, and their undo lists after each command.
///
/// A history line that's being edited shares its undo list with the line, and the line that was
/// typed before is saved with its own list. Searches break this: they leave the user at a history
/// line with nothing saved. The next movement then saves the list that the history also has, and
/// undoing or freeing one leaves the other dangling.
static inline void cr_settle(void) {
  if (cr_is_searching()) return;
  cr_settle_undo_lists();
  if (current_history() == NULL) {
    // A search for nothing, if nothing was ever searched for, forgets to restore the line.
    if (&_rl_saved_line_for_history != NULL && _rl_saved_line_for_history != NULL) {
      rl_maybe_unsave_line();
      rl_display_prompt = rl_prompt;
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
    // Readline compares the lists, and an insertion that continues the last one changes none.
    if (strcmp(current_history()->line, rl_line_buffer) != 0) current_history()->data = NULL;
    rl_maybe_replace_line();
    cr_pad(current_history());
  }
  cr_settle_point();
}

#endif
