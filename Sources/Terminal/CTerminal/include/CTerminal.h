// SPDX-License-Identifier: Apache-2.0
//
// Terminal operations that Swift can't express: modes, the guard that restores a terminal when the
// process dies, waiting for several descriptors, and child processes on a pseudo-terminal.
//
// Unless documented otherwise, a function returns 0 or an errno value, and sets nothing but its
// results.

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

/// The line discipline settings of a terminal: a `struct termios`, which isn't in this header so
/// that only the C library's module declares it.
typedef struct {
  uint64_t storage[16];
} ct_modes;

int ct_modes_read(int fd, ct_modes *modes);
int ct_modes_write(int fd, const ct_modes *modes);

/// Raw input: bytes arrive as typed, without echo, line editing, signals from keys, or flow
/// control. Output processing is unchanged, so a message from elsewhere still starts on its own
/// line.
void ct_modes_make_raw(ct_modes *modes);

/// Whether input arrives as whole lines.
bool ct_modes_are_cooked(const ct_modes *modes);

bool ct_modes_equal(const ct_modes *one, const ct_modes *other);

/// The size of the window in cells; ENODATA if the terminal doesn't report one.
int ct_size_read(int fd, int *columns, int *rows);
int ct_size_write(int fd, int columns, int rows);

// ---- io.c ---------------------------------------------------------------------------------

/// Opens the controlling terminal, closed on exec. Returns a descriptor, or a negative errno.
int ct_open_terminal(void);

bool ct_is_terminal(int fd);

/// Returns 0 if a write to `fd` can be expected to succeed, or the errno with which it would fail.
/// Writes nothing.
int ct_write_error(int fd);

/// Has the system write the file system of an open folder to its disk. Returns 0, or an errno.
int ct_sync_file_system(int fd);

/// Renames a file or a folder in an open folder, unless something has the new name. Returns 0, or an errno.
int ct_rename_new(int folder, const char *from, const char *to);

/// Opens /dev/null for each of the descriptors 0, 1, and 2 that's closed, in the direction in which
/// it isn't used, so that a file opened later doesn't become a standard stream.
void ct_reserve_standard_streams(void);

/// Whether the descriptor's terminal has hung up, or its other end is closed.
bool ct_is_hung_up(int fd);

/// Reads once, retrying after EINTR. Returns the count, 0 at the end, or a negative errno.
ptrdiff_t ct_read(int fd, void *bytes, size_t count);

/// Writes everything, waiting if the descriptor isn't ready.
int ct_write_all(int fd, const void *bytes, size_t count);

/// Waits until the descriptor takes bytes, at most this long; without limit if it's negative. Returns 0,
/// ETIMEDOUT, or an errno. Async-signal-safe.
int ct_wait_writable(int fd, int milliseconds);

int ct_close(int fd);

/// Creates a pipe whose ends close on exec; read from ends[0], write to ends[1].
int ct_pipe(int *ends);

int ct_set_close_on_exec(int fd);
int ct_set_nonblocking(int fd);

/// Waits until a descriptor is readable, or has ended or failed, or the time is over. Negative
/// descriptors are skipped; a negative time waits forever; bit i of `ready` is for fds[i]. EINTR
/// returns "nothing is ready". At most 8 descriptors.
int ct_wait_readable(const int *fds, int count, int milliseconds, unsigned *ready);

/// Nanoseconds of a monotonic clock.
int64_t ct_monotonic_nanoseconds(void);

/// The value of an environment variable, or null; valid until the environment changes.
const char *_Nullable ct_environment(const char *name);

/// The NAME=value string at an index of the environment, or null after the last. Don't pass a
/// higher index than that.
const char *_Nullable ct_environment_entry(size_t index);

/// Starts a detached thread that receives no signals.
int ct_thread_start(void (*body)(void *_Nullable), void *_Nullable context);

/// Whether the limit of the process's address space (RLIMIT_AS) leaves room for that many threads, and for
/// that many bytes beside their stacks. Under a limit, all threads share one arena of memory from now on.
bool ct_make_room(size_t threads, size_t bytes);

/// Has all threads share one arena of memory from now on, so that one can use what another one has freed.
void ct_share_memory(void);

// ---- guard.c ------------------------------------------------------------------------------
//
// One terminal at a time can be guarded. Meanwhile, the process can't leave it in raw mode: not on
// exit(), not on a termination signal (SIGINT, SIGTERM, SIGHUP, SIGQUIT), not on a stop signal
// (SIGTSTP), and not on a fatal signal (SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGTRAP, SIGFPE, SIGSYS,
// SIGPIPE). A signal that the process already ignores stays ignored.

/// Saves the modes of `fd`, makes it raw, and installs the signal handlers. The numbers of
/// termination signals, SIGWINCH, SIGCONT, and in a test SIGUSR1 are written to `notify` as single bytes. A second
/// termination signal ends the process if the first wasn't acknowledged. EBUSY if a terminal is
/// already guarded.
int ct_guard_begin(int fd, int notify);

