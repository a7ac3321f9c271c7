// SPDX-License-Identifier: Apache-2.0

#ifndef __APPLE__
#define _GNU_SOURCE
#endif

#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

enum { descriptor_limit = 32 };

int ct_pseudo_terminal(int columns, int rows, int *master, int *slave) {
  int failure;
  char name[PATH_MAX];
  int one = posix_openpt(O_RDWR | O_NOCTTY);
  if (one < 0) return errno;
  int other = -1;
  if (ct_set_close_on_exec(one) != 0 || grantpt(one) != 0 || unlockpt(one) != 0) goto failed;
  if ((failure = ptsname_r(one, name, sizeof name)) != 0) {
    errno = failure;
    goto failed;
  }
  other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (other < 0) goto failed;
  if ((failure = ct_size_write(other, columns, rows)) != 0) {
    errno = failure;
    goto failed;
  }
  *master = one;
  *slave = other;
  return 0;

failed:
  failure = errno;
  close(one);
  if (other >= 0) close(other);
  return failure;
}

int ct_open_slave(int master) {
  char name[PATH_MAX];
  int failure = ptsname_r(master, name, sizeof name);
  if (failure != 0) return -failure;
  int slave = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  return slave >= 0 ? slave : -errno;
}

// Closes the descriptors from `first` to `last`.
static void close_between(int first, int last) {
  if (first > last) return;
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0) == 0) return;
#endif
  for (int fd = first; fd <= last; fd++) close(fd);
}

static bool is_wanted(const ct_child *child, int report, int fd) {
  bool wanted = fd == report;
  for (int i = 0; i < child->descriptors && !wanted; i++) wanted = fd == child->targets[i];
  return wanted;
}

