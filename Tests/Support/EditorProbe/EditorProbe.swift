// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import CTerminal
import GNUReadline
import TerminalIO

/// A program for the tests that reads lines on the terminal and prints them to standard output.
///
///     EditorProbe [--plain] [--prompt TEXT] [--initial TEXT] [--secret] [--modes] [--inputrc] [--reopen] [--hold] [--lines N]
///                 [--configure LINE] [--history LINE] [--left]
///     EditorProbe --compare readline|ours
///
/// `--left` prints what's left in the line when it's interrupted or the input ends.
/// The lines `segv`, `abort`, `trap`, `exit`, `lend`, and `close` make it do that.
@main
struct EditorProbe {
  private struct Options {
    var prompt = "> "
    var initial = ""
    var isSecret = false
    var isPlain = false
    var usesModes = false
    var reopens = false
    var holdsThread = false
    var configuration = ReadlineEditor.Configuration.none
    var lines = Int.max
    var settings: [String] = []
    var history: [String] = []
    var printsLeft = false
  }

  @MainActor
  static func main() async {
    var options = Options()
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--prompt": options.prompt = arguments.popFirst() ?? ""
      case "--initial": options.initial = arguments.popFirst() ?? ""
      case "--secret": options.isSecret = true
      case "--compare": ComparedEditor.run(Array(arguments))
      case "--plain": options.isPlain = true
      case "--reopen": options.reopens = true
      case "--hold": options.holdsThread = true
      case "--inputrc": options.configuration = .person
      case "--configure": options.settings.append(arguments.popFirst() ?? "")
      case "--history": options.history.append(arguments.popFirst() ?? "")
      case "--left": options.printsLeft = true
      case "--modes": options.usesModes = true
      case "--lines": options.lines = arguments.popFirst().flatMap { Int($0) } ?? 1
      default: exit(2)
      }
    }
    if options.reopens {
      let isClean = await reopen(holdsThread: options.holdsThread)
      print(isClean ? "nothing is left open" : "descriptors leak")
      exit(0)
    }
    let terminal: DeviceTerminal
    do throws(TerminalError) {
      terminal = try DeviceTerminal(holdsThread: options.holdsThread)
    } catch {
      print("no terminal:", error.isUnavailable)
      exit(3)
    }
    let modes: TerminalModes =
      options.usesModes ? [.bracketedPaste, .alternateScreen, .hiddenCursor] : [.bracketedPaste]
    terminal.use(modes)
    let status =
      options.isPlain
      ? await run(PlainLineEditor(), terminal, options)
      : await run(readline(options), terminal, options)
    terminal.close()
    exit(status)
  }

  @MainActor
  private static func readline(_ options: Options) -> ReadlineEditor {
    let editor = ReadlineEditor(configuration: options.configuration)
    for line in options.settings { editor.configure(line) }
    editor.history = options.history
    return editor
  }

  /// Opens and closes the terminal many times.
  private static func reopen(holdsThread: Bool) async -> Bool {
    let first = dup(0)
    close(first)
    for _ in 0..<200 {
      guard let terminal = try? DeviceTerminal(holdsThread: holdsThread) else { return false }
      guard (try? DeviceTerminal()) == nil else { return false }
      terminal.use([.bracketedPaste, .mouse])
      let timer = terminal.events.timer(after: .zero)
      guard await terminal.events.next() == .token(timer) else { return false }
      terminal.close()
      terminal.close()
    }
    let last = dup(0)
    close(last)
    return first == last
  }

  private static func run(
    _ editor: some LineEditor, _ terminal: DeviceTerminal, _ options: Options
  ) async -> Int32 {
    var renderer = LineRenderer(columns: terminal.size.columns, traits: terminal.traits)
    func begin() {
      editor.begin(
        LineRequest(
          prompt: options.prompt, initialText: options.initial, isSecret: options.isSecret,
          complete: { query in
            .matching(query, in: [.init("postgres"), .init("postgis"), .init("mysql")])
          }))
      terminal.write(renderer.paint(editor.line))
    }
    func leave(_ status: Int32) -> Int32 {
      editor.end()
      if options.printsLeft { print("left", editor.line.text) }
      return status
    }
    var count = 0
    begin()
    while count < options.lines, let event = await terminal.events.next() {
      var outcome = LineOutcome.editing
      switch event {
      case .key(let key): outcome = editor.feed(key)
      case .paste(let text, _): outcome = editor.paste(text)
      case .resized(let size):
        terminal.write(renderer.resize(columns: size.columns))
      case .signal(let signal):
        terminal.write(renderer.finish() + "signal\r\n")
        return leave(signal.exitStatus)
      case .resumed:
        _ = renderer.finish()
        terminal.write("\r\nresumed\r\n")
      case .endOfInput: return leave(1)
      default: break
      }
      switch outcome {
      case .accepted(let text):
        count += 1
        terminal.write(renderer.finish())
        print(text)
        fflush(nil)
        editor.history.append(text)
        await act(text, terminal)
        begin()
      case .interrupted:
        terminal.write(renderer.finish())
        return leave(130)
      case .endOfInput:
        terminal.write(renderer.finish())
        return leave(1)
      case .command(let command):
        terminal.write(renderer.finish() + "command \(command)\r\n")
        if command == .stop { terminal.stop() }
        terminal.write(renderer.paint(editor.line))
      case .candidates(let candidates):
        terminal.write(renderer.finish())
        for candidate in candidates { terminal.write(candidate.text + "\r\n") }
        terminal.write(renderer.paint(editor.line))
      case .editing:
        terminal.write(renderer.paint(editor.line))
      }
    }
    return 0
  }

  private static func act(_ word: String, _ terminal: DeviceTerminal) async {
    switch word {
    case "segv": raise(SIGSEGV)
    case "fault": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "trap": precondition(CommandLine.arguments.isEmpty, "asked for")
    case "abort": abort()
    case "exit": exit(7)
    case "overflow": print(deep(1))
    case "close": Task.detached { terminal.close() }
    // clock: it's for ever.
    case "hang": while true { usleep(10_000) }
    case "lend":
      await terminal.lend {
        var modes = ct_modes()
        _ = ct_modes_read(0, &modes)
        terminal.write(ct_modes_are_cooked(&modes) ? "cooked\r\n" : "raw\r\n")
        for _ in 0..<3 { raise(SIGINT) }
      }
    default: break
    }
  }

  private static func deep(_ number: Int) -> Int {
    number == .min ? 0 : deep(number + 1) &+ deep(number &+ 2)
  }
}
