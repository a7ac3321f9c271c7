// SPDX-License-Identifier: Apache-2.0

#ifdef __linux__
// For syncfs.
#define _GNU_SOURCE
#endif

#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <time.h>
#include <unistd.h>

int ct_open_terminal(void) {
  int fd;
  do {
    fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) return -errno;
  if (!isatty(fd)) {
    close(fd);
    return -ENOTTY;
  }
  return fd;
}

bool ct_is_terminal(int fd) {
  return isatty(fd) == 1;
}

bool ct_is_hung_up(int fd) {
  ct_modes modes;
  if (ct_modes_read(fd, &modes) != 0) return true;
#ifndef __APPLE__
  struct pollfd one = {.fd = fd};
  if (poll(&one, 1, 0) == 1 && (one.revents & (POLLHUP | POLLERR)) != 0) return true;
#endif
  return false;
}

ptrdiff_t ct_read(int fd, void *bytes, size_t count) {
  for (;;) {
    ssize_t n = read(fd, bytes, count);
    if (n >= 0) return n;
    if (errno != EINTR) return -errno;
  }
}

int ct_write_all(int fd, const void *bytes, size_t count) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t n = write(fd, rest, count);
    if (n >= 0) {
      rest += n;
      count -= (size_t)n;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      int failure = ct_wait_writable(fd, -1);
      if (failure != 0 && failure != EINTR) return failure;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

#ifdef __APPLE__
int ct_wait_writable(int fd, int milliseconds) {
  if (fd < 0 || fd >= FD_SETSIZE) return EINVAL;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(fd, &set);
  struct timeval time = {
      .tv_sec = milliseconds / 1000, .tv_usec = (milliseconds % 1000) * 1000};
  int n = select(fd + 1, NULL, &set, NULL, milliseconds < 0 ? NULL : &time);
  return n > 0 ? 0 : n == 0 ? ETIMEDOUT : errno;
}
#else
int ct_wait_writable(int fd, int milliseconds) {
  struct pollfd one = {.fd = fd, .events = POLLOUT};
  int n = poll(&one, 1, milliseconds);
  return n > 0 ? 0 : n == 0 ? ETIMEDOUT : errno;
}
#endif

int ct_close(int fd) {
  return close(fd) == 0 ? 0 : errno;
}

int ct_set_close_on_exec(int fd) {
  int flags = fcntl(fd, F_GETFD);
  if (flags < 0) return errno;
  return fcntl(fd, F_SETFD, flags | FD_CLOEXEC) == 0 ? 0 : errno;
}

int ct_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0) return errno;
  return fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 ? 0 : errno;
}

int ct_pipe(int *ends) {
  if (pipe(ends) != 0) return errno;
  int failure = ct_set_close_on_exec(ends[0]);
  if (failure == 0) failure = ct_set_close_on_exec(ends[1]);
  if (failure != 0) {
    close(ends[0]);
    close(ends[1]);
  }
  return failure;
}

