// SPDX-License-Identifier: Apache-2.0

/// A kind of thing in a flow that scripts can cover, which is counted by itself.
package enum CoverageMeasure: String, Hashable, Sendable, CaseIterable {
  /// Steps, answers, choices, effects and their undos, and conditions both ways.
  ///
  /// Only these must be covered: percentages and `--min-coverage` speak of them.
  case flow

  /// The arrows from a step to one that can be next.
  case edges

  /// Each constraint and each check both ways: an answer that it accepts, and one that it refuses.
  case validations

  /// Answers exactly at literal limits: of values, lengths, and numbers of items.
  case boundaries

  /// Going back from each step at which that's always possible.
  case backs

  /// Its name in reports.
  package var words: String {
    switch self {
    case .flow: "flow"
    case .edges: "edges"
    case .validations: "validations"
    case .boundaries: "boundaries"
    case .backs: "going back"
    }
  }
}
