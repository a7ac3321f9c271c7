// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalIO

/// The completions of a line: words, choices, suggested texts.
struct LineCompletion {
  let field: FieldState?

  let listWords: [Completions.Candidate]
  let session: FlowSession

  /// The words with a colon that can be typed here.
  let words: [Completions.Candidate]

  /// The text in the line at the beginning.
  let standing: String

  /// The paths that begin with a text.
  let paths: (String) -> [String]

  func completions(for query: CompletionQuery) -> Completions {
    if query.before.hasPrefix(":") { return words(query) }
    guard let field else { return .matching(query, in: listWords) }
    let isPicked = field.type.isChoice || field.type == .boolean
    if isPicked, !standing.isEmpty, query.before == standing {
      // Nothing was typed yet, so the offered text doesn't narrow the list.
      return Completions(replacing: query.before.count, with: picks(of: field))
    }
    switch field.type.completed {
    case .nothing: return Completions()
    case .picks: return .matching(query, in: picks(of: field))
    case .lastPick:
      let typed = query.before
      let end = typed.lastIndex { $0 == "," || field.type == .map && $0 == "=" }
      let start = end.map { typed.index(after: $0) } ?? typed.startIndex
      let last = typed[start...].drop { $0 == " " }
      return .matching(CompletionQuery(before: String(last)), in: picks(of: field))
    case .suggestions: return .matching(query, in: field.completions.map { .init($0) })
    case .paths:
      return Completions(
        replacing: query.before.count, with: paths(query.before).map { path($0) })
    }
  }

  private func picks(of field: FieldState) -> [Completions.Candidate] {
    if field.type == .boolean || field.itemType == .boolean {
      return [.init(field.catalog.yes), .init(field.catalog.no)]
    }
    return field.choices.filter(\.isEnabled).map { .init($0.label, detail: $0.hint ?? "") }
  }

  /// A path, which a list shows by its last name.
  private func path(_ path: String) -> Completions.Candidate {
    let end = path.hasSuffix("/") ? path.dropLast() : path[...]
    let start = end.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return .init(path, shown: String(path[start...]))
  }

  private func words(_ query: CompletionQuery) -> Completions {
    for word in [":back ", ":why ", ":field "] where query.before.hasPrefix(word) {
      let typed = query.before.dropFirst(word.count)
      let isField = word == ":field "
      let names = StepNames(session, ofFieldsOnly: isField).all
      let query = CompletionQuery(before: String(typed))
      let found = Completions.matching(query, in: names.map { .init($0.name) })
      // Who types an id means it; the list of what can be typed has names only.
      return found.candidates.isEmpty ? .matching(query, in: names.map { .init($0.id) }) : found
    }
    return .matching(query, in: words)
  }
}