#ifdef __APPLE__
// poll() on that system doesn't support terminals opened as /dev/tty; select() does.
int ct_wait_readable(const int *fds, int count, int milliseconds, unsigned *ready) {
  *ready = 0;
  if (count < 0 || count > 8) return EINVAL;
  fd_set set;
  FD_ZERO(&set);
  int highest = -1;
  for (int i = 0; i < count; i++) {
    if (fds[i] < 0) continue;
    if (fds[i] >= FD_SETSIZE) return EINVAL;
    FD_SET(fds[i], &set);
    if (fds[i] > highest) highest = fds[i];
  }
  struct timeval time = {
      .tv_sec = milliseconds / 1000, .tv_usec = (milliseconds % 1000) * 1000};
  int n = select(highest + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &time);
  if (n < 0) return errno == EINTR ? 0 : errno;
  for (int i = 0; i < count; i++) {
    if (fds[i] >= 0 && FD_ISSET(fds[i], &set)) *ready |= 1u << i;
  }
  return 0;
}
#else
int ct_wait_readable(const int *fds, int count, int milliseconds, unsigned *ready) {
  *ready = 0;
  if (count < 0 || count > 8) return EINVAL;
  struct pollfd set[8];
  for (int i = 0; i < count; i++) {
    set[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
  }
  int n = poll(set, (nfds_t)count, milliseconds);
  if (n < 0) return errno == EINTR ? 0 : errno;
  for (int i = 0; i < count; i++) {
    if (set[i].revents != 0) *ready |= 1u << i;
  }
  return 0;
}
#endif

int64_t ct_monotonic_nanoseconds(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

extern char **environ;

const char *ct_environment_entry(size_t index) {
  // Callers count up from 0, and stop at the first null.
  return environ == NULL ? NULL : environ[index];
}

const char *ct_environment(const char *name) {
  return getenv(name);
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int ct_thread_start(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (struct start){.body = body, .context = context};

  // The new thread inherits the mask; signals stay with the threads that had them.
  sigset_t all, before;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGBUS);
  sigdelset(&all, SIGILL);
  sigdelset(&all, SIGTRAP);
  sigdelset(&all, SIGFPE);
  sigdelset(&all, SIGABRT);
  sigdelset(&all, SIGSYS);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int failure = pthread_create(&thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure != 0) free(start);
  return failure;
}

void ct_share_memory(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

bool ct_make_room(size_t threads, size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
  // Each thread's own arena would take 64 MB of the address space, and with that the room of the next threads.
  ct_share_memory();
  pthread_attr_t attributes;
  size_t stack = 0, guard = 0;
  pthread_attr_init(&attributes);
  pthread_attr_getstacksize(&attributes, &stack);
  pthread_attr_getguardsize(&attributes, &guard);
  pthread_attr_destroy(&attributes);
  // A mapping counts against the limit even if nothing may touch it.
  size_t size = threads * (stack + guard) + bytes;
  void *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, size);
  return true;
}

int ct_sync_file_system(int fd) {
#ifdef __linux__
  return syncfs(fd) == 0 ? 0 : errno;
#else
  if (fsync(fd) != 0) return errno;
  sync();
  return 0;
#endif
}

int ct_rename_new(int folder, const char *from, const char *to) {
#ifdef __APPLE__
  if (renameatx_np(folder, from, folder, to, RENAME_EXCL) == 0) return 0;
  if (errno != ENOTSUP && errno != EINVAL) return errno;
#elif defined(SYS_renameat2)
  // RENAME_NOREPLACE is 1; not every C library declares it.
  if (syscall(SYS_renameat2, folder, from, folder, to, 1) == 0) return 0;
  if (errno != ENOSYS && errno != EINVAL) return errno;
#endif
  // The file system can't do both at once. A folder only ever replaces an empty one.
  struct stat status;
  if (fstatat(folder, from, &status, AT_SYMLINK_NOFOLLOW) != 0) return errno;
  if (!S_ISDIR(status.st_mode)) {
    if (linkat(folder, from, folder, to, 0) != 0) return errno;
    return unlinkat(folder, from, 0) == 0 ? 0 : errno;
  }
  if (fstatat(folder, to, &status, AT_SYMLINK_NOFOLLOW) == 0) return EEXIST;
  return renameat(folder, from, folder, to) == 0 ? 0 : errno;
}

int ct_write_error(int fd) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0) return errno;
  if ((flags & O_ACCMODE) == O_RDONLY) return EBADF;
  struct stat status;
  if (fstat(fd, &status) != 0) return errno;
  if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) {
    // For a pipe without a reader, poll reports an error at once.
    struct pollfd entry = {.fd = fd, .events = POLLOUT};
    if (poll(&entry, 1, 0) > 0 && (entry.revents & POLLERR)) return EPIPE;
    return 0;
  }
  // A device such as /dev/full refuses even an empty write; for a terminal or a file it has no
  // effect.
  if (S_ISCHR(status.st_mode) && write(fd, "", 0) < 0) return errno;
  return 0;
}

void ct_reserve_standard_streams(void) {
  for (int fd = 0; fd <= 2; fd++) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // This is the lowest free descriptor.
    int opened = open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    if (opened != fd && opened >= 0) close(opened);
  }
}
