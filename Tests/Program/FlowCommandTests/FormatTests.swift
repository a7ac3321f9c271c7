// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("stackflow fmt")
struct FormatTests {
  private static let untidy = """
    flow: 1
    id:   tidy   # a name
    steps:
    # the only question
    - ask: name
      type:  string


      label: {en: Name}

    """

  private static let tidy = """
    flow: 1
    id: tidy   # a name
    steps:
      # the only question
      - ask: name
        type: string

        label: { en: Name }

    """

  @Test func filesAreFormattedInPlace() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.untidy, to: "untidy.flow.yaml")
    try folder.write(Self.tidy, to: "tidy.flow.yaml")
    try folder.setMode(0o640, of: "untidy.flow.yaml")
    try folder.link("link.flow.yaml", to: "untidy.flow.yaml")
    var calls = ProgramCalls()
    let path = folder.path
    try calls.run("fmt", "--check", "tidy.flow.yaml", "untidy.flow.yaml", directory: path)
    expectEqual(folder.text(of: "untidy.flow.yaml"), Self.untidy)
    try calls.run("fmt", "tidy.flow.yaml", "link.flow.yaml", directory: path)
    expectEqual(folder.text(of: "untidy.flow.yaml"), Self.tidy)
    expectEqual(folder.mode(of: "untidy.flow.yaml"), 0o640)
    #expect(folder.isLink("link.flow.yaml"))
    try calls.run("fmt", "--check", "tidy.flow.yaml", "untidy.flow.yaml", directory: path)
    try calls.run("fmt", "untidy.flow.yaml", directory: path)
    expectEqual(folder.names, ["link.flow.yaml", "tidy.flow.yaml", "untidy.flow.yaml"])
    calls.end()
  }

  @Test func standardInputIsFormattedToStandardOutput() throws {
    var calls = ProgramCalls()
    let call = try calls.run("fmt", "-", input: Self.untidy)
    expectEqual(call.output, Self.tidy)
    try expectEqual(calls.run("fmt", "-", input: Self.tidy).output, Self.tidy)
    try calls.run("fmt", "--check", "-", input: Self.untidy)
    try calls.run("fmt", "-", input: "flow: 1\nid: x\nsteps: [\n")
    calls.end()
  }

  @Test func aFileWithErrorsIsNotTouched() throws {
    let folder = try TemporaryFolder()
    let wrong = Self.untidy.replacing("type:  string", with: "type:  strng")
    try folder.write(wrong, to: "wrong.flow.yaml")
    try folder.write(Self.untidy, to: "untidy.flow.yaml")
    try folder.write("name.label:  [Name\n", to: "untidy.de.texts.yaml")
    try folder.write("test: a\nsteps:\n- back:  1\n", to: "untidy.test.yaml")
    var calls = ProgramCalls()
    let path = folder.path
    try calls.run("fmt", "wrong.flow.yaml", "untidy.test.yaml", directory: path)
    expectEqual(folder.text(of: "wrong.flow.yaml"), wrong)
    expectEqual(folder.text(of: "untidy.test.yaml"), "test: a\nsteps:\n  - back: 1\n")
    // Mistakes in one file don't keep others from being formatted.
    try calls.run("fmt", "untidy.flow.yaml", "untidy.de.texts.yaml", directory: path)
    expectEqual(folder.text(of: "untidy.flow.yaml"), Self.tidy)
    try calls.run("fmt", "missing.flow.yaml", directory: path)
    try calls.run("fmt", directory: path)
    calls.end()
  }
}
