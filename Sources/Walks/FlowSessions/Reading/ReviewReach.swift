// SPDX-License-Identifier: Apache-2.0

/// The answers of a session as a review shows them, and which of them going back to one discards.
///
/// The session is read once; afterwards nothing is evaluated, however often the pointer moves.
package struct ReviewReach {
  /// The answers, in their order.
  package let rows: [FlowSession.ReviewRow]

  /// The names of the answers, each list once, with the depths of their steps.
  private let names: [(name: String, depth: Int)]

  private let session: FlowSession

  /// Reads the answers of a session.
  ///
  /// - Complexity: O(*n*) in the depth of the stack, plus the cost of evaluating the texts.
  package init(_ session: FlowSession) {
    var rows: [FlowSession.ReviewRow] = []
    var names: [(name: String, depth: Int)] = []
    for depth in 0..<max(0, session.depth) {
      var last: String?
      for row in session.reviewRows(at: depth) {
        rows.append(row)
        if last != row.id {
          names.append((row.name, depth))
        }
        last = row.id
      }
    }
    self.rows = rows
    self.names = names
    self.session = session
  }

  /// Returns the names of the answers that going back to a step or a field discards.
  ///
  /// The answers of the step itself aren't among them: they're offered where the user arrives.
  ///
  /// - Complexity: O(*n*) in the number of answers; nothing is evaluated.
  package func discarded(byGoingBackTo id: String) -> [String] {
    guard let depth = session.depth(of: id) else { return [] }
    return names.filter { $0.depth > depth }.map(\.name)
  }

  /// Returns the name of the answer with an id; nil where there's none.
  package func name(of id: String) -> String? {
    rows.first { $0.id == id }.map { $0.name }
  }
}

extension FlowSession.ReviewRow {
  /// The name of the answer in a sentence about several: its short label or its question, cut between
  /// two words if it's long; the items of a list have the list's title.
  var name: String { (short ?? list ?? label).asName }
}
