// SPDX-License-Identifier: Apache-2.0

import StackFlowTesting
import TerminalEmulation
import TerminalIO
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `stackflow test --watch`: each change of a file runs the tests again, until a signal.
@Suite("stackflow test --watch") struct WatchTests {
  @Test func aChangedFileIsTestedAgain() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: a\nsteps: [{ ask: x, type: string }]\n", to: "a.flow.yaml")
    let script = "test: one\nsteps: [{ answer: { x: a } }]\n"
    try folder.write(script, to: "a.test.yaml")
    let program = try PseudoTerminal(
      running: try ProgramFixtures.program(), arguments: ["test", "a.test.yaml", "--watch"],
      environment: ProgramFixtures.environment([:]), directory: folder.path,
      streams: ChildStreams(output: .pipe), screen: EmulatedScreen(size: .fallback))
    try program.waitForOutput("1 passed")
    try program.waitForScreen { $0.text.contains("waiting for a change; stop with Ctrl-C") }
    try folder.write(script + "---\n" + script.replacing("one", with: "two"), to: "a.test.yaml")
    try program.waitForOutput("2 passed")
    // The runs are divided by what has changed.
    try program.waitForScreen { $0.lines.contains("── ./a.test.yaml changed ──") }
    try folder.write("test: one\nsteps: [{ answer: { y: a } }]\n", to: "a.test.yaml")
    try program.waitForScreen { $0.text.contains("a.test.yaml:2:") }
    program.send(signal: SIGINT)
    #expect(try program.waitForExit() == .signalled(SIGINT))
  }
}
