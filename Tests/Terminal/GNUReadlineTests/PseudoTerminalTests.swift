// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import Expectations
import RandomTesting
import TerminalIO
import Testing

@testable import StackFlowTesting
@testable import TerminalEmulation

@Suite("Readline on a pseudo-terminal", .serialized)
struct PseudoTerminalTests {
  /// How the program waits for keys.
  enum Waiting: CaseIterable {
    /// Its task is suspended.
    case suspended

    /// Its thread is held.
    case holding

    var options: [String] { self == .holding ? ["--hold"] : [] }
  }

  private func start(
    _ waiting: Waiting = .suspended, arguments: [String] = [], size: WindowSize = .fallback,
    environment: [String: String] = [:],
    streams: ChildStreams = ChildStreams(output: .pipe)
  ) throws -> PseudoTerminal<EmulatedScreen> {
    let path = try #require(BuiltProgram.path("EditorProbe"))
    let terminal = try PseudoTerminal(
      running: path, arguments: waiting.options + arguments, size: size, environment: environment,
      streams: streams, screen: EmulatedScreen(size: size))
    try terminal.waitForKeyWait()
    return terminal
  }

  @Test func aLineIsTypedShownAndReturned() throws {
    let terminal = try start(arguments: ["--prompt", "name > ", "--lines", "1"])
    expectEqual(terminal.screen.text, "name >")
    expectEqual(terminal.screen.cursor, .init(row: 0, column: 7))
    try terminal.type("bilxing\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[3~")
    expectEqual(terminal.screen.text, "name > biling")
    try terminal.type("l")
    expectEqual(terminal.screen.text, "name > billing")
    expectEqual(terminal.screen.cursor, .init(row: 0, column: 11))
    try terminal.send(bytes: [0x0D])
    let exit = try terminal.waitForExit()
    expectEqual(exit, .exited(0))
    expectEqual(terminal.standardOutput, Array("billing\n".utf8))
    #expect(terminal.isRestored)
  }

  @Test(arguments: ["xterm-256color", "dumb", "vt100", "screen", ""])
  func theScreenIsTheSameOnEveryTerminal(term: String) throws {
    let terminal = try start(arguments: ["--initial", "one two"], environment: ["TERM": term])
    try terminal.type("\u{17}\u{17}three 日本\u{01}x\u{05}\u{02}\u{02}y")
    expectEqual(terminal.screen.text, "> xthree y日本")
    expectEqual(terminal.screen.cursor, .init(row: 0, column: 10))
    try terminal.type("\u{15}")
    expectEqual(terminal.screen.text, "> 日本")
    expectEqual(terminal.screen.cursor, .init(row: 0, column: 2))
  }

  @Test(arguments: [20, 80])
  func aLongLineStaysOnItsRow(columns: Int) throws {
    let terminal = try start(
      arguments: ["--lines", "1"], size: WindowSize(columns: columns, rows: 5))
    let text = String(repeating: "0123456789", count: 12)
    try terminal.type(text)
    expectEqual(terminal.screen.cursor.row, 0)
    #expect(terminal.screen.lines[0].hasPrefix("> <"))
    #expect(terminal.screen.lines[0].hasSuffix("9"))
    #expect(terminal.screen.lines.dropFirst().allSatisfy { $0.isEmpty })
    try terminal.type("\u{01}")
    expectEqual(terminal.screen.cursor, .init(row: 0, column: 2))
    #expect(terminal.screen.lines[0].hasPrefix("> 0123") && terminal.screen.lines[0].hasSuffix(">"))
    try terminal.send(bytes: [0x0D])
    try expectEqual(terminal.waitForExit(), .exited(0))
    expectEqual(terminal.standardOutput, Array((text + "\n").utf8))
  }