// Only async-signal-safe calls are allowed before exec: in the child, the locks of other threads are
// held forever. On Linux, it also shares the memory of this process, of which it changes only its stack.
static void become(const ct_child *child, int report, int open_limit) {
  int kept[descriptor_limit];
  int floor = report;
  for (int i = 0; i < child->descriptors; i++) {
    if (child->targets[i] >= floor) floor = child->targets[i];
    if (child->sources[i] >= floor) floor = child->sources[i];
  }
  floor += 1;
  if (setsid() < 0) goto failed;
  if (child->terminal >= 0 && ioctl(child->terminal, TIOCSCTTY, 0) != 0) goto failed;

  // First move each descriptor out of the way of every target, then to its place.
  int moved = fcntl(report, F_DUPFD_CLOEXEC, floor);
  if (moved < 0) goto failed;
  report = moved;
  for (int i = 0; i < child->descriptors; i++) {
    kept[i] = fcntl(child->sources[i], F_DUPFD_CLOEXEC, floor);
    if (kept[i] < 0) goto failed;
  }
  for (int i = 0; i < child->descriptors; i++) {
    if (dup2(kept[i], child->targets[i]) < 0) goto failed;
  }
  // The report is above all that the child keeps.
  int first = 0;
  for (int fd = 0; fd <= report; fd++) {
    if (!is_wanted(child, report, fd)) continue;
    close_between(first, fd - 1);
    first = fd + 1;
  }
  close_between(first, open_limit - 1);
  if (child->directory != NULL && chdir(child->directory) != 0) goto failed;

  for (int signal = 1; signal < NSIG; signal++) {
    if (signal == SIGKILL || signal == SIGSTOP) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(child->path, child->arguments, child->environment);

failed:;
  int failure = errno;
  ssize_t ignored = write(report, &failure, sizeof failure);
  (void)ignored;
  _exit(127);
}

typedef struct {
  const ct_child *child;
  int report;
  int open_limit;
} beginning;

static int begin(void *argument) {
  const beginning *begun = argument;
  become(begun->child, begun->report, begun->open_limit);
  return 127;
}

// Returns the process of the child, or -1.
static pid_t begin_child(beginning *begun) {
#ifdef __linux__
  // A fork copies the page tables, and ending the copy frees them, which takes longer the more memory this
  // process has. So the child shares the memory on a stack of its own, and this thread waits until it has
  // become its program.
  enum { stack_size = 64 * 1024 };
  char *stack = mmap(
      NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  pid_t process = clone(begin, stack + stack_size, CLONE_VM | CLONE_VFORK | SIGCHLD, begun);
  int failure = errno;
  munmap(stack, stack_size);
  errno = failure;
  return process;
#else
  pid_t process = fork();
  if (process == 0) begin(begun);
  return process;
#endif
}

int ct_spawn(const ct_child *child, pid_t *process) {
  if (child->descriptors < 0 || child->descriptors > descriptor_limit) return EINVAL;
  int report[2];
  int failure = ct_pipe(report);
  if (failure != 0) return failure;
  long limit = sysconf(_SC_OPEN_MAX);
  int open_limit = limit > 0 && limit < 65536 ? (int)limit : 65536;

  // None of our handlers may run in the child before its signal actions are reset.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  beginning begun = {child, report[1], open_limit};
  pid_t forked = begin_child(&begun);
  failure = forked < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);

  close(report[1]);
  if (failure == 0) {
    int reason = 0;
    if (ct_read(report[0], &reason, sizeof reason) == sizeof reason) {
      int status, signal;
      ct_wait(forked, &status, &signal);
      failure = reason;
    }
  }
  close(report[0]);
  if (failure == 0) *process = forked;
  return failure;
}

int ct_wait(pid_t process, int *status, int *signal) {
  int raw = 0;
  while (waitpid(process, &raw, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  *signal = WIFSIGNALED(raw) ? WTERMSIG(raw) : 0;
  *status = WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw);
  return 0;
}

int ct_nameless_file(void) {
#ifdef __linux__
  int fd = memfd_create("input", MFD_CLOEXEC);
  return fd >= 0 ? fd : -errno;
#else
  char name[] = "/tmp/stackflow.XXXXXX";
  int fd = mkstemp(name);
  if (fd < 0) return -errno;
  unlink(name);
  int failure = ct_set_close_on_exec(fd);
  if (failure == 0) return fd;
  close(fd);
  return -failure;
#endif
}

int ct_await_end(pid_t process) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

static const int relayed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { relayed_count = sizeof relayed / sizeof *relayed };
static atomic_flag relay_busy = ATOMIC_FLAG_INIT;
// The child; 0 while it's being started.
static volatile sig_atomic_t relay_child;
// A signal that arrived while the child was being started.
static volatile sig_atomic_t relay_pending;
static struct sigaction relay_before[relayed_count];
static bool relay_taken[relayed_count];

static void relay(int number) {
  if (relay_child == 0) {
    relay_pending = number;
    return;
  }
  kill(-(pid_t)relay_child, SIGTERM);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(number, &action, NULL);
  raise(number);
}

int ct_relay_begin(void) {
  if (atomic_flag_test_and_set(&relay_busy)) return EBUSY;
  relay_child = 0;
  relay_pending = 0;
  for (int i = 0; i < relayed_count; i++) {
    relay_taken[i] = sigaction(relayed[i], NULL, &relay_before[i]) == 0
        && (relay_before[i].sa_flags & SA_SIGINFO) == 0
        && relay_before[i].sa_handler == SIG_DFL;
    if (!relay_taken[i]) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = relay;
    sigaction(relayed[i], &action, NULL);
  }
  return 0;
}

void ct_relay_to(pid_t process) {
  relay_child = process;
  if (relay_pending != 0) relay(relay_pending);
}

void ct_relay_end(void) {
  for (int i = 0; i < relayed_count; i++) {
    if (relay_taken[i]) sigaction(relayed[i], &relay_before[i], NULL);
    relay_taken[i] = false;
  }
  int pending = relay_child == 0 ? relay_pending : 0;
  atomic_flag_clear(&relay_busy);
  if (pending != 0) raise(pending);
}

static volatile sig_atomic_t interrupts_end = -1;
static struct sigaction interrupts_before[relayed_count];
static bool interrupts_taken[relayed_count];

static void announce(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write((int)interrupts_end, &byte, 1);
  (void)written;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(number, &action, NULL);
  errno = saved;
}

void ct_interrupts_begin(int descriptor) {
  interrupts_end = descriptor;
  for (int i = 0; i < relayed_count; i++) {
    interrupts_taken[i] = sigaction(relayed[i], NULL, &interrupts_before[i]) == 0
        && (interrupts_before[i].sa_flags & SA_SIGINFO) == 0
        && interrupts_before[i].sa_handler == SIG_DFL;
    if (!interrupts_taken[i]) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = announce;
    action.sa_flags = SA_RESTART;
    sigaction(relayed[i], &action, NULL);
  }
}

void ct_interrupts_end(void) {
  for (int i = 0; i < relayed_count; i++) {
    if (interrupts_taken[i]) sigaction(relayed[i], &interrupts_before[i], NULL);
    interrupts_taken[i] = false;
  }
  interrupts_end = -1;
}

int ct_kill(pid_t process, int signal) {
  return kill(process, signal) == 0 ? 0 : errno;
}

extern char **environ;

int ct_spawn_on_terminal(
    const char *path, char *const *arguments, int tty, pid_t *process) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&files);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&files);
    return failure;
  }
  for (int fd = 0; fd < 3 && failure == 0; fd++) {
    failure = posix_spawn_file_actions_adddup2(&files, tty, fd);
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  if (failure == 0) failure = posix_spawnattr_setsigdefault(&attributes, &all);
  if (failure == 0) failure = posix_spawnattr_setsigmask(&attributes, &none);
  if (failure == 0) {
    failure =
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  if (failure == 0) {
    failure = posix_spawn(process, path, &files, &attributes, arguments, environ);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

static bool is_stopped(pid_t process) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  return waitid(P_PID, (id_t)process, &info, WSTOPPED | WNOWAIT | WNOHANG) == 0
      && info.si_pid == process;
}

int ct_wait_on_terminal(pid_t process, int *status, int *signal) {
  while (true) {
    siginfo_t info;
    if (waitid(P_PID, (id_t)process, &info, WEXITED | WSTOPPED | WNOWAIT) != 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    if (info.si_code != CLD_STOPPED) return ct_wait(process, status, signal);
    // Ctrl-Z stops this process by itself, together with the program. If only the program was
    // stopped, this process stops too.
    poll(NULL, 0, 50);
    if (!is_stopped(process)) continue;
    ct_guard_stop();
    kill(process, SIGCONT);
  }
}