/// Lets the handlers run in this thread even if its stack is exhausted. If different threads serve
/// the main queue, as on Linux, each of them needs this.
void ct_guard_cover_thread(void);

/// Sets the bytes that restore the screen (cursor, colors, alternate screen, and so on), and the
/// bytes that prepare it again after a stop. E2BIG if either exceeds 256 bytes.
int ct_guard_set_sequences(
    const void *_Nullable leave, size_t leave_count, const void *_Nullable enter,
    size_t enter_count);

/// Acknowledges that the byte of this signal was read and is being handled.
void ct_guard_acknowledge(int signal);

/// Restores the terminal and keeps the signal handlers, for a child that uses the terminal.
/// Meanwhile, SIGINT and SIGQUIT belong to the child: they come from keys typed to it.
void ct_guard_leave(void);

/// Prepares the terminal again after `ct_guard_leave`.
void ct_guard_enter(void);

/// Stops the process as Ctrl-Z does, with the terminal restored; returns when the process
/// continues.
void ct_guard_stop(void);

/// Restores the terminal and the signal handlers. Does nothing if no terminal is guarded.
void ct_guard_end(void);

/// The same, and discards the keys that were typed until then but not read.
void ct_guard_end_discarding_input(void);

/// Ends the process with the default action of this signal, with the terminal restored.
void ct_guard_die(int signal);

// ---- spawn.c ------------------------------------------------------------------------------

/// Creates a pseudo-terminal of this size; both ends close on exec.
int ct_pseudo_terminal(int columns, int rows, int *master, int *slave);

/// Opens the terminal of a pseudo-terminal once more, nonblocking. Returns a negative errno if it fails.
int ct_open_slave(int master);

typedef struct {
  const char *path;
  char *_Nullable const *_Nonnull arguments;    // null-terminated; [0] is the name
  char *_Nullable const *_Nonnull environment;  // null-terminated
  const char *_Nullable directory;              // null: this process's directory
  int terminal;                                 // becomes the controlling terminal; -1: none
  const int *_Nullable sources;                 // descriptors of this process…
  const int *_Nullable targets;                 // …and their numbers in the child
  int descriptors;                              // at most 32; all others are closed
} ct_child;

/// Starts a child process in its own session, with default signal actions. Returns why exec failed.
int ct_spawn(const ct_child *child, pid_t *process);

/// Waits for the child to end. Sets `status` to its exit status, or to 128 + the signal that ended
/// it, and `signal` to that signal or 0.
int ct_wait(pid_t process, int *status, int *signal);

int ct_kill(pid_t process, int signal);

/// Starts a program for the user, such as an editor, in the foreground of this terminal: in this
/// process's group, with its environment, with default signal actions, and with the terminal as its
/// three standard streams. Call this between `ct_guard_leave` and `ct_guard_enter`.
int ct_spawn_on_terminal(
    const char *path, char *_Nullable const *_Nonnull arguments, int terminal, pid_t *process);

/// Waits for such a program to end, as `ct_wait` does. While the program is stopped, so is this
/// process.
int ct_wait_on_terminal(pid_t process, int *status, int *signal);

/// Creates an empty file without a name, for a child's input; closed on exec. Returns a descriptor,
/// or a negative errno.
int ct_nameless_file(void);

/// Waits for the child to end, without reaping it: `ct_wait` does, so its process id isn't reused.
int ct_await_end(pid_t process);

/// From here on, SIGINT, SIGTERM, SIGHUP, or SIGQUIT that ends this process also ends a child's
/// session. Call this before starting the child: a signal that arrives earlier waits for
/// `ct_relay_to`. Only signals with their default action are handled; one child at a time. EBUSY if
/// there already is one.
int ct_relay_begin(void);

/// Sets the child, after it was started.
void ct_relay_to(pid_t process);

/// Restores the signal actions. A signal that arrived before there was a child ends this process
/// now.
void ct_relay_end(void);

/// From here on, SIGINT, SIGTERM, SIGHUP, or SIGQUIT writes its number to a descriptor, as one byte.
/// The second signal of a kind ends this process. Only signals with their default action are handled.
void ct_interrupts_begin(int descriptor);

/// Restores the signal actions.
void ct_interrupts_end(void);

// Listens at a path, with access for its owner only. A socket that no one answers at is replaced. Returns a
// descriptor, or a negative errno: EADDRINUSE where someone does, EEXIST where something else is.
int ct_listen_path(const char *path);

// Listens at a numeric address; with port 0, at a free one. Returns a descriptor, or a negative errno.
int ct_listen_address(const char *host, int port);

// Returns the port of a socket, or a negative errno.
int ct_port(int fd);

// Waits for a connection. Returns its descriptor, or a negative errno.
int ct_accept(int fd);

// Returns the user at the other end of a connection at a path, or -1.
int64_t ct_peer_user(int fd);

// Ends reading from a connection, and writing to it if asked.
void ct_shut(int fd, bool writing);

// Lets the process have as many descriptors as it may.
void ct_raise_descriptor_limit(void);

#ifdef __clang__
#pragma clang assume_nonnull end
#endif

#endif
