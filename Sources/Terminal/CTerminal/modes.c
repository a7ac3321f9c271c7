// SPDX-License-Identifier: Apache-2.0

#include "CTerminal.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

_Static_assert(sizeof(struct termios) <= sizeof(ct_modes), "room for the system's settings");

static struct termios *value_of(ct_modes *modes) {
  return (struct termios *)modes->storage;
}

static const struct termios *constant_value_of(const ct_modes *modes) {
  return (const struct termios *)modes->storage;
}

int ct_modes_read(int fd, ct_modes *modes) {
  memset(modes, 0, sizeof *modes);
  return tcgetattr(fd, value_of(modes)) == 0 ? 0 : errno;
}

int ct_modes_write(int fd, const ct_modes *modes) {
  while (tcsetattr(fd, TCSADRAIN, constant_value_of(modes)) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

void ct_modes_make_raw(ct_modes *modes) {
  struct termios *value = value_of(modes);
  value->c_iflag &= ~(tcflag_t)(BRKINT | IGNBRK | INLCR | IGNCR | ICRNL | ISTRIP | IXON | PARMRK);
  value->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  value->c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
  value->c_cflag |= CS8;
  value->c_cc[VMIN] = 1;
  value->c_cc[VTIME] = 0;
}

bool ct_modes_are_cooked(const ct_modes *modes) {
  return (constant_value_of(modes)->c_lflag & ICANON) != 0;
}

bool ct_modes_equal(const ct_modes *one, const ct_modes *other) {
  const struct termios *a = constant_value_of(one), *b = constant_value_of(other);
  return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_cflag == b->c_cflag
      && a->c_lflag == b->c_lflag && memcmp(a->c_cc, b->c_cc, sizeof a->c_cc) == 0;
}

int ct_size_read(int fd, int *columns, int *rows) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return errno;
  if (size.ws_col == 0 || size.ws_row == 0) return ENODATA;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int ct_size_write(int fd, int columns, int rows) {
  if (columns < 0 || rows < 0 || columns > UINT16_MAX || rows > UINT16_MAX) return EINVAL;
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_col = (unsigned short)columns;
  size.ws_row = (unsigned short)rows;
  return ioctl(fd, TIOCSWINSZ, &size) == 0 ? 0 : errno;
}