  @Test func aKeyIsOneByteOfOutput() throws {
    let path = try #require(BuiltProgram.path("EditorProbe"))
    let terminal = try PseudoTerminal(running: path, screen: Transcript())
    try terminal.waitForKeyWait()
    try terminal.type("a")
    let before = terminal.screen.bytes.count
    try terminal.type("b")
    expectEqual(terminal.screen.bytes.count, before + 1)
  }

  @Test(arguments: Waiting.allCases)
  func aResizeIsSeenAtOnce(waiting: Waiting) throws {
    let terminal = try start(waiting)
    try terminal.type("0123456789abcdefghijklmnop")
    try terminal.resize(to: WindowSize(columns: 20, rows: 6))
    #expect(terminal.screen.lines[0].hasPrefix("> <"))
    expectEqual(terminal.screen.cursor.row, 0)
    for columns in [40, 10, 80, 3] {
      try terminal.resize(to: WindowSize(columns: columns, rows: 6))
      try terminal.type("x\u{7F}")
    }
  }

  @Test func candidatesAreShownBelow() throws {
    let terminal = try start()
    try terminal.type("po\t\t")
    expectEqual(terminal.screen.text, "> postg\npostgres\npostgis\n> postg")
  }

  @Test func aSecretIsNotEchoed() throws {
    let terminal = try start(arguments: ["--secret", "--lines", "1"])
    try terminal.type("hunter2")
    expectEqual(terminal.screen.text, ">")
    try terminal.send(bytes: [0x0D])
    try expectEqual(terminal.waitForExit(), .exited(0))
    expectEqual(terminal.standardOutput, Array("hunter2\n".utf8))
  }

