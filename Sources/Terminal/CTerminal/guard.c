// SPDX-License-Identifier: Apache-2.0
//
// Everything that a handler uses is either static and written before `active` is set, or atomic.
// The functions that it calls are on POSIX's list of async-signal-safe functions.

#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { sequence_limit = 256, signal_limit = 65, alternate_stack_size = 64 * 1024 };

struct sequences {
  unsigned char leave[sequence_limit];
  size_t leave_count;
  unsigned char enter[sequence_limit];
  size_t enter_count;
};

static atomic_bool active;
static atomic_bool entered;
static atomic_bool lent;
static int terminal = -1;
static int notify_end = -1;
static struct termios cooked;
static struct termios raw;

// Two copies, so that the one in use is never written to.
static struct sequences copies[2];
static atomic_int copy_in_use;

static atomic_bool unread[signal_limit];
static struct sigaction previous[signal_limit];
static bool taken[signal_limit];
static unsigned char alternate_stack[alternate_stack_size];

static const int asking[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int informing[] = {SIGWINCH, SIGCONT};
// From the driver of a test: the time has come for which the program waits.
static const int time_signal = SIGUSR1;
static const int killing[] = {SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGTRAP, SIGFPE, SIGSYS, SIGPIPE};

// ---- The terminal's own state, from anywhere --------------------------------------------------

// A terminal that takes nothing is given up after a moment: the process must be able to end. It has to
// be nonblocking for that.
static void send(const unsigned char *bytes, size_t count) {
  int waits = 10;
  while (count > 0) {
    ssize_t n = write(terminal, bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && waits-- > 0) {
      ct_wait_writable(terminal, 20);
      continue;
    }
    if (n <= 0) return;
    bytes += n;
    count -= (size_t)n;
  }
}

// A background process doesn't own the terminal: the shell has set its own modes.
static bool in_foreground(void) {
  return tcgetpgrp(terminal) == getpgrp();
}

// Only one thread at a time changes the terminal: a handler may run while another thread closes it.
// Signals are blocked while the lock is held, so a thread never waits for itself; a dying process
// doesn't wait forever either.
static atomic_flag changing = ATOMIC_FLAG_INIT;

static void lock(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, before);
  for (int tries = 0; tries < 1000 && atomic_flag_test_and_set(&changing); tries++) {
    poll(NULL, 0, 1);
  }
}

static void unlock(const sigset_t *before) {
  atomic_flag_clear(&changing);
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

static void leave(void) {
  sigset_t before;
  lock(&before);
  if (atomic_load(&active) && atomic_exchange(&entered, false) && in_foreground()) {
    const struct sequences *now = &copies[atomic_load(&copy_in_use)];
    send(now->leave, now->leave_count);
    tcsetattr(terminal, TCSANOW, &cooked);
  }
  unlock(&before);
}

// `again` also if we already own the terminal: after a stop, its modes may have changed.
static void enter(bool again) {
  sigset_t before;
  lock(&before);
  if (atomic_load(&active) && !atomic_load(&lent) && (again || !atomic_load(&entered))
      && in_foreground()) {
    atomic_store(&entered, true);
    tcsetattr(terminal, TCSANOW, &raw);
    const struct sequences *now = &copies[atomic_load(&copy_in_use)];
    send(now->enter, now->enter_count);
  }
  unlock(&before);
}

static void notify(int signal) {
  unsigned char byte = (unsigned char)signal;
  ssize_t ignored = write(notify_end, &byte, 1);
  (void)ignored;
}

// ---- Handlers -----------------------------------------------------------------------------------

// Sends the signal again with its default action. It goes to the process, because this thread may
// have blocked it.
static void raise_default(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
  kill(getpid(), signal);
}

static void on_asking(int signal) {
  int saved = errno;
  if (atomic_load(&lent) && (signal == SIGINT || signal == SIGQUIT)) return;
  if (atomic_exchange(&unread[signal], true)) {
    leave();
    raise_default(signal);
  } else {
    notify(signal);
  }
  errno = saved;
}

static void on_informing(int signal) {
  int saved = errno;
  if (signal == SIGCONT) enter(true);
  notify(signal);
  errno = saved;
}

static void on_stop(int signal) {
  int saved = errno;
  ct_guard_stop();
  (void)signal;
  errno = saved;
}

static void on_killing(int signal, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  leave();
  // Restores the previous handler. A fault happens again on return, with its own registers; a
  // signal that was sent, and doesn't repeat, is sent again.
  sigaction(signal, &previous[signal], NULL);
  bool repeats = info != NULL && info->si_code > 0
      && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE);
  if (!repeats) raise(signal);
  errno = saved;
}

