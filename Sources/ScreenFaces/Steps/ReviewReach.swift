// SPDX-License-Identifier: Apache-2.0

import FlowForms

/// The answers of a session as a review shows them, and which of them going back to one discards.
///
/// The session is read once; afterwards nothing is evaluated, however often the pointer moves.
struct ReviewReach {
  /// The answers, in their order.
  let rows: [FlowSession.ReviewRow]

  /// The ids of the answers, each once; those of a list's items are one id.
  private let ids: [String]

  /// Where the step of an answer begins in ``ids``.
  private let starts: [String: Int]

  /// Reads the answers of a session.
  ///
  /// - Complexity: O(*n*) in the depth of the stack, plus the cost of evaluating the texts.
  init(_ session: FlowSession) {
    var rows: [FlowSession.ReviewRow] = []
    var ids: [String] = []
    var starts: [String: Int] = [:]
    for depth in 0..<max(0, session.depth) {
      let start = ids.count
      for row in session.reviewRows(at: depth) {
        rows.append(row)
        if ids.last != row.id || ids.count == start { ids.append(row.id) }
        // An id that is answered again counts from its last step, to which going back leads.
        starts[row.id] = start
      }
    }
    self.rows = rows
    self.ids = ids
    self.starts = starts
  }

  /// The ids of the answers that going back to one discards, besides its own.
  ///
  /// - Complexity: O(*n*) in the number of answers above it; nothing is evaluated.
  func discarded(byGoingBackTo id: String) -> [String] {
    starts[id].map { ids[$0...].filter { $0 != id } } ?? []
  }
}