  @Test func aPasteIsOneChangeOnAnyTerminal() throws {
    let terminal = try start()
    try terminal.type("\u{1B}[200~one\ntwo\u{1B}[201~")
    expectEqual(terminal.screen.text, #"> one\ntwo"#)
    try terminal.type("\u{1F}")
    expectEqual(terminal.screen.text, ">")
  }

  @Test(arguments: Waiting.allCases)
  func aLoneEscapeAndThenALetterAreTheLetterWithAlt(waiting: Waiting) throws {
    let terminal = try start(waiting)
    try terminal.type("abc def")
    try terminal.type("\u{1B}")
    expectEqual(terminal.screen.text, "> abc def")
    try terminal.type("b")
    expectEqual(terminal.screen.text, "> abc def")
    expectEqual(terminal.screen.cursor, .init(row: 0, column: 6))
  }

  @Test func keysComeFromTheTerminalWhenInputIsAPipe() throws {
    let terminal = try start(
      arguments: ["--lines", "1"], streams: ChildStreams(input: .pipe, output: .pipe, error: .pipe))
    terminal.writeStandardInput(Array("not for us\n".utf8))
    try terminal.type("typed")
    try terminal.send(bytes: [0x0D])
    try expectEqual(terminal.waitForExit(), .exited(0))
    expectEqual(terminal.standardOutput, Array("typed\n".utf8))
    #expect(terminal.standardError.isEmpty)
  }

  @Test func charactersAreUTF8InTheCLocaleToo() throws {
    let terminal = try start(
      arguments: ["--lines", "1"], environment: ["LC_ALL": "C", "LANG": "C"])
    try terminal.type("日é\u{7F}本")
    expectEqual(terminal.screen.text, "> 日本")
    try terminal.send(bytes: [0x0D])
    try expectEqual(terminal.waitForExit(), .exited(0))
    expectEqual(terminal.standardOutput, Array("日本\n".utf8))
  }

  @Test(arguments: Waiting.allCases)
  func typingAheadLosesNothing(waiting: Waiting) throws {
    let terminal = try start(waiting, arguments: ["--lines", "3"])
    try terminal.send(bytes: "one\rtwo\rthree\r".utf8)
    try expectEqual(terminal.waitForExit(), .exited(0))
    expectEqual(terminal.standardOutput, Array("one\ntwo\nthree\n".utf8))
  }

  @Test func theUsersOwnInputrcApplies() throws {
    let path = "/tmp/stackflow-inputrc-\(getpid())"
    let file = try #require(fopen(path, "w"))
    defer { unlink(path) }
    fputs(
      """
      "\\C-o": "never seen"
      $if StackFlow
      set editing-mode vi
      "\\C-o": stackflow-help
      "\\C-l": "macro"
      $endif
      $if term=xterm-256color
      "\\C-p": "on xterm"
      $endif

      """, file)
    fclose(file)
    let terminal = try start(arguments: ["--inputrc"], environment: ["INPUTRC": path])
    try terminal.type("ab")
    try terminal.type(Key(.escape))
    try terminal.type("0x")
    expectEqual(terminal.screen.text, "> b")
    try terminal.type("i\u{0F}")
    expectEqual(terminal.screen.text, "> b\ncommand help\n> b")
    try terminal.type("\u{0C}\u{10}")
    expectEqual(terminal.screen.lines[2], "> macroon xtermb")
  }

  @Test(arguments: Waiting.allCases)
  func manyKeysAndResizesLeaveTheScreenCorrect(waiting: Waiting) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let keys = [
      "a", "日", "-", " ", "\u{7F}", "\u{01}", "\u{05}", "\u{02}", "\u{0B}", "\u{19}", "\u{1F}",
      "\u{1B}[A", "\u{1B}[C", "\u{1B}[<0;3;3M", "\u{1B}[9;9q", "\u{1B}[200~pasted\u{1B}[201~",
      "long enough to scroll in a row",
    ]
    let terminal = try start(waiting, environment: ["TERM": seed % 2 == 0 ? "dumb" : "xterm"])
    for _ in 0..<400 {
      try terminal.send(bytes: keys[Int(random.next() % UInt64(keys.count))].utf8)
      if random.next() % 10 == 0 {
        let columns = 3 + Int(random.next() % 90)
        try terminal.resize(to: WindowSize(columns: columns, rows: 8), isSettled: false)
      }
    }
    let columns = seed % 2 == 0 ? 100 : 30
    try terminal.resize(to: WindowSize(columns: columns, rows: 8))
    try terminal.type("\u{05}\u{15}")
    try terminal.type("ok")
    var row = terminal.screen.lines[terminal.screen.cursor.row]
    // Without escapes, the last cell of a row keeps the mark of a longer line.
    if seed % 2 == 0, row.count == columns, row.hasSuffix(" >") {
      row.removeLast()
      while row.hasSuffix(" ") { row.removeLast() }
    }
    expectEqual(row, "> ok", "seed \(seed)\n\(terminal.screen.picture)")
    try terminal.send(bytes: [0x03])
    try expectEqual(terminal.waitForExit(), .exited(130))
    try expectRestored(terminal, "after a storm")
  }

  @Test(arguments: Waiting.allCases)
  func aTerminalCanBeOpenedAgainAndNothingIsLeftOpen(waiting: Waiting) throws {
    let path = try #require(BuiltProgram.path("EditorProbe"))
    let terminal = try PseudoTerminal(
      running: path, arguments: waiting.options + ["--reopen"],
      streams: ChildStreams(output: .pipe),
      screen: EmulatedScreen(size: .fallback))
    try expectEqual(terminal.waitForExit(), .exited(0))
    expectEqual(terminal.standardOutput, Array("nothing is left open\n".utf8))
    try expectRestored(terminal, "after 200 times")
  }

  // MARK: Keys that wait

  private func start(_ wait: ReadlineWaitingTests.Wait) throws -> PseudoTerminal<EmulatedScreen> {
    let terminal = try start(
      arguments: [
        "--initial", "one two", "--history", "one more", "--lines", "1", "--left",
        "--configure", "set editing-mode \(wait.mode)",
      ])
    if wait.mode == .vi { try terminal.type(Key(.escape)) }
    try terminal.type(wait.keys)
    return terminal
  }

