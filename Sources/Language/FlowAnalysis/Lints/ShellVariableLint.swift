// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds values of the output whose variables some shells set themselves, such as `USERNAME` and `LINES`.
///
/// Those that no shell script can use at all are refused when the format is `shell`.
extension FlowLint {
  static let shellVariable = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "shell-variable"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    guard !flow.isUsed else { return [] }
    let names: [(name: String, place: SourcePlace)] =
      if let output = flow.definition.output {
        entries(of: output).flatMap {
          $0.isEveryAnswer ? answers(of: flow) : [($0.key.name, $0.key.place)]
        }
      } else {
        answers(of: flow)
      }
    return names.compactMap { name, place in
      let variable = ShellVariables.name(of: [name])
      guard ShellVariables.isUnreliable(variable) else { return nil }
      return Diagnostic(
        id, .warning,
        "with --format shell, '\(name)' is the variable \(variable), which shells set themselves; "
          + "give the names a prefix there, such as --prefix APP_",
        at: place)
    }
  }

  private static func entries(of output: OutputDefinition) -> [OutputDefinition.Entry] {
    guard case .map(let entries) = output else { return [] }
    return entries.filter { $0.isEveryAnswer || !$0.isMerged && !$0.value.isMap }
  }

  /// The names in data of the answers that aren't in a list or a flow.
  private static func answers(of flow: LintedFlow) -> [(name: String, place: SourcePlace)] {
    flow.steps.compactMap { placed in
      guard placed.table.itemNames.isEmpty else { return nil }
      switch placed.step.kind {
      case .ask, .repeat:
        return (placed.step.dataName, (placed.step.key ?? placed.step.id).place)
      default: return nil
      }
    }
  }
}

extension OutputDefinition {
  fileprivate var isMap: Bool { if case .map = self { true } else { false } }
}
