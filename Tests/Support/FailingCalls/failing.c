// SPDX-License-Identifier: Apache-2.0

// A library that's loaded before the C library, and makes calls of the system fail, or ends the process at them.
//
// Calls that read or change files are counted from the first on that names a file of StackFlow's own, so that what comes
// before isn't tested a hundred times. The environment says what happens:
//
//   FAILING_AT=3,7     the calls that fail
//   FAILING_NAME=fsync every call of this function fails
//   FAILING_ERROR=5    with this errno
//   FAILING_KILL=9     the call at which the process is killed, before it's made
//   FAILING_COUNT=PATH the file to which the number of calls is written when the process ends
//
// Compile it with: cc -shared -fPIC -O1 -o failing.so failing.c -ldl

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int count;
static atomic_bool counts;
static int failing[8], failing_count, failing_error = EIO, killing;
static const char *failing_name;

__attribute__((constructor)) static void read_environment(void) {
  const char *at = getenv("FAILING_AT"), *error = getenv("FAILING_ERROR");
  const char *kill = getenv("FAILING_KILL");
  failing_name = getenv("FAILING_NAME");
  while (at != NULL && *at != 0 && failing_count < 8) {
    failing[failing_count++] = atoi(at);
    at = strchr(at, ',');
    if (at != NULL) at++;
  }
  if (error != NULL) failing_error = atoi(error);
  if (kill != NULL) killing = atoi(kill);
  // Programs that the flow starts aren't concerned.
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void write_count(void) {
  const char *path = getenv("FAILING_COUNT");
  if (path == NULL) return;
  char text[16];
  int length = snprintf(text, sizeof text, "%d", atomic_load(&count));
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd >= 0) syscall(SYS_write, fd, text, length);
}

// Whether this call fails.
static bool fails(const char *name, const char *path) {
  if (path != NULL && strstr(path, ".stackflow-") != NULL) counts = true;
  if (!counts) return false;
  int number = atomic_fetch_add(&count, 1) + 1;
  if (number == killing) syscall(SYS_kill, getpid(), SIGKILL);
  if (failing_name != NULL && strcmp(name, failing_name) == 0) {
    errno = failing_error;
    return true;
  }
  for (int i = 0; i < failing_count; i++) {
    if (failing[i] != number) continue;
    errno = failing_error;
    return true;
  }
  return false;
}

// Whether this call fails, which is about an open file. What goes through pipes isn't on a disk.
static bool fails_on(const char *name, int fd) {
  struct stat status;
  if (syscall(SYS_fstat, fd, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    return false;
  }
  return fails(name, NULL);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name, ...)                                       \
  {                                                           \
    mode_t mode = 0;                                          \
    if (flags & (O_CREAT | O_TMPFILE)) {                      \
      va_list list;                                           \
      va_start(list, flags);                                  \
      mode = va_arg(list, mode_t);                            \
      va_end(list);                                           \
    }                                                         \
    return fails(__func__, path) ? -1 : REAL(name)(__VA_ARGS__, mode); \
  }

int open(const char *path, int flags, ...) OPEN(open, path, flags)
int open64(const char *path, int flags, ...) OPEN(open64, path, flags)
int openat(int folder, const char *path, int flags, ...) OPEN(openat, folder, path, flags)
int openat64(int folder, const char *path, int flags, ...) OPEN(openat64, folder, path, flags)

#define CALL(type, name, parameters, path, ...) \
  type name parameters { return fails(__func__, path) ? -1 : REAL(name)(__VA_ARGS__); }

CALL(int, mkdirat, (int folder, const char *path, mode_t mode), path, folder, path, mode)
CALL(int, unlink, (const char *path), path, path)
CALL(int, unlinkat, (int folder, const char *path, int flags), path, folder, path, flags)
CALL(int, rename, (const char *from, const char *to), from, from, to)
CALL(int, renameat, (int one, const char *from, int other, const char *to), from, one, from, other, to)
CALL(int, link, (const char *from, const char *to), from, from, to)
CALL(int, linkat, (int one, const char *from, int other, const char *to, int flags), from, one, from,
     other, to, flags)
CALL(int, symlinkat, (const char *target, int folder, const char *path), path, target, folder, path)
CALL(ssize_t, readlinkat, (int folder, const char *path, char *buffer, size_t size), path, folder, path,
     buffer, size)
CALL(int, fstatat, (int folder, const char *path, struct stat *status, int flags), path, folder, path,
     status, flags)

#define CALL_ON(type, name, parameters, ...) \
  type name parameters { return fails_on(__func__, fd) ? -1 : REAL(name)(__VA_ARGS__); }

CALL_ON(int, fstat, (int fd, struct stat *status), fd, status)
CALL_ON(int, fchmod, (int fd, mode_t mode), fd, mode)
CALL_ON(int, ftruncate, (int fd, off_t length), fd, length)
CALL_ON(int, fsync, (int fd), fd)
CALL_ON(int, syncfs, (int fd), fd)
CALL_ON(int, flock, (int fd, int operation), fd, operation)
CALL_ON(ssize_t, write, (int fd, const void *bytes, size_t size), fd, bytes, size)
CALL_ON(ssize_t, read, (int fd, void *bytes, size_t size), fd, bytes, size)
CALL_ON(ssize_t, pwrite, (int fd, const void *bytes, size_t size, off_t at), fd, bytes, size, at)
CALL_ON(ssize_t, pread, (int fd, void *bytes, size_t size, off_t at), fd, bytes, size, at)

// A file is renamed without replacing another by number.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && fails("renameat2", (const char *)a[1])) return -1;
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
