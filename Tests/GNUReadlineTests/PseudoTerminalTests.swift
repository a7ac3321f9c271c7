// SPDX-License-Identifier: GPL-3.0-or-later

import FlowShell
import StackFlowTesting
import TerminalEmulation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Readline on a pseudo-terminal", .serialized)
struct PseudoTerminalTests {
  private func start(
    _ arguments: [String] = [], size: WindowSize = .fallback, environment: [String: String] = [:],
    streams: ChildStreams = ChildStreams(output: .pipe)
  ) throws -> PseudoTerminal<EmulatedScreen> {
    let path = try #require(BuiltProgram.path("EditorProbe"))
    let terminal = try PseudoTerminal(
      running: path, arguments: arguments, size: size, environment: environment,
      streams: streams, timeout: .seconds(20), screen: EmulatedScreen(size: size))
    try terminal.waitForKeyWait()
    return terminal
  }

  @Test func aLineIsTypedShownAndReturned() throws {
    let terminal = try start(["--prompt", "name > ", "--lines", "1"])
    #expect(terminal.screen.text == "name >")
    #expect(terminal.screen.cursor == .init(row: 0, column: 7))
    try terminal.type("bilxing\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[3~")
    #expect(terminal.screen.text == "name > biling")
    try terminal.type("l")
    #expect(terminal.screen.text == "name > billing")
    #expect(terminal.screen.cursor == .init(row: 0, column: 11))
    try terminal.send(bytes: [0x0D])
    let exit = try terminal.waitForExit()
    #expect(exit == .exited(0))
    #expect(terminal.standardOutput == Array("billing\n".utf8))
    #expect(terminal.isRestored)
  }
}
