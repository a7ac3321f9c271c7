// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowScripts
import FlowSessions
import GNUReadline
import ProgramParts
import SourceDiagnostics
import StackFlowShell
import StackFlowTesting
import TerminalCells
import TerminalIO

/// The command `stackflow replay SOURCE`.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Show a scripted or saved walk again.",
    discussion: """
      SOURCE is a script (NAME.test.yaml), with --test if it has several tests, or the id of a saved \
      walk. It's typed key by key at a face in memory. No command is run and no file is written: \
      results come from the script, or from what the walk saved.

      In a terminal, Space pauses, Enter goes on at once, and q or Ctrl-C leaves. --cast and --svg \
      write a file instead: a recording for asciinema, or one image that plays, without a script, \
      and is still where motion is reduced. The same source gives the same file.

      Example: stackflow replay Flows/new-service.test.yaml --test "a worker" --svg worker.svg
      """)

  @Argument(
    help: "A script, or the id of a saved walk.", completion: .file(extensions: ["yaml"]))
  var source: String

  @Option(
    help: ArgumentHelp("The name of the test, or a part of it, in any case.", valueName: "name"))
  var test: String?

  @Option(help: ArgumentHelp("How many times as fast as a person.", valueName: "number"))
  var speed = 1.0

  @Flag(help: "Wait for a key after each step.")
  var step = false

  @Option(help: "The face: inline, full or line.")
  var ui = FaceKind.inline

  @Option(
    help: ArgumentHelp(
      "The size of the window (default: that of the terminal, or 80x24 for a file).",
      valueName: "columnsxrows"))
  var size: StageOptions.WindowOption?

  @Option(
    help: ArgumentHelp("Write a recording for asciinema to this file.", valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var cast: String?

  @Option(
    help: ArgumentHelp("Write one SVG image that plays to this file.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @OptionGroup var sealing: KeyFileOption

  @OptionGroup(title: "Files") var files: FileOptions

  func validate() throws {
    guard speed >= 0.01, speed <= 100 else {
      throw ValidationError("--speed takes a number from 0.01 to 100")
    }
    if step, cast != nil || svg != nil {
      throw ValidationError("--step waits for keys in a terminal, and --cast and --svg write files")
    }
  }

  @MainActor
  func run() async throws {
    let found = try ReplaySource(
      source, test: test, readable: files.allowRead, sealing: sealing)
    if cast == nil, svg == nil {
      try await play(found)
    } else {
      try await write(found)
    }
  }

  /// Types the walk at a face.
  private func typed(
    _ source: ReplaySource, _ size: CellSize, _ depth: ColorDepth
  ) async throws(ProgramEnding) -> (replay: WalkReplay, result: ScriptResult) {
    let setting = ScreenSetting(face: ui.rawValue, size: size)
    let (speed, films) = (speed, svg != nil)
    // A face on a screen is walked on this thread, and the script waits for it on its own.
    let typed = await BlockingWork.run {
      StagedRun(at: ScriptStage(depth: .shell, setting: setting)) { @MainActor walk in
        await walk.walk(with: ReadlineEditor(configuration: .none))
      }.replay(
        source.script, on: source.flow,
        secrets: { SystemHost.secret($0) ?? source.standIns[$0] },
        depth: depth, speed: speed,
        filming: films)
    }
    guard !typed.replay.isCut else {
      throw ProgramOutput.fail(
        .badFile, "the walk has more than \(WalkReplay.maximumFrames) screens; shorten its script")
    }
    return typed
  }

  /// Reports that the script doesn't reach its end.
  private func check(_ result: ScriptResult) throws(ProgramEnding) {
    guard !result.isPassed else { return }
    var list = DiagnosticList()
    list.add(contentsOf: result.failures)
    ProgramOutput.diagnostics(list)
    throw ProgramEnding(.left)
  }

  // MARK: In the terminal

  @MainActor
  private func play(_ source: ReplaySource) async throws(ProgramEnding) {
    let terminal: DeviceTerminal
    do throws(TerminalError) {
      terminal = try DeviceTerminal()
    } catch {
      throw ProgramOutput.fail(.usage, "\(error); write a file with --cast or --svg")
    }
    let window = CellSize(columns: terminal.size.columns, rows: terminal.size.rows)
    let size = size?.size ?? window
    guard size.columns <= window.columns, size.rows <= window.rows,
      terminal.traits.understandsEscapes
    else {
      terminal.close()
      throw ProgramOutput.fail(
        .usage,
        terminal.traits.understandsEscapes
          ? "the window has \(window.columns)x\(window.rows), and --size asks for \(size.columns)x\(size.rows)"
          : "this terminal can't show screens; write a file with --cast or --svg")
    }
    let depth =
      WalkLooks.allowsStyles(onTerminal: true) ? WalkLooks.colorDepth : ColorDepth.none
    let (replay, result): (WalkReplay, ScriptResult)
    do throws(ProgramEnding) {
      (replay, result) = try await typed(source, size, depth)
    } catch {
      terminal.close()
      throw error
    }
    let player = ReplayPlayer(replay: replay, terminal: terminal, isStepped: step)
    let ending = await player.play()
    terminal.close(discardingInput: true)
    switch ending {
    case .played, .left: try check(result)
    case .interrupted: throw ProgramEnding(.interrupted)
    case .hungUp: throw ProgramEnding(TerminalSignal.hangUp)
    case .signal(let signal): throw ProgramEnding(signal)
    }
  }

  // MARK: Files

  private func write(_ source: ReplaySource) async throws(ProgramEnding) {
    if let cast { try RecordingFile.cast.check(replacing: cast) }
    if let svg { try RecordingFile.picture.check(replacing: svg) }
    for path in [cast, svg].compactMap(\.self) {
      do throws(SystemFiles.Failure) {
        try SystemFiles.checkWriting(to: path)
      } catch {
        throw ProgramOutput.fail(.inputOutput, error.message)
      }
    }
    let size = size?.size ?? ScreenSetting().size
    let (replay, result) = try await typed(source, size, .truecolor)
    try check(result)
    if let cast { try write(replay.cast(titled: source.script.name), to: cast) }
    if let svg { try write(image(of: replay, titled: source.script.name), to: svg) }
  }

  private func image(
    of replay: WalkReplay, titled title: String
  ) throws(ProgramEnding) -> String {
    do throws(GridFilm.Failure) {
      return try replay.svg(titled: title)
    } catch {
      throw ProgramOutput.fail(.badFile, Self.message(of: error))
    }
  }

  private static func message(of failure: GridFilm.Failure) -> String {
    switch failure {
    case .tooManyFrames(let limit):
      "an image has at most \(limit) screens, and this walk has more; use --cast"
    case .tooManyBytes(let limit):
      "an image has at most \(limit) bytes, and this walk needs more; use --cast, or a smaller --size"
    }
  }

  private func write(_ text: String, to path: String) throws(ProgramEnding) {
    do throws(SystemFiles.Failure) {
      try SystemFiles.write(text, to: path, isPrivate: false)
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
  }
}
