// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import FlowScripts
import StackFlowShell
import Synchronization
import TerminalCells
import TerminalIO

/// Runs scripts at one depth, face, and size.
///
/// Depths with a screen block the calling thread, which must not be the one that walks the face. Several threads can
/// run scripts: a face in memory is walked alone, because line editors are global, and programs beside each other.
package struct StagedRun: Sendable {
  private let stage: ScriptStage
  private let kind: FaceKind
  private let size: WindowSize
  private let walk: FaceDriver.Walking
  private let turn = Turn()

  /// Whose turn it is to walk a face in memory.
  private final class Turn: Sendable {
    let lock = Mutex(())
  }

  /// Creates it.
  ///
  /// - Parameters:
  ///   - stage: The depth, face, and size.
  ///   - walk: Walks a face, with the line editor that's wanted.
  package init(
    at stage: ScriptStage,
    walk: @escaping FaceDriver.Walking = { await $0.walk(with: PlainLineEditor()) }
  ) {
    self.stage = stage
    kind = FaceKind(rawValue: stage.setting.face) ?? .inline
    size = WindowSize(columns: stage.setting.size.columns, rows: stage.setting.size.rows)
    self.walk = walk
  }

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - flow: The flow.
  ///   - secrets: The values of secrets that the script names and doesn't hold.
  ///   - isRevising: Whether pictures and outputs that differ are revised instead of failing.
  ///   - isTraced: Whether the result has a trace.
  ///   - program: Starts the program of a script on a terminal of a size. Its argument holds the numbers of the
  ///     requests that a delegate denies, which the program can't know.
  /// - Returns: The result.
  package func run(
    _ script: FlowScript, on flow: CheckedFlow,
    secrets: @escaping (String) -> String? = { _ in nil }, revising isRevising: Bool = false,
    tracing isTraced: Bool = true, program: ([Int]) throws -> ProgramDriver.Program
  ) -> ScriptResult {
    guard stage.depth != .session else {
      return Self.timed {
        ScriptRun.run(
          script, on: flow, secrets: secrets, revising: isRevising, tracing: isTraced,
          drivenBy: SessionDriver.init)
      }
    }
    guard stage.depth == .pty else {
      return runInMemory(script, flow, secrets, isRevising: isRevising, isTraced) { $0 }
    }
    // In memory, before the program: what it denies must be known when the program begins. What differs in the
    // pictures is left to the program.
    var inputs: [FaceDriver.Input] = []
    var first = runInMemory(script, flow, secrets, isRevising: true, isTraced) { face in
      face.willDo = { inputs.append($0) }
      return face
    }
    first.revisions = []
    guard first.isPassed else {
      // Only who updates is told of what isn't updated.
      if !isRevising {
        return runInMemory(script, flow, secrets, isRevising: false, isTraced) { $0 }
      }
      return first
    }
    let start = ContinuousClock.now
    let performance = ProgramPerformance(of: inputs) { try program(first.deniedRequests) }
    let performed = first.time + (ContinuousClock.now - start)
    var result = runInMemory(script, flow, secrets, isRevising: isRevising, isTraced) { face in
      ProgramDriver(face, showing: performance)
    }
    result.time += performed
    return result
  }

  /// Returns a result with the time that it took.
  private static func timed(_ run: () -> ScriptResult) -> ScriptResult {
    let start = ContinuousClock.now
    var result = run()
    result.time = ContinuousClock.now - start
    return result
  }

  func runInMemory(
    _ script: FlowScript, _ flow: CheckedFlow, _ secrets: @escaping (String) -> String?,
    isRevising: Bool, _ isTraced: Bool = true, _ driver: (FaceDriver) -> any ScreenDriver
  ) -> ScriptResult {
    turn.lock.withLock { _ in
      Self.timed {
        var face: FaceDriver?
        let result = ScriptRun.run(
          script, on: flow, secrets: secrets, revising: isRevising, tracing: isTraced
        ) { runner in
          let made = FaceDriver(runner, at: kind, size: size, walk: walk)
          face = made
          return driver(made)
        }
        face?.end()
        return result
      }
    }
  }
}
