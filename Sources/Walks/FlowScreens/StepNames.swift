// SPDX-License-Identifier: Apache-2.0

import FlowModel
package import FlowSessions

/// The names of the steps and fields of a session after `:back`, `:why`, and `:field`.
package struct StepNames {
  /// The names with the ids of their steps, in the order of the stack; a list is there once.
  package private(set) var all: [(name: String, id: String)] = []

  private let session: FlowSession

  /// Whether a name may mean another step or field of the flow, if it means none of those.
  private let isOfFlow: Bool

  /// The names of the other steps and fields of the flow.
  private var others: [(name: String, id: String)] {
    let known = Set(all.map(\.id))
    return session.flow.stepIDs.filter { !known.contains($0) }.map { (session.name(of: $0), $0) }
  }

  /// Reads the names of the steps so far, and of the fields of the form that's asked.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - isOfFields: Whether only the fields of the form that's asked are named.
  ///   - isOfFlow: Whether the steps and fields that aren't asked, or not yet, can be named, too.
  /// - Complexity: O(*n*) in the depth of the stack, plus the cost of evaluating the texts; to find what isn't named by
  ///   these, also in the number of steps of the flow.
  package init(
    _ session: FlowSession, ofFieldsOnly isOfFields: Bool = false, ofFlow isOfFlow: Bool = false
  ) {
    self.session = session
    self.isOfFlow = isOfFlow
    var seen: Set<String> = []
    func add(_ name: String, _ id: String) {
      if seen.insert(id).inserted { all.append((name, id)) }
    }
    if !isOfFields {
      for row in session.rowsSoFar { add(row.short ?? row.list ?? row.label, row.id) }
      for id in session.shownSteps { add(session.name(of: id), id) }
    }
    if case .asking(let step) = session.state {
      for field in step.visibleFields { add(field.shortQuestion, field.id) }
    }
  }

  /// Returns the id of what a user has named: by its id, by its short label or its question, or by
  /// the beginning of only one of them; the text itself if it names nothing.
  package func id(of text: String) -> String {
    let ids = ids(of: text)
    return ids.count == 1 ? ids[0] : text
  }

  /// Whether a text is the beginning of several names, and names none of them by itself.
  package func areSeveral(_ text: String) -> Bool { ids(of: text).count > 1 }

  /// The ids that a text may mean.
  private func ids(of text: String) -> [String] {
    if session.flow.hasStep(text) { return [text] }
    let found = Self.ids(of: text.lowercased(), in: all)
    return found.isEmpty && isOfFlow ? Self.ids(of: text.lowercased(), in: others) : found
  }

  private static func ids(
    of wanted: String, in names: [(name: String, id: String)]
  ) -> [String] {
    func finds(_ matches: (String) -> Bool) -> [String] {
      names.filter { matches($0.name.lowercased()) }.map(\.id)
    }
    let whole = finds { $0 == wanted }
    if whole.count == 1 { return whole }
    if let id = names.first(where: { $0.id.lowercased() == wanted })?.id { return [id] }
    return finds { $0.hasPrefix(wanted) }
  }
}