  /// A window's size and a stopped program change nothing for a key that waits.
  @Test(arguments: ["resized", "continued"])
  func whatWaitsOutlives(event: String) async throws {
    for wait in ReadlineWaitingTests.waits {
      let expected = await wait.answer(to: "ew")
      let terminal = try start(wait)
      if event == "resized" {
        try terminal.resize(to: WindowSize(columns: 30, rows: 6))
      } else {
        terminal.send(signal: SIGSTOP)
        terminal.send(signal: SIGCONT)
        try terminal.waitForScreen { $0.text.contains("resumed") }
      }
      try terminal.type("e")
      try terminal.type("w")
      // The first Enter may end a search.
      try terminal.send(bytes: [0x0D])
      if wait.takesPaste { try terminal.send(bytes: [0x0D]) }
      try expectEqual(terminal.waitForExit(), .exited(0), "\(wait)")
      expectEqual(
        String(decoding: terminal.standardOutput, as: UTF8.self), expected + "\n", "\(wait)")
    }
  }

  /// The line is left as it was: without an operand, a search's text, or a motion's blank.
  @Test(arguments: [("Ctrl-C", 130), ("SIGINT", 130), ("a lost terminal", 1)] as [(String, Int32)])
  func whatWaitsIsNotLeftInTheLine(event: String, status: Int32) throws {
    for wait in ReadlineWaitingTests.waits {
      let terminal = try start(wait)
      switch event {
      case "Ctrl-C": try terminal.send(bytes: [3])
      case "SIGINT": terminal.send(signal: SIGINT)
      default: terminal.hangUp()
      }
      try expectEqual(terminal.waitForExit(), .exited(status), "\(wait)")
      expectEqual(
        String(decoding: terminal.standardOutput, as: UTF8.self), "left one two\n", "\(wait)")
    }
  }

