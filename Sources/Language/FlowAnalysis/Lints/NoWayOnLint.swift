// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds effects that end the walk if they fail: `onError: stop` after a floor, and no step in between that's
/// always shown, to which the user could go back.
///
/// Nothing is reported after a used flow, whose steps may be shown, nor more than ``reach`` steps after the floor.
extension FlowLint {
  static let noWayOn = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "no-way-on"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    flow.steps.indices.compactMap { index in
      let placed = flow.steps[index]
      guard placed.step.stopsAtFailure, let floor = floor(below: index, in: flow) else {
        return nil
      }
      return Diagnostic(
        id, .warning,
        "if '\(placed.step.id.name)' fails, there's no way on or back; without 'onError: stop' there is",
        at: placed.step.id.place,
        notes: [.init("nothing up to this can be taken back", at: floor.id.place)])
    }
  }

  /// The number of steps before an effect that are looked at.
  private static let reach = 1_000

  /// The step that keeps the user from going back at an effect; nil if there's a way back.
  private static func floor(below index: Int, in flow: LintedFlow) -> StepDefinition? {
    let path = flow.steps[index].path
    flow.enter(flow.steps[index])
    for placed in flow.steps[..<index].suffix(reach).reversed() where !placed.isInForm {
      switch placed.step.kind {
      case .flow: return nil
      case .ask, .form, .note, .repeat, .review:
        if Set(placed.path.conditions).isSubset(of: path.conditions) { return nil }
      case .commit, .run:
        guard placed.step.isFloor else { continue }
        let both = FlowPath(
          conditions: path.conditions + placed.path.conditions, stopsBefore: path.stopsBefore)
        if flow.prover.isPossible([], at: both) != false { return placed.step }
      case .compute, .group, .write, .stop: continue
      }
    }
    return nil
  }
}

extension StepDefinition {
  /// Whether it's an effect whose failure can't be tried again.
  fileprivate var stopsAtFailure: Bool {
    switch kind {
    case .run(let run): run.onError == .stop
    case .write(let write): write.onError == .stop
    default: false
    }
  }
}
