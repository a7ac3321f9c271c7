// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowScripts
package import FlowSessions
package import TerminalCells
import TerminalIO

/// Shows what a program on a pseudo-terminal did with what was typed at a ``FaceDriver`` in memory.
///
/// The face in memory knows what is asked, and so what to type; it's typed again, the same, beside the screens of the
/// program, which must end as the walk in memory does.
package final class ProgramDriver: ScreenDriver {
  /// A program on its terminal.
  package typealias Program = PseudoTerminal<TerminalScreen>

  private let face: FaceDriver
  private let performance: ProgramPerformance

  /// The number of inputs of the face so far.
  private var count = 0

  package var unperformed: Int { 0 }

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - face: The face in memory, before it begins.
  ///   - performance: What the program did with the inputs of the same script at the same face.
  init(_ face: FaceDriver, showing performance: ProgramPerformance) {
    self.face = face
    self.performance = performance
    face.willDo = { [weak self] _ in self?.count += 1 }
  }

  package var fault: String? { face.fault ?? performance.failure(after: count) }

  package var setting: ScreenSetting { face.setting }

  package var rows: [String] { performance.rows(after: count) }

  package func start() { face.start() }

  package func send(_ event: FlowEvent) -> [FlowAnnouncement] { face.send(event) }

  package func overwrite(_ isOverwritten: Bool) { face.overwrite(isOverwritten) }

  package func type(_ keys: ScriptKeys) { face.type(keys) }

  package func click(column: Int, row: Int) { face.click(column: column, row: row) }

  package func resize(to size: CellSize) { face.resize(to: size) }

  package func difference(from result: FlowResult?) -> String? {
    face.end()
    guard let result, performance.failure == nil, let end = performance.end else {
      return performance.failure
    }
    let difference =
      Self.difference(of: end.exit, from: result) ?? Self.difference(of: end.output, from: result)
    guard let difference, !end.messages.isEmpty else { return difference }
    return "\(difference); it says: \(end.messages)"
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
