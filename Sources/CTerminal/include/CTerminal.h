// SPDX-License-Identifier: Apache-2.0
//
// What Swift cannot say itself about terminals: modes, the guard that puts a terminal back when
// the process dies, waiting on several descriptors, and children on a pseudo-terminal of their own.
//
// Unless a comment says otherwise a function returns 0 or an errno value, and never sets anything
// but its results.

#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __clang__
#pragma clang assume_nonnull begin
#else
#define _Nullable
#define _Nonnull
#endif

// ---- modes.c ------------------------------------------------------------------------------

/// The line discipline's settings of one terminal: a `struct termios`, which stays out of this
/// header so that it belongs to the C library's module alone.
typedef struct {
  uint64_t storage[16];
} ct_modes;

int ct_modes_read(int fd, ct_modes *modes);
int ct_modes_write(int fd, const ct_modes *modes);

/// Bytes as they are typed, one by one: no echo, no lines, no signals from keys, no flow control.
/// Output processing stays as it is, so that a message from elsewhere still starts its own line.
void ct_modes_make_raw(ct_modes *modes);

/// Whether keys come as whole lines.
bool ct_modes_are_cooked(const ct_modes *modes);

bool ct_modes_equal(const ct_modes *one, const ct_modes *other);

/// The size of the window in cells; ENODATA when the terminal reports none.
int ct_size_read(int fd, int *columns, int *rows);
int ct_size_write(int fd, int columns, int rows);

// ---- io.c ---------------------------------------------------------------------------------

/// Opens the controlling terminal, closed on exec. Returns a descriptor, or a negative errno.
int ct_open_terminal(void);

bool ct_is_terminal(int fd);

/// Whether a write to `fd` can be expected to succeed: 0, or the errno with which it would fail.
/// Nothing is written.
int ct_write_error(int fd);

/// Opens /dev/null in place of each of the descriptors 0, 1 and 2 that is closed, for the direction
/// in which it is not used, so that no file opened later is taken for a standard stream.
void ct_reserve_standard_streams(void);

/// Whether the terminal behind the descriptor is gone: hung up, or its other end closed.
bool ct_is_hung_up(int fd);

/// Reads once, again after EINTR. Returns the count, 0 at the end, or a negative errno.
ptrdiff_t ct_read(int fd, void *bytes, size_t count);

/// Writes everything, waiting where the descriptor does not take it at once.
int ct_write_all(int fd, const void *bytes, size_t count);

int ct_close(int fd);

/// A pipe whose ends are closed on exec; ends[0] is read, ends[1] is written.
int ct_pipe(int *ends);

int ct_set_close_on_exec(int fd);
int ct_set_nonblocking(int fd);

/// Waits until a descriptor can be read, has ended or failed, or the time is over.
/// Negative descriptors are passed over; a negative time waits for ever; bit i of `ready` stands
/// for fds[i]. EINTR is returned as "nothing is ready". At most 8 descriptors.
int ct_wait_readable(const int *fds, int count, int milliseconds, unsigned *ready);

/// Nanoseconds of a clock that only goes forward.
int64_t ct_monotonic_nanoseconds(void);

/// The value of an environment variable or null; valid until the environment is changed.
const char *_Nullable ct_environment(const char *name);

/// The NAME=value string at an index of the environment, or null behind the last; no index above
/// that may be asked for.
const char *_Nullable ct_environment_entry(size_t index);

/// Starts a detached thread that takes no signals.
int ct_thread_start(void (*body)(void *_Nullable), void *_Nullable context);

// ---- guard.c ------------------------------------------------------------------------------
//
// One terminal at a time is guarded. While it is, the process cannot leave it in raw modes: not by
// exit(), not by a signal that asks (SIGINT, SIGTERM, SIGHUP, SIGQUIT), not by one that stops
// (SIGTSTP), not by one that kills (SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGTRAP, SIGFPE, SIGSYS,
// SIGPIPE). A signal that the process already ignores stays ignored.

