// SPDX-License-Identifier: Apache-2.0

/// A line to complete at its cursor.
public struct CompletionQuery: Hashable, Sendable {
  /// The text before the cursor.
  public var before: String

  /// The text after the cursor.
  public var after: String

  /// Creates a query.
  public init(before: String, after: String = "") {
    self.before = before
    self.after = after
  }
}

/// The texts that can replace the end of the text before the cursor.
public struct Completions: Hashable, Sendable {
  /// One completion.
  public struct Candidate: Hashable, Sendable {
    /// The text that is inserted.
    public var text: String

    /// The text beside it in a list.
    public var detail: String

    /// The text that is listed, such as the last name of a path; nil for ``text``.
    public var shown: String?

    /// Creates a candidate.
    public init(_ text: String, detail: String = "", shown: String? = nil) {
      self.text = text
      self.detail = detail
      self.shown = shown
    }
  }

  /// The number of Characters before the cursor that are replaced.
  public var replacedCount: Int

  /// The candidates, in the order in which they are shown.
  public var candidates: [Candidate]

  /// The text that is appended when there is only one candidate.
  public var suffix: String

  /// Creates completions.
  ///
  /// Without candidates, the text stays unchanged.
  public init(
    replacing replacedCount: Int = 0, with candidates: [Candidate] = [], suffix: String = ""
  ) {
    self.replacedCount = replacedCount
    self.candidates = candidates
    self.suffix = suffix
  }

  /// Returns the choices that begin with the text before the cursor, ignoring case.
  package static func matching(_ query: CompletionQuery, in choices: [Candidate]) -> Completions {
    let typed = query.before.lowercased()
    return Completions(
      replacing: query.before.count,
      with: choices.filter { $0.text.lowercased().hasPrefix(typed) })
  }

  /// The result of completing a line, the same in both editors: the whole text before the cursor,
  /// extended to the only candidate or to the prefix that all candidates share.
  package struct Resolution: Hashable, Sendable {
    /// The new text before the cursor.
    package var before: String
    /// The candidates, without duplicates; empty if there are none.
    package var candidates: [Candidate]
    /// The candidates as whole texts before the cursor.
    package var texts: [String]
  }

  /// Applies the completions to a text before the cursor.
  package func resolve(before: String) -> Resolution {
    var seen: Set<String> = []
    let candidates = candidates.filter { seen.insert($0.text).inserted }
    let kept = String(before.dropLast(max(replacedCount, 0)))
    let texts = candidates.map { kept + $0.text }
    guard let first = texts.first else {
      return Resolution(before: before, candidates: [], texts: [])
    }
    if texts.count == 1 {
      return Resolution(before: first + suffix, candidates: candidates, texts: [first + suffix])
    }
    let shared = texts.dropFirst().reduce(first[...]) { shared, text in
      shared.prefix(zip(shared, text).prefix { $0 == $1 }.count)
    }
    // A shared prefix that's shorter than the typed text would remove some of it.
    let isLonger = shared.count >= before.count
    return Resolution(
      before: isLonger ? String(shared) : before, candidates: candidates, texts: texts)
  }
}
