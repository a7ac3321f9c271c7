// SPDX-License-Identifier: Apache-2.0
//
// A call of `readline()` that runs on a stack of its own and returns to its caller wherever it waits for a
// key. Readline's own interface for that, `rl_callback_read_char`, edits differently: `2d2w` removes 22 words
// there, and a key that waits for its operand isn't known from outside.
//
// Call these functions from one Swift file, because each file has its own copy of the call.

#ifndef CREADLINE_CALL_H
#define CREADLINE_CALL_H

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "settle.h"
#include "shim.h"

/// The size of the stack in bytes, beside the page that guards its end.
#define CR_STACK_SIZE ((size_t)1 << 20)

struct cr_call {
  ucontext_t caller, callee;
  void *stack;
  /// Whether `readline()` hasn't returned.
  bool is_running;
  /// Whether what waits for more keys gets none.
  bool is_leaving;
  /// Whether the line gets no more keys.
  bool is_ending;
  /// The keys that were given to the current search so that it ends.
  int nudges;
  /// The command that one of the program has run in its place, and that the next may continue; null for none.
  rl_command_func_t *last;
  /// The text that `readline()` has returned.
  char *line;
  /// Returns the next byte of a key, or -1 for none yet.
  int (*next_byte)(void);
  /// Called between two commands.
  void (*did_command)(void);
};

static inline struct cr_call *cr_call(void) {
  static struct cr_call call;
  return &call;
}

/// Whether the next key belongs to the one before: a key sequence, an operand, an argument, or a search.
static inline bool cr_expects_more(void) {
  return cr_call()->is_running && !RL_ISSTATE(RL_STATE_READCMD);
}

/// Ends the line with its text, at the end of a character.
///
/// In vi mode, an operator, a count, and a key that moves nothing leave another end, from which Readline would
/// search for ever.
static inline void cr_settle_end(void) {
  const size_t length = strlen(rl_line_buffer);
  if (length < (size_t)rl_end) rl_end = (int)length;
  int start = rl_end;
  while (start > 0 && rl_end - start < 3 && ((unsigned char)rl_line_buffer[start - 1] & 0xC0) == 0x80) {
    start--;
  }
  const unsigned char first = start > 0 ? (unsigned char)rl_line_buffer[start - 1] : 0;
  const int size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  if (rl_end - start + 1 < size) rl_end = start - 1;
  rl_line_buffer[rl_end] = 0;
}

static inline void cr_between_commands(void) {
  if (cr_call()->last != NULL) rl_last_func = cr_call()->last;
  cr_call()->last = NULL;
  cr_settle_end();
  cr_settle_point();
  cr_settle();
  cr_limit_line();
  if (cr_call()->did_command != NULL) cr_call()->did_command();
}

/// Whether an operator of vi reads the argument of its motion.
static inline bool cr_is_in_motion(void) {
  extern rl_command_func_t *_rl_executing_func __attribute__((weak));
  if (!RL_ISSTATE(RL_STATE_NUMERICARG) || &_rl_executing_func == NULL) return false;
  return _rl_executing_func == rl_vi_delete_to || _rl_executing_func == rl_vi_change_to
      || _rl_executing_func == rl_vi_yank_to;
}

/// Whether a key is a motion of vi, or a digit of its argument.
static inline bool cr_continues_motion(int key) {
  return key != 0 && strchr("0123456789 hl^$ftFT;,%wbeWBE|`", key) != NULL;
}

/// Ends the macros if their next key would be a command in place of a motion.
static inline void cr_settle_motion(void) {
  if (!cr_is_in_motion() || &_rl_prev_macro_key == NULL) return;
  const int next = cr_next_macro_byte();
  if (next < 0) return;
  _rl_prev_macro_key();
  if (!cr_continues_motion(next)) cr_stop_replaying();
}

/// Lets the next command continue a command that one of the program has run in its place.
static inline void cr_continue_after(rl_command_func_t *command) { cr_call()->last = command; }

/// Returns the next byte; without one, it returns to the caller first.
static inline int cr_get_byte(FILE *stream) {
  (void)stream;
  struct cr_call *call = cr_call();
  for (;;) {
    const bool is_command = RL_ISSTATE(RL_STATE_READCMD) != 0;
    if (is_command) {
      call->nudges = 0;
      // A search and an argument that were aborted leave these states set.
      RL_UNSETSTATE(
          RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_METANEXT | RL_STATE_MOREINPUT
          | RL_STATE_NUMERICARG);
      cr_between_commands();
    }
    const int byte = call->next_byte();
    if (byte >= 0) {
      cr_record_rest(byte);
      return byte;
    }
    if (is_command ? call->is_ending : call->is_leaving) {
      // A search ends at its match with Escape, unless an inputrc has changed that.
      if (!is_command && RL_ISSTATE(RL_STATE_ISEARCH)) return call->nudges++ == 0 ? 0x1B : 0x07;
      return READERR;
    }
    swapcontext(&call->callee, &call->caller);
  }
}

