// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import CMalloc
import FlowFiles
import Testing
import FlowChecks

@testable import FlowAnalysis

/// The memory that a prover keeps grows linearly with the flow.
@Suite struct CheckingMemoryTests {
  private static func bytes(forLists count: Int) throws -> Int {
    let steps = (0..<count).map { list in
      """
        - repeat: r\(list)
          steps:
            - { ask: a\(list), type: string }
            - { ask: b\(list), type: integer, when: a\(list) != 'x' }

      """
    }
    let loaded = FlowFile.read(
      Array("flow: 1\nid: t\nsteps:\n\(steps.joined())".utf8), name: "t.flow.yaml")
    let definition = try #require(loaded.definition)
    let before = mallinfo2().uordblks
    let prover = PathProver()
    let result = FlowChecker.check(definition, follower: prover)
    try #require(result.flow != nil)
    let after = mallinfo2().uordblks
    return withExtendedLifetime((prover, result)) { Int(after) - Int(before) }
  }

  /// Runs in a separate process, where nothing else allocates memory.
  @Test func doublingTheListsAtMostDoublesTheMemory() async {
    await #expect(processExitsWith: .success) {
      _ = try Self.bytes(forLists: 10)
      let (small, large) = (try Self.bytes(forLists: 300), try Self.bytes(forLists: 600))
      try #require(small > 100_000 && large * 4 <= small * 10, "\(small), \(large)")
    }
  }
}
#endif
