// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowForms
package import FlowScripts
package import TerminalCells
import TerminalIO

/// Types at a program on a pseudo-terminal what a ``FaceDriver`` types in memory, and shows the program's screen.
///
/// The face in memory knows what is asked, and so what to type; the program must end as the walk in memory does.
package final class ProgramDriver: ScreenDriver {
  /// A program on its terminal.
  package typealias Program = PseudoTerminal<TerminalScreen>

  private let face: FaceDriver
  private let launch: () throws -> Program
  private var program: Program?
  private var failure: String?

  /// Whether the program's end says nothing about the walk: it was hung up, or its time didn't pass.
  private var isCut = false

  package private(set) var unperformed = 0

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - face: The face in memory, before it begins.
  ///   - launch: Starts the program, whose standard output is a pipe.
  package init(_ face: FaceDriver, launching launch: @escaping () throws -> Program) {
    self.face = face
    self.launch = launch
    face.willDo = { [weak self] in self?.mirror($0) }
  }

  package var fault: String? { face.fault ?? failure }

  package var setting: ScreenSetting { face.setting }

  package var rows: [String] { program?.screen.lines ?? [] }

  package func start() {
    face.start()
    attempt {
      let program = try launch()
      self.program = program
      try program.waitForKeyWait()
    }
  }

  package func send(_ event: FlowEvent) -> [FlowAnnouncement] { face.send(event) }

  package func overwrite(_ isOverwritten: Bool) { face.overwrite(isOverwritten) }

  package func type(_ keys: ScriptKeys) { face.type(keys) }

  package func click(column: Int, row: Int) { face.click(column: column, row: row) }

  package func resize(to size: CellSize) { face.resize(to: size) }

  package func difference(from result: FlowResult?) -> String? {
    face.end()
    guard let program, let result, !isCut, failure == nil else { return failure }
    var difference: String?
    attempt {
      let exit = try program.waitForExit()
      let output = String(decoding: program.standardOutput, as: UTF8.self)
      difference =
        Self.difference(of: exit, from: result) ?? Self.difference(of: output, from: result)
      let messages = String(decoding: program.standardError, as: UTF8.self)
      if let said = difference, !messages.isEmpty { difference = "\(said); it says: \(messages)" }
    }
    return failure ?? difference
  }

  private func mirror(_ input: FaceDriver.Input) {
    guard let program, failure == nil else { return }
    attempt {
      switch input {
      case .keys(let bytes):
        // The program drops what's typed before it shows a decision.
        for line in FaceShot.Key.lines(of: bytes) { try program.type(bytes: line) }
      case .resize(let size): try program.resize(to: size)
      case .hangUp:
        isCut = true
        program.hangUp()
      case .time:
        // No test waits for time to pass.
        isCut = true
        unperformed += 1
      }
    }
  }

  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch let error as PseudoTerminalError {
      // A program that needs no answer ends at once, and how it did is compared at the end.
      if case .ended = error.kind { return }
      if failure == nil { failure = "the program: \(error)" }
    } catch {
      if failure == nil { failure = "the program can't be started: \(error)" }
    }
  }

  // MARK: The end

  private static func difference(of exit: Program.Exit, from result: FlowResult) -> String? {
    var expected = [result.outcome.exitStatus]
    // Someone who leaves where an effect has failed leaves because of that.
    if case .left = result.outcome { expected.append(.effectFailed) }
    let status =
      switch exit {
      case .exited(let status): status
      case .signalled(let signal): 128 + signal
      }
    guard !expected.contains(where: { $0.rawValue == status }) else { return nil }
    return
      "the program ends with status \(status), expected \(expected[0].rawValue): "
      + "the flow ended as \(result.outcome.word)"
  }

  private static func difference(of output: String, from result: FlowResult) -> String? {
    guard result.outcome == .completed else {
      return output.isEmpty ? nil : "the program writes a result, but the flow wasn't completed"
    }
    let expected = JSONWriter().text(of: result.output) ?? ""
    guard let found = try? Value(json: output), found == (try? Value(json: expected)) else {
      return "the program writes '\(output)', expected '\(expected)'"
    }
    return nil
  }
}