/// Draws nothing; Readline calls it after each command, and while it reads an argument or a search.
static inline void cr_redisplay(void) {
  cr_settle_search();
  cr_settle_motion();
  cr_limit_argument();
  if (!cr_call()->is_running || cr_is_searching() || RL_ISSTATE(RL_STATE_DISPATCHING)) return;
  cr_between_commands();
}

/// Makes Readline read bytes from a function, and draw nothing.
static inline void cr_install(int (*next_byte)(void), void (*did_command)(void)) {
  cr_call()->next_byte = next_byte;
  cr_call()->did_command = did_command;
  rl_getc_function = cr_get_byte;
  rl_redisplay_function = cr_redisplay;
}

static inline void cr_run(void) {
  struct cr_call *call = cr_call();
  call->line = readline("");
  call->is_running = false;
}

/// Lets Readline take the keys that it can get, and returns whether it waits for more.
///
/// Meanwhile, what it writes to standard error goes nowhere: that macros are nested too deeply, which ends them.
static inline bool cr_resume(void) {
  struct cr_call *call = cr_call();
  if (!call->is_running) return false;
#if defined(__GLIBC__) || defined(__APPLE__)
  FILE *const errors = stderr;
  stderr = rl_outstream;
#endif
  swapcontext(&call->caller, &call->callee);
#if defined(__GLIBC__) || defined(__APPLE__)
  stderr = errors;
#endif
  return call->is_running;
}

/// Begins a line, and returns whether it could.
static inline bool cr_begin(void) {
  struct cr_call *call = cr_call();
  if (call->stack == NULL) {
    const size_t guard = (size_t)getpagesize();
    void *stack = mmap(
        NULL, guard + CR_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return false;
    mprotect(stack, guard, PROT_NONE);
    call->stack = (char *)stack + guard;
  }
  if (getcontext(&call->callee) != 0) return false;
  call->callee.uc_stack.ss_sp = call->stack;
  call->callee.uc_stack.ss_size = CR_STACK_SIZE;
  call->callee.uc_link = &call->caller;
  makecontext(&call->callee, cr_run, 0);
  call->line = NULL;
  call->is_leaving = false;
  call->is_ending = false;
  call->is_running = true;
  return cr_resume();
}

/// Whether what waits takes a whole key sequence: an argument for the command that it repeats.
static inline bool cr_is_in_argument(void) {
  return RL_ISSTATE(RL_STATE_NUMERICARG) && !cr_is_in_motion();
}

/// Whether the argument that's being read repeats a command at least once.
static inline bool cr_repeats(void) {
  extern int rl_arg_sign __attribute__((weak));
  return rl_numeric_arg > 0 && (&rl_arg_sign == NULL || rl_arg_sign > 0);
}

/// Ends what waits for more keys; a search stays at its match.
static inline void cr_leave_pending(void) {
  struct cr_call *call = cr_call();
  const int end = rl_end;
  const bool is_motion = cr_is_in_motion();
  call->is_leaving = true;
  while (cr_expects_more()) cr_resume();
  call->is_leaving = false;
  // A motion that isn't one leaves the blank that Readline puts behind the line for motions.
  if (is_motion && rl_end == end + 1) {
    rl_end = end;
    rl_line_buffer[end] = 0;
    cr_settle_point();
  }
}

/// Ends the line without a result.
static inline void cr_end(void) {
  struct cr_call *call = cr_call();
  cr_leave_pending();
  call->is_leaving = true;
  call->is_ending = true;
  while (cr_resume()) continue;
}

/// Takes the text that `readline()` has returned, to be freed; null for none.
static inline char *cr_take_line(void) {
  char *line = cr_call()->line;
  cr_call()->line = NULL;
  return line;
}

/// Makes one change of the last ones that insert text, each continuing the one before it.
///
/// Readline makes a change of each character of several bytes, and of at most twenty others.
static inline void cr_join_insertions(void) {
  UNDO_LIST *last = rl_undo_list;
  if (last == NULL || last->what != UNDO_INSERT) return;
  UNDO_LIST *before;
  while ((before = last->next) != NULL && before->what == UNDO_INSERT && before->end == last->start) {
    last->start = before->start;
    last->next = before->next;
    rl_free(before);
  }
}

#endif
