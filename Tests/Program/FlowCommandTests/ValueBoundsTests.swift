// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

/// Values of which a few bytes of a flow make millions of parts: whatever reads a flow ends, and a walk fails with the
/// place and the reason.
@Suite struct ValueBoundsTests {
  /// Forty lists, each of which has the one before twice.
  private static let flow =
    "flow: 1\nid: t\nsteps:\n  - { compute: c0, value: '[1]' }\n"
    + (1...40).map { "  - { compute: c\($0), value: '[c\($0 - 1), c\($0 - 1)]' }\n" }.joined()
    + "  - { ask: last, type: string, default: x }\n"

  /// With `explore`, which begins the walk again for each law, only in a long run.
  private static let commands =
    [
      (["check"], 0), (["plan"], 6), (["schema"], 0), (["run", "--no-input", "--defaults"], 6),
    ] + (isLongRun ? [(["explore", "--steps", "20"], 1)] : [])

  @Test(arguments: commands)
  func nestedListsAreReadAsFarAsTheirLimit(_ arguments: [String], exit: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow, to: "t.flow.yaml")
    let call = try ProgramCall(
      [arguments[0], "t.flow.yaml"] + arguments.dropFirst(), directory: folder.path)
    expectEqual(Int(call.exit), exit, "\(call.messages)\(call.output)")
    let text = call.messages + call.output
    if exit != 0 { #expect(text.contains("more than 1000000 parts"), "\(text)") }
  }
}
