// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// A process whose address space is limited, as under `ulimit -v`.
@Suite struct LittleMemoryTests {
  /// A walk with a command ends: with its result, or with the reason why it can't begin.
  ///
  /// Below 60 MB, the loader refuses to start the program, or the system ends it while it starts.
  @Test func aWalkWithACommandEndsWhateverTheLimitIs() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: f
      steps:
        - { run: r, command: [sh, -c, echo hi], undo: { command: ["true"] } }
        - { ask: b, type: string }
      """, to: "f.flow.yaml")
    var endings: Set<Int32> = []
    for megabytes in stride(from: 72, through: 300, by: 12) {
      let call = try ProgramCall(
        shell: """
          ulimit -Sv \(megabytes * 1024)
          stackflow run f.flow.yaml --no-input --set b=y --allow-run </dev/null
          """, directory: folder.path)
      endings.insert(call.exit)
      switch call.exit {
      case 0: #expect(call.output.contains("\"b\""))
      case 74:
        #expect(call.messages.contains("leaves no room for its threads; raise it (ulimit -v)"))
      default:
        #expect(
          call.messages.contains("shared"), "\(megabytes) MB: \(call.exit) \(call.messages)")
      }
    }
    #expect(endings.isSuperset(of: [0, 74]), "\(endings)")
  }
}
