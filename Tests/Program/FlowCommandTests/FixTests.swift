// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("stackflow check --fix")
struct FixTests {
  private static let broken = """
    # Asks what to order.
    flow: 1
    id: order
    steps:
      - ask: kind
        typ: choice              # one of two
        choices: [http, worker]
      - ask: port
        when: kimd == http
        type: int
        default: "8080"
      - { note: told, text: Told, when: !has(port) }
      - { note: unknown, text: "${nobody}" }

    """

  @Test func safeFixesAreApplied() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.broken, to: "order.flow.yaml")
    try folder.write("flow: 1\nid: fine\nsteps:\n  - { note: a, text: b }\n", to: "fine.flow.yaml")
    try folder.setMode(0o640, of: "order.flow.yaml")
    var calls = ProgramCalls()
    let path = folder.path
    try calls.run("check", "--fix", "order.flow.yaml", "fine.flow.yaml", directory: path)
    expectEqual(
      folder.text(of: "order.flow.yaml"),
      Self.broken.replacing("typ:", with: "type:").replacing(
        "kimd == http", with: "kind == 'http'"
      )
      .replacing("type: int\n", with: "type: integer\n").replacing("\"8080\"", with: "8080")
      .replacing("!has(port)", with: "\"!has(port)\""))
    expectEqual(folder.mode(of: "order.flow.yaml"), 0o640)
    try calls.run("check", "--fix", "--format", "json", "order.flow.yaml", directory: path)
    try calls.run("check", "--fix", "-", directory: path)
    expectEqual(folder.names, ["fine.flow.yaml", "order.flow.yaml"])
    calls.end()
  }

  /// Several limits on one line become keys where that's the only meaning; texts stay.
  @Test func limitsOnOneLineBecomeKeys() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: lines
      steps:
        - ask: a
          min: 1, max:10,multipleOf:2    # even
          type: integer
        - minLength: 1, maxLength:50
          ask: b
          type: string
          default: 1, max:10

      """, to: "lines.flow.yaml")
    let call = try ProgramCall(["check", "--fix", "lines.flow.yaml"], directory: folder.path)
    expectEqual(
      folder.text(of: "lines.flow.yaml"),
      """
      flow: 1
      id: lines
      steps:
        - ask: a
          min: 1
          max: 10
          multipleOf: 2    # even
          type: integer
        - minLength: 1
          maxLength: 50
          ask: b
          type: string
          default: 1, max:10

      """, "\(call.messages)")
  }
}
