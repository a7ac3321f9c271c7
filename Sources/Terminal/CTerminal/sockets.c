// SPDX-License-Identifier: Apache-2.0

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTerminal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int open_socket(int family) {
  int fd = socket(family, SOCK_STREAM, 0);
  if (fd < 0) return -errno;
  ct_set_close_on_exec(fd);
  return fd;
}

static int closed(int fd, int failure) {
  close(fd);
  return -failure;
}

// Whether something answers at a socket of a path.
static bool is_live(const struct sockaddr_un *address) {
  int fd = open_socket(AF_UNIX);
  if (fd < 0) return true;
  bool live = connect(fd, (const struct sockaddr *)address, sizeof *address) == 0 || errno != ECONNREFUSED;
  close(fd);
  return live;
}

int ct_listen_path(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  struct stat status;
  if (lstat(path, &status) == 0) {
    if (!S_ISSOCK(status.st_mode)) return -EEXIST;
    if (is_live(&address)) return -EADDRINUSE;
    unlink(path);
  }
  int fd = open_socket(AF_UNIX);
  if (fd < 0) return fd;
  // The socket is never open to others, not even for a moment.
  mode_t before = umask(0177);
  int failure = bind(fd, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
  umask(before);
  if (failure == 0 && listen(fd, SOMAXCONN) != 0) failure = errno;
  return failure == 0 ? fd : closed(fd, failure);
}

int ct_listen_address(const char *host, int port) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  bool isFour = inet_pton(AF_INET, host, &four.sin_addr) == 1;
  if (!isFour && inet_pton(AF_INET6, host, &six.sin6_addr) != 1) return -EINVAL;
  int fd = open_socket(isFour ? AF_INET : AF_INET6);
  if (fd < 0) return fd;
  int yes = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  int result = isFour ? bind(fd, (struct sockaddr *)&four, sizeof four)
                      : bind(fd, (struct sockaddr *)&six, sizeof six);
  if (result != 0 || listen(fd, SOMAXCONN) != 0) return closed(fd, errno);
  return fd;
}

int ct_port(int fd) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(fd, (struct sockaddr *)&address, &length) != 0) return -errno;
  if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
  if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
  return -EINVAL;
}

int ct_accept(int fd) {
  for (;;) {
    int connection = accept(fd, NULL, NULL);
    if (connection >= 0) {
      ct_set_close_on_exec(connection);
      int yes = 1;
      // A response is one write, and the next request waits for it.
      setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      return connection;
    }
    if (errno != EINTR && errno != ECONNABORTED) return -errno;
  }
}

int64_t ct_peer_user(int fd) {
#ifdef __linux__
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  return peer.uid;
#else
  uid_t user;
  gid_t group;
  return getpeereid(fd, &user, &group) == 0 ? (int64_t)user : -1;
#endif
}

void ct_shut(int fd, bool writing) { shutdown(fd, writing ? SHUT_RDWR : SHUT_RD); }

void ct_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max < 1 << 20 ? limit.rlim_max : 1 << 20;
  setrlimit(RLIMIT_NOFILE, &limit);
}
