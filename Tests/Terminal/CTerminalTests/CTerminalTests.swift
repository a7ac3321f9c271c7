// SPDX-License-Identifier: Apache-2.0

import CTerminal
import Expectations
import Testing

@Suite("CTerminal")
struct CTerminalTests {
  private struct Ends: ~Copyable {
    var master: Int32 = -1
    var slave: Int32 = -1

    init(columns: Int32 = 80, rows: Int32 = 24) throws {
      try #require(ct_pseudo_terminal(columns, rows, &master, &slave) == 0)
    }

    deinit {
      _ = ct_close(master)
      _ = ct_close(slave)
    }
  }

  @Test func rawModesComeAndGo() throws {
    let ends = try Ends()
    var before = ct_modes()
    expectEqual(ct_modes_read(ends.slave, &before), 0)
    #expect(ct_modes_are_cooked(&before))
    var raw = before
    ct_modes_make_raw(&raw)
    #expect(!ct_modes_are_cooked(&raw))
    #expect(!ct_modes_equal(&before, &raw))
    expectEqual(ct_modes_write(ends.slave, &raw), 0)
    var now = ct_modes()
    expectEqual(ct_modes_read(ends.slave, &now), 0)
    #expect(ct_modes_equal(&now, &raw))
    expectEqual(ct_modes_write(ends.slave, &before), 0)
    expectEqual(ct_modes_read(ends.slave, &now), 0)
    #expect(ct_modes_equal(&now, &before))
  }

  @Test func theWindowHasTheSizeThatItIsGiven() throws {
    let ends = try Ends(columns: 132, rows: 43)
    var columns: Int32 = 0
    var rows: Int32 = 0
    expectEqual(ct_size_read(ends.slave, &columns, &rows), 0)
    #expect(columns == 132 && rows == 43)
    expectEqual(ct_size_write(ends.master, 20, 5), 0)
    expectEqual(ct_size_read(ends.slave, &columns, &rows), 0)
    #expect(columns == 20 && rows == 5)
    #expect(ct_size_write(ends.master, -1, 5) != 0)
    #expect(ct_size_write(ends.master, 70_000, 5) != 0)
  }

  @Test func aDescriptorThatIsNoTerminalIsRefused() {
    var ends: [Int32] = [-1, -1]
    expectEqual(ct_pipe(&ends), 0)
    var modes = ct_modes()
    #expect(ct_modes_read(ends[0], &modes) != 0)
    #expect(ct_guard_begin(ends[0], ends[1]) != 0)
    var columns: Int32 = 0
    var rows: Int32 = 0
    #expect(ct_size_read(ends[0], &columns, &rows) != 0)
    for end in ends { _ = ct_close(end) }
  }

  @Test func waitingTellsWhichDescriptorIsReady() {
    var one: [Int32] = [-1, -1]
    var other: [Int32] = [-1, -1]
    #expect(ct_pipe(&one) == 0 && ct_pipe(&other) == 0)
    var ready: UInt32 = 99
    expectEqual(ct_wait_readable([one[0], -1, other[0]], 3, 0, &ready), 0)
    expectEqual(ready, 0)
    expectEqual(ct_write_all(other[1], "x", 1), 0)
    expectEqual(ct_wait_readable([one[0], -1, other[0]], 3, -1, &ready), 0)
    expectEqual(ready, 4)
    _ = ct_close(one[1])
    expectEqual(ct_wait_readable([one[0], -1, other[0]], 3, -1, &ready), 0)
    expectEqual(ready, 5, "an end that is closed can be read")
    #expect(ct_wait_readable([], 9, 0, &ready) != 0, "at most 8")
    for end in [one[0], other[0], other[1]] { _ = ct_close(end) }
  }

  @Test func aProgramThatIsNotThereIsReported() {
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
    let failure = "/nonexistent/program".withCString { path in
      arguments.withUnsafeMutableBufferPointer { arguments in
        guard let start = arguments.baseAddress else { return Int32(-1) }
        var child = ct_child(
          path: path, arguments: start, environment: start, directory: nil, terminal: -1,
          sources: nil, targets: nil, descriptors: 0)
        return ct_spawn(&child, &process)
      }
    }
    expectEqual(failure, 2, "ENOENT")
    expectEqual(process, 0)
  }
}
