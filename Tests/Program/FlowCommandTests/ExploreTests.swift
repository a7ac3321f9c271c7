// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// `stackflow explore`: its endings, and the tests that it writes.
@Suite("stackflow explore") struct ExploreTests {
  private static let small = """
    flow: 1
    id: small
    steps:
      - { ask: kind, type: choice, choices: [a, b] }
      - { ask: sure, type: boolean, when: kind == 'a' }
    """

  @Test func aFlowWithoutFaultsIsShown() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.small, to: "small.flow.yaml")
    let call = try ProgramCall(["explore", "small.flow.yaml"], directory: folder.path)
    expectEqual(call.exit, 0)
    #expect(call.output.contains(", all combinations of"), "\(call.output)\(call.messages)")
    #expect(call.output.contains("  shown:\n    every path ends\n    no expression fails\n"))
  }

  @Test func aFaultIsPrintedWithItsScriptAndFails() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.small + "\n  - { compute: odd, value: \"[1][kind == 'b' ? 1 : 0]\" }\n",
      to: "small.flow.yaml")
    let call = try ProgramCall(["explore", "small.flow.yaml"], directory: folder.path)
    expectEqual(call.exit, 1)
    #expect(call.output.contains("no expression fails: broken\n"), "\(call.output)")
    #expect(call.output.contains("      - answer: { kind: b }\n"), "\(call.output)")
    let json = try ProgramCall(
      ["explore", "small.flow.yaml", "--format", "json"], directory: folder.path)
    expectEqual(json.exit, 1)
    #expect(json.output.contains("\"law\": \"no-expression-fails\""), "\(json.output)")
  }

  @Test func theMissingTestsAreWrittenAfterThoseThatAreThere() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.small, to: "small.flow.yaml")
    try folder.write(
      "test: mine\nsteps: [ { answer: { kind: b } } ]\n", to: "small.test.yaml")
    let call = try ProgramCall(
      ["explore", "small.flow.yaml", "--seed", "1", "--write", "small.test.yaml"],
      directory: folder.path)
    expectEqual(call.exit, 0)
    #expect(call.messages.hasSuffix("added to 'small.test.yaml'\n"), "\(call.messages)")
    let tested = try ProgramCall(
      ["test", "small.test.yaml", "--coverage", "--verbose"], directory: folder.path)
    expectEqual(tested.exit, 0, "\(tested.output)\(tested.messages)")
    #expect(tested.output.contains("mine"))
    let again = try ProgramCall(
      ["explore", "small.flow.yaml", "--seed", "1", "--write", "small.test.yaml"],
      directory: folder.path)
    expectEqual(again.messages, "stackflow: no test is missing that these walks know\n")
  }

  /// A run in which no walk ends shows nothing, so it isn't a success.
  @Test func aRunWithoutAWalkFails() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.small, to: "small.flow.yaml")
    let call = try ProgramCall(
      ["explore", "small.flow.yaml", "--steps", "1"], directory: folder.path)
    expectEqual(call.exit, 1)
    #expect(call.output.contains("nothing is shown: no walk ended within"), "\(call.output)")
  }

  /// A time that's over at once, and moves that would take hours.
  @Test func aRunStopsWhenItsTimeIsOver() throws {
    let call = try ProgramCall(
      ["explore", "new-service.flow.yaml", "--steps", "1000000000", "--time", "1ms"],
      directory: ProgramFixtures.flows)
    expectEqual(call.exit, call.output.contains("the time was over before a walk ended") ? 1 : 0)
    #expect(call.output.contains(", until the time was over\n"), "\(call.output)\(call.messages)")
  }

  @Test func wrongArgumentsAndFlowsAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: x\nsteps: [ { ask: } ]\n", to: "x.flow.yaml")
    func exit(_ arguments: String...) throws -> Int32? {
      try ProgramCall(["explore"] + arguments, directory: folder.path).exit
    }
    try expectEqual(exit("x.flow.yaml"), 65)
    try expectEqual(exit("nothing.flow.yaml"), 2)
    try expectEqual(exit("x.flow.yaml", "--steps", "0"), 2)
    try expectEqual(exit("x.flow.yaml", "--time", "0"), 2)
  }

  @Test func aPlaceWhereTheTestsAreNotFoundIsSaid() throws {
    let folder = try TemporaryFolder()
    for name in ["Flows", "own"] { try folder.makeFolder(name) }
    try folder.write(Self.small, to: "Flows/small.flow.yaml")
    func messages(_ file: String) throws -> String {
      try ProgramCall(
        ["explore", "small", "--seed", "1", "--write", file], directory: folder.path
      ).messages
    }
    #expect(
      try messages("own/small.explored.test.yaml").hasSuffix(
        "stackflow: 'stackflow test' doesn't find it there; it belongs to 'Flows/small.flow.yaml' if "
          + "it's 'Flows/small.explored.test.yaml'\n"))
    #expect(
      try messages("Flows/small.explored.test.yaml").hasSuffix(
        "added to 'Flows/small.explored.test.yaml'\n"))
  }
}
