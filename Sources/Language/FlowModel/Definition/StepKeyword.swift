// SPDX-License-Identifier: Apache-2.0

/// The kinds of steps, by the keys that name them in a flow file, in the order of its messages.
///
/// The cases are the only list of them: the loader, the schema, and the graphs switch over it.
public enum StepKeyword: String, Hashable, Sendable, CaseIterable {
  case ask, form, group, note, compute, `repeat`, flow, run, write, review, commit, stop
}

extension StepDefinition.Kind {
  /// The key that names the kind in a flow file.
  package var keyword: StepKeyword {
    switch self {
    case .ask: .ask
    case .form: .form
    case .group: .group
    case .note: .note
    case .repeat: .repeat
    case .flow: .flow
    case .compute: .compute
    case .review: .review
    case .commit: .commit
    case .stop: .stop
    case .run: .run
    case .write: .write
    }
  }
}
