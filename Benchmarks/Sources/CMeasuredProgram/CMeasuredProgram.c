// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CMeasuredProgram.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

extern char **environ;

pid_t cmp_start(char *const argv[], char *const environment[], int *terminal) {
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  pid_t process = forkpty(terminal, NULL, NULL, &size);
  if (process < 0) return -errno;
  if (process == 0) {
    environ = (char **)environment;
    execvp(argv[0], argv);
    _exit(127);
  }
  return process;
}

ptrdiff_t cmp_read(int terminal, void *bytes, size_t count, int milliseconds) {
  struct pollfd wanted = {.fd = terminal, .events = POLLIN};
  if (poll(&wanted, 1, milliseconds) <= 0) return 0;
  // If the other end is closed, Linux reports an error, and other systems the end.
  ptrdiff_t got = read(terminal, bytes, count);
  return got < 0 ? 0 : got;
}

void cmp_end(pid_t process, int terminal) {
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
  close(terminal);
}