  /// Readline says on standard error that macros are nested too deeply.
  @Test(arguments: [
    (#""\C-o": "a\C-ob""#, "\u{0F}"), ("", "\u{18}(a\u{18})\u{1B}3\u{1B}0\u{18}e"),
  ])
  func macrosThatAreNestedTooDeeplyEndInSilence(binding: String, keys: String) throws {
    let terminal = try start(
      arguments: ["--lines", "1", "--configure", binding],
      streams: ChildStreams(output: .pipe, error: .pipe))
    try terminal.type(keys)
    try terminal.type("\u{15}ok")
    expectEqual(terminal.screen.text, "> ok")
    try terminal.send(bytes: [0x0D])
    try expectEqual(terminal.waitForExit(), .exited(0))
    expectEqual(terminal.standardOutput, Array("ok\n".utf8))
    #expect(terminal.standardError.isEmpty)
  }

  private static let tmux: String? = [
    "/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux",
  ].first { access($0, X_OK) == 0 }

  /// tmux sends Escape and a key that follows quickly as the key with Alt.
  @Test(.enabled(if: tmux != nil, "tmux is installed by Scripts/test"))
  func escapeAndAQuickKeyAreTwoKeysThroughTmux() throws {
    let tmux = try #require(Self.tmux)
    let path = try #require(BuiltProgram.path("EditorProbe"))
    let socket = "/tmp/stackflow-tmux-\(getpid())"
    defer { unlink(socket) }
    let terminal = try PseudoTerminal(
      running: tmux,
      arguments: [
        "-S", socket, "-f", "/dev/null", "-u", "new-session",
        // The descriptor of the tests isn't open there.
        "env -u STACKFLOW_TEST_FD '\(path)' --configure 'set editing-mode vi'",
        ";", "set", "status", "off", ";", "set", "destroy-unattached", "on",
      ], environment: ["PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"],
      screen: EmulatedScreen(size: .fallback))
    try terminal.waitForScreen { $0.lines.first == ">" }
    try terminal.send(bytes: "abcdef".utf8)
    try terminal.waitForScreen { $0.lines.first == "> abcdef" }
    try terminal.send(bytes: "\u{1B}dd".utf8)
    try terminal.waitForScreen { $0.lines.first == ">" }
    try terminal.send(bytes: "ix".utf8)
    try terminal.waitForScreen { $0.lines.first == "> x" }
    try terminal.send(bytes: [3])
    _ = try terminal.waitForExit()
  }

  // MARK: Leaving

  @Test(arguments: Waiting.allCases)
  func theTerminalIsRestoredWhenAProgramEnds(waiting: Waiting) throws {
    for (keys, status) in [("\u{03}", 130), ("\u{04}", 1), ("exit\r", 7)] as [(String, Int32)] {
      let terminal = try start(waiting, arguments: ["--modes"])
      #expect(!terminal.isRestored)
      #expect(terminal.screen.isAlternate)
      #expect(!terminal.screen.isCursorVisible)
      try terminal.send(bytes: keys.utf8)
      try expectEqual(terminal.waitForExit(), .exited(status))
      try expectRestored(terminal, "after \(keys.debugDescription)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT], Waiting.allCases)
  func signalsThatEndAProgramAreEvents(signal: Int32, waiting: Waiting) throws {
    let terminal = try start(waiting, arguments: ["--modes"])
    terminal.send(signal: signal)
    try expectEqual(terminal.waitForExit(), .exited(128 + signal))
    try expectRestored(terminal, "after signal \(signal)")
  }

  @Test(
    arguments: [
      ("segv", SIGSEGV), ("fault", SIGSEGV), ("overflow", SIGSEGV), ("abort", SIGABRT),
      ("trap", SIGILL),
    ] as [(String, Int32)], Waiting.allCases)
  func theTerminalIsRestoredWhenAProgramCrashes(
    crash: (word: String, signal: Int32), waiting: Waiting
  ) throws {
    let (word, signal) = crash
    let terminal = try start(
      waiting, arguments: ["--modes"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    try terminal.send(bytes: (word + "\r").utf8)
    let exit = try terminal.waitForExit()
    #expect(exit == .signalled(signal) || (word == "trap" && exit == .signalled(SIGTRAP)))
    try expectRestored(terminal, "after \(word)")
  }

  @Test(arguments: [SIGILL, SIGABRT, SIGBUS, SIGTRAP, SIGSEGV, SIGFPE])
  func theTerminalIsRestoredWhenAProgramIsKilled(signal: Int32) throws {
    let terminal = try start(arguments: ["--modes"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    terminal.send(signal: signal)
    try expectEqual(terminal.waitForExit(), .signalled(signal))
    try expectRestored(terminal, "after signal \(signal)")
  }

  @Test(arguments: [SIGTERM, SIGINT], Waiting.allCases)
  func aSecondSignalEndsAProgramThatHangs(signal: Int32, waiting: Waiting) throws {
    let terminal = try start(waiting, arguments: ["--modes"], streams: ChildStreams(output: .pipe))
    try terminal.send(bytes: "hang\r".utf8)
    try terminal.waitForOutput("hang\n")
    try expectEqual(terminal.waitForExit(insistingWith: signal), .signalled(signal))
    try expectRestored(terminal, "after signal \(signal)")
  }

  @Test(arguments: Waiting.allCases)
  func aThirdCtrlCEndsAProgramThatHangs(waiting: Waiting) throws {
    let terminal = try start(waiting, arguments: ["--modes"], streams: ChildStreams(output: .pipe))
    try terminal.send(bytes: "hang\r".utf8)
    try terminal.waitForOutput("hang\n")
    try terminal.send(bytes: [3, 3, 3])
    try expectEqual(terminal.waitForExit(), .signalled(SIGINT))
    try expectRestored(terminal, "after three times Ctrl-C")
  }

  @Test(arguments: Waiting.allCases)
  func aLostTerminalIsTheEndOfInput(waiting: Waiting) throws {
    let terminal = try start(waiting)
    terminal.hangUp()
    try expectEqual(terminal.waitForExit(), .exited(1), "the end of input, not SIGHUP")
  }

  @Test(arguments: Waiting.allCases)
  func stoppingTheProgramRestoresTheTerminal(waiting: Waiting) throws {
    let path = try #require(BuiltProgram.path("EditorProbe"))
    let script = """
      set -m; "$@" --modes; echo "status $?"
      case "$(stty -a)" in *" -icanon"*) echo raw ;; *) echo cooked ;; esac
      fg >/dev/null; echo "status $?"
      """
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", script, "sh", path] + waiting.options,
      streams: ChildStreams(output: .terminal),
      screen: EmulatedScreen(size: .fallback))
    try terminal.waitForKeyWait()
    try terminal.type("abc")
    try terminal.send(bytes: [0x1A])
    try terminal.waitForScreen { $0.text.contains("> abc") && $0.isAlternate }
    try terminal.type("d")
    try terminal.send(bytes: [0x03])
    try expectEqual(terminal.waitForExit(), .exited(0))
    #expect(terminal.screen.text.contains("cooked"))
    #expect(terminal.screen.text.contains("status 130"))
    try expectRestored(terminal, "after a stop and an end")
  }

  @Test(arguments: Waiting.allCases)
  func aStoppedProgramComesBack(waiting: Waiting) throws {
    let terminal = try start(waiting, arguments: ["--modes"])
    try terminal.type("abc")
    terminal.send(signal: SIGSTOP)
    terminal.send(signal: SIGCONT)
    try terminal.waitForScreen { $0.text.contains("resumed") }
    try terminal.type("d")
    #expect(terminal.screen.text.contains("abcd"))
    #expect(!terminal.screen.isCursorVisible)
  }

  @Test(arguments: Waiting.allCases)
  func aLentTerminalHasItsOwnModes(waiting: Waiting) throws {
    let terminal = try start(waiting)
    try terminal.type("lend\r")
    #expect(terminal.screen.text.contains("cooked"))
    try terminal.type("abc")
    #expect(terminal.screen.text.contains("> abc"))
    #expect(!terminal.isRestored)
  }

  @Test(arguments: Waiting.allCases)
  func closingTheTerminalEndsTheWait(waiting: Waiting) throws {
    let terminal = try start(waiting, arguments: ["--modes"])
    try terminal.send(bytes: "close\r".utf8)
    try expectEqual(terminal.waitForExit(), .exited(0))
    try expectRestored(terminal, "after it was closed elsewhere")
  }

  @Test func withoutATerminalThereIsNone() throws {
    let path = try #require(BuiltProgram.path("EditorProbe"))
    let terminal = try PseudoTerminal(
      running: path, streams: ChildStreams(output: .pipe, isControllingTerminal: false),
      screen: Transcript())
    try expectEqual(terminal.waitForExit(), .exited(3))
    expectEqual(terminal.standardOutput, Array("no terminal: true\n".utf8))
  }

  @Test func aProgramThatNeverReportsIsATimeoutWithItsScreen() throws {
    let path = try #require(BuiltProgram.path("EditorProbe"))
    // clock: a slow machine may not have come to the keys, which is told too.
    let terminal = try PseudoTerminal(
      running: path, timeout: .seconds(1), screen: EmulatedScreen(size: .fallback))
    do {
      try terminal.type("abc")
      _ = try terminal.waitForExit()
      Issue.record("it does not end by itself")
    } catch {
      if error.kind == .timedOut(waitingFor: "the keys to be handled") { return }
      expectEqual(error.kind, .timedOut(waitingFor: "the program to end"))
      #expect(error.picture.contains("> abc"))
    }
  }

  private func expectRestored(
    _ terminal: PseudoTerminal<EmulatedScreen>, _ when: String
  ) throws {
    #expect(terminal.isRestored, "modes \(when)")
    #expect(!terminal.screen.isAlternate, "the screen \(when)")
    #expect(terminal.screen.isCursorVisible, "the cursor \(when)")
  }
}
