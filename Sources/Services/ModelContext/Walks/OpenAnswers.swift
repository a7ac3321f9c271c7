// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

/// The questions that the last form has left open.
///
/// The answers of a form wait here, and not in the walk as answers that were given in advance
/// (`FlowEvent/give(_:)`), for three reasons. An answer is read with the choices that its question has once it
/// comes. It's forgotten when the user goes back or changes a list, because another item can have its position
/// then; a given answer is part of the log. And what a user has left in a form is no mistake, but an answer that
/// was given and that no question asks for is reported, with the exit status 4.
struct OpenAnswers: Hashable, Sendable {
  /// Answers of earlier forms that the walk hasn't asked for yet, by question: each is used once its
  /// question comes up, unless it's refused.
  var typed: [String: Value] = [:]

  /// Questions of earlier forms that the user left out, and that the walk hasn't asked yet: they take what's
  /// offered.
  var leftOut: Set<String> = []

  /// Questions whose answers the caller has given; those that are left at the end are named.
  var given: Set<String> = []

  /// The numbers of items that the user still wants to add, by the ids of their lists.
  var adding: [String: Int] = [:]

  /// Whether the user declined a form, and chooses where to go.
  var isChoosingWay = false

  /// The id of the answer to which the user goes back from a review, unless a no keeps what that discards; nil
  /// if no way back is decided.
  ///
  /// A decision about a way back isn't part of a saved walk.
  var wayBack: String?

  /// A fingerprint of what was asked about a tree; nil if nothing was.
  ///
  /// An answer to it doesn't count for anything else, such as the same file with another content.
  var shown: String?

  /// Whether nothing is open.
  var isEmpty: Bool { self == OpenAnswers() }

  /// Whether an earlier form has asked a question that hasn't come up yet.
  func hasAsked(_ id: String) -> Bool { typed[id] != nil || leftOut.contains(id) }

  /// Forgets what's about items, because other items can have their positions now.
  ///
  /// - Parameter list: The id of the list; nil for all lists.
  mutating func forgetItems(of list: String? = nil) {
    let prefix = list.map { "\($0)[" } ?? "["
    func isKept(_ id: String) -> Bool { list == nil ? !id.includes(prefix) : !id.hasPrefix(prefix) }
    adding = list == nil ? [:] : adding.filter { $0.key != list && isKept($0.key) }
    typed = typed.filter { isKept($0.key) }
    leftOut = leftOut.filter(isKept)
  }

  /// The same as JSON.
  var value: Value {
    .object([
      "typed": .record(typed), "left": .texts(leftOut.sorted()),
      "given": given.isEmpty ? nil : .texts(given.sorted()),
      "adding": .record(adding.mapValues { .number($0) }), "way": .bool(isChoosingWay),
      "back": wayBack.map { .string($0) }, "shown": shown.map { .string($0) },
    ])
  }

  init() {}

  /// Reads what ``value`` has written; what isn't there is as in a new one.
  init(_ map: ValueMap) {
    if case .map(let typed)? = map["typed"] {
      for entry in typed { self.typed[entry.key.plainText] = entry.value }
    }
    if case .list(let left)? = map["left"] { leftOut = Set(left.map(\.plainText)) }
    if case .list(let given)? = map["given"] { self.given = Set(given.map(\.plainText)) }
    if case .map(let adding)? = map["adding"] {
      for case (let list, .int(let count)) in adding.map({ ($0.key, $0.value) }) {
        self.adding[list.plainText] = Int(clamping: count)
      }
    }
    isChoosingWay = map["way"] == true
    if case .string(let id)? = map["back"] { wayBack = id }
    if case .string(let text)? = map["shown"] { shown = text }
  }
}