static void take(int signal, struct sigaction *action) {
  if (sigaction(signal, NULL, &previous[signal]) != 0) return;
  if (previous[signal].sa_handler == SIG_IGN) return;
  taken[signal] = sigaction(signal, action, NULL) == 0;
}

static void take_all(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);

  action.sa_flags = SA_RESTART;
  action.sa_handler = on_asking;
  for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) take(asking[i], &action);
  action.sa_handler = on_informing;
  for (size_t i = 0; i < sizeof informing / sizeof *informing; i++) take(informing[i], &action);
  if (getenv("STACKFLOW_TEST_FD") != NULL) take(time_signal, &action);
  action.sa_handler = on_stop;
  take(SIGTSTP, &action);

  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_killing;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof killing / sizeof *killing; i++) take(killing[i], &action);
}

static void give_back_all(void) {
  for (int signal = 1; signal < signal_limit; signal++) {
    if (taken[signal]) sigaction(signal, &previous[signal], NULL);
    taken[signal] = false;
    atomic_store(&unread[signal], false);
  }
}

// ---- The interface ------------------------------------------------------------------------------

// All threads share one alternate stack: it's used once, by the first thread that dies.
void ct_guard_cover_thread(void) {
  static _Thread_local bool is_covered;
  if (is_covered) return;
  is_covered = true;
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) return;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = alternate_stack;
  stack.ss_size = sizeof alternate_stack;
  sigaltstack(&stack, NULL);
}

int ct_guard_begin(int fd, int notify_fd) {
  static bool at_exit;
  if (atomic_load(&active)) return EBUSY;
  ct_modes modes;
  int unknown = ct_modes_read(fd, &modes);
  if (unknown != 0) return unknown;
  memcpy(&cooked, modes.storage, sizeof cooked);
  ct_modes_make_raw(&modes);
  memcpy(&raw, modes.storage, sizeof raw);
  terminal = fd;
  notify_end = notify_fd;
  atomic_store(&copy_in_use, 0);
  memset(copies, 0, sizeof copies);

  ct_guard_cover_thread();
  if (!at_exit) {
    at_exit = true;
    atexit(ct_guard_end);
  }
  atomic_store(&lent, false);
  atomic_store(&active, true);
  take_all();
  // TCSADRAIN keeps typed-ahead input. In the background this stops us, as it should.
  atomic_store(&entered, true);
  while (tcsetattr(fd, TCSADRAIN, &raw) != 0) {
    if (errno == EINTR) continue;
    int failure = errno;
    atomic_store(&entered, false);
    atomic_store(&active, false);
    give_back_all();
    return failure;
  }
  return 0;
}

int ct_guard_set_sequences(
    const void *leave_bytes, size_t leave_count, const void *enter_bytes, size_t enter_count) {
  if (leave_count > sequence_limit || enter_count > sequence_limit) return E2BIG;
  int next = 1 - atomic_load(&copy_in_use);
  if (leave_count > 0) memcpy(copies[next].leave, leave_bytes, leave_count);
  copies[next].leave_count = leave_count;
  if (enter_count > 0) memcpy(copies[next].enter, enter_bytes, enter_count);
  copies[next].enter_count = enter_count;
  atomic_store(&copy_in_use, next);
  return 0;
}

void ct_guard_acknowledge(int signal) {
  if (signal > 0 && signal < signal_limit) atomic_store(&unread[signal], false);
}

void ct_guard_leave(void) {
  atomic_store(&lent, true);
  leave();
}

void ct_guard_enter(void) {
  atomic_store(&lent, false);
  enter(false);
}

void ct_guard_stop(void) {
  bool was_entered = atomic_load(&entered);
  leave();
  struct sigaction action, ours;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, &ours);
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaddset(&stop, SIGCONT);
  raise(SIGTSTP);
  // The process stops here until SIGCONT. An orphaned process group doesn't stop at all.
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &ours, NULL);
  if (was_entered) enter(false);
}

// Keys reach the terminal's buffer later than they're written. Where it's empty, polling waits for those
// that are on their way. A sender that never stops is given up on.
static void discard(void) {
  struct pollfd input = {.fd = terminal, .events = POLLIN};
  for (int tries = 0; tries < 256; tries++) {
    bool has_keys = poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
    if (tcflush(terminal, TCIFLUSH) != 0 || !has_keys) return;
  }
}

void ct_guard_end_discarding_input(void) {
  bool is_ours = atomic_load(&active) && in_foreground();
  // The first time, before they're echoed; the second time, also those typed while the modes changed.
  if (is_ours) discard();
  leave();
  if (is_ours) discard();
  ct_guard_end();
}

void ct_guard_end(void) {
  if (!atomic_load(&active)) return;
  leave();
  atomic_store(&active, false);
  give_back_all();
  terminal = -1;
  notify_end = -1;
}

void ct_guard_die(int signal) {
  leave();
  raise_default(signal);
}