/// Remembers the modes of `fd`, makes it raw, and takes the signals. Numbers of the signals that
/// ask, of SIGWINCH and of SIGCONT are written to `notify` as single bytes; a second signal that
/// asks ends the process if the first was not acknowledged. EBUSY when a terminal is guarded.
int ct_guard_begin(int fd, int notify);

/// Lets the handlers run in this thread even when its stack is used up. Where the main queue is
/// served by changing threads, as on Linux, each of them needs it.
void ct_guard_cover_thread(void);

/// The bytes that put the screen back (cursor, colours, alternate screen…), and those that make it
/// ours again after a stop. E2BIG over 256 bytes each.
int ct_guard_set_sequences(
    const void *_Nullable leave, size_t leave_count, const void *_Nullable enter,
    size_t enter_count);

/// Says that the byte of this signal was read and is being dealt with.
void ct_guard_acknowledge(int signal);

/// Puts the terminal back and keeps the signals, for a child that uses the terminal. SIGINT and
/// SIGQUIT are the child's meanwhile: they come from the keys typed to it.
void ct_guard_leave(void);

/// Makes the terminal ours again after `ct_guard_leave`.
void ct_guard_enter(void);

/// Stops the process as Ctrl-Z does, the terminal put back; returns when it runs again.
void ct_guard_stop(void);

/// Puts the terminal and the signals back. Does nothing when nothing is guarded.
void ct_guard_end(void);

/// Ends the process by the default action of this signal, the terminal put back.
void ct_guard_die(int signal);

// ---- spawn.c ------------------------------------------------------------------------------

/// A new pseudo-terminal of this size; both ends are closed on exec.
int ct_pseudo_terminal(int columns, int rows, int *master, int *slave);

typedef struct {
  const char *path;
  char *_Nullable const *_Nonnull arguments;    // null-terminated, [0] is the name
  char *_Nullable const *_Nonnull environment;  // null-terminated
  const char *_Nullable directory;              // null: this process's own
  int terminal;                                 // becomes the controlling terminal; -1: none
  const int *_Nullable sources;                 // descriptors of this process…
  const int *_Nullable targets;                 // …and their numbers in the child
  int descriptors;                              // how many; at most 32. All others are closed
} ct_child;

/// Starts a child in a session of its own, with default signals. Reports why exec failed.
int ct_spawn(const ct_child *child, pid_t *process);

/// Waits for the child to end. `status` is its exit status, or 128 + the signal that ended it,
/// and `signal` that signal or 0.
int ct_wait(pid_t process, int *status, int *signal);

int ct_kill(pid_t process, int signal);

/// Starts a program of the person's, such as an editor, in the foreground of this terminal: in this
/// process's group, with its environment, with default signals, and with the terminal as its three
/// streams. To be called between `ct_guard_leave` and `ct_guard_enter`.
int ct_spawn_on_terminal(
    const char *path, char *_Nullable const *_Nonnull arguments, int terminal, pid_t *process);

/// Waits for such a program to end, as `ct_wait` does; while it is stopped this process is too.
int ct_wait_on_terminal(pid_t process, int *status, int *signal);

/// An empty file without a name, for what a child reads; closed on exec. Returns a descriptor, or a
/// negative errno.
int ct_nameless_file(void);

/// Waits for the child to end and leaves it to `ct_wait`, so that its number stays its own.
int ct_await_end(pid_t process);

/// From here on whoever ends this process by SIGINT, SIGTERM, SIGHUP or SIGQUIT ends a child's session
/// too. To be called before the child is started: a signal until then waits for `ct_relay_to`. Only
/// signals with their default action are taken; one child at a time. EBUSY when there is one.
int ct_relay_begin(void);

/// Names the child, which was started.
void ct_relay_to(pid_t process);

/// Puts the signals back; one that came before there was a child ends this process now.
void ct_relay_end(void);

#ifdef __clang__
#pragma clang assume_nonnull end
#endif

#endif
