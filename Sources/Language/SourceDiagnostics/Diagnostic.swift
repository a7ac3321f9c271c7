// SPDX-License-Identifier: Apache-2.0

/// The stable name of a kind of mistake, in kebab case: `unknown-answer`.
///
/// The id never changes once published; the wording of its messages may.
public struct DiagnosticID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The name in kebab case.
  public let name: String

  /// Creates an id from its name in kebab case.
  public init(_ name: String) { self.name = name }

  /// Creates an id from a literal name in kebab case.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}

/// The severity of a diagnostic.
public enum Severity: String, Hashable, Sendable {
  /// The file can't be used.
  case error

  /// The file can be used, but probably contains a mistake.
  case warning
}

/// A mistake in a user's file, with its location and possible fixes.
public struct Diagnostic: Hashable, Sendable {
  /// A related location: where a name was declared, or what causes the conflict.
  public struct Note: Hashable, Sendable {
    /// The message, in lower case, without a full stop.
    public var message: String

    /// Where the diagnostic points.
    public var place: SourcePlace?

    /// Creates a note.
    package init(_ message: String, at place: SourcePlace?) {
      self.message = message
      self.place = place
    }
  }

  /// The stable name of the kind of mistake.
  public var id: DiagnosticID

  /// Its severity.
  public var severity: Severity

  /// The message: what was found and what was expected, in lower case, with names in '…' and
  /// without a full stop.
  public var message: String

  /// Where the diagnostic points.
  public var place: SourcePlace

  /// Notes that explain it, most with a location of their own.
  public var notes: [Note]

  /// Possible fixes, best first.
  public var fixIts: [FixIt]

  /// Creates a diagnostic.
  package init(
    _ id: DiagnosticID, _ severity: Severity, _ message: String, at place: SourcePlace,
    notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.place = place
    self.notes = notes
    self.fixIts = fixIts
  }

  /// Creates an error.
  package init(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace, notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    self.init(id, .error, message, at: place, notes: notes, fixIts: fixIts)
  }
}

/// A change of the source that fixes a mistake.
public struct FixIt: Hashable, Sendable {
  /// A replacement of a range of the file's text.
  public struct Edit: Hashable, Sendable {
    /// The range in UTF-8 offsets.
    public var range: SourceRange

    /// The new text.
    public var replacement: String

    /// Creates an edit.
    package init(_ range: SourceRange, _ replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// The effect of the change, as an imperative: `quote the expression`.
  public var title: String

  /// The edits; their ranges don't overlap.
  public var edits: [Edit]

  /// Whether renderings show the fixed line.
  ///
  /// False where the message already says what to write, as "did you mean" does.
  public var isShown: Bool

  /// Whether a program may apply it without asking, as `stackflow check --fix` does.
  ///
  /// A fix is safe when the text can have meant only one thing: quotes around text that YAML would
  /// cut off, a misspelled name that is close to exactly one known name, or an operator as other
  /// languages spell it. A fix isn't safe when it decides something that the text leaves open: a
  /// value for an answer that may not have been given, where a text ends, which list a step belongs
  /// to, or what a step is called.
  public var isSafe: Bool

  /// Creates a fix-it.
  package init(
    _ title: String, _ edits: [Edit], isShown: Bool = false, isSafe: Bool = false
  ) {
    self.title = title
    self.edits = edits
    self.isShown = isShown
    self.isSafe = isSafe
  }
}
