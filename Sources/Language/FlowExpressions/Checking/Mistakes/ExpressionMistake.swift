// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// A mistake in an expression, found before the expression is evaluated.
///
/// All ranges, including those of the fix-its' edits, are UTF-8 offsets in the expression's text. A
/// `SourceMap` maps them to a file.
public struct ExpressionMistake: Sendable, Hashable {
  /// Another location that explains a mistake.
  public struct Note: Sendable, Hashable {
    /// The message: lower case, without a full stop.
    public var message: String

    /// The location in the expression.
    public var range: SourceRange

    /// Creates a note.
    init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// The data of a mistake, for callers that say it in their own words.
  package enum Subject: Sendable, Hashable {
    /// A name that nothing declares, and what it may have been meant as.
    case unknownName(String, meant: Meaning?)

    /// A value that may be missing where it's used as if it were there.
    case mayBeMissing(MissingValue)

    /// A name for which a function of names, such as `label`, isn't defined.
    case unfitName(String)

    /// A text that's compared with dates or times, and isn't one.
    case otherForm(String, TextForm)
  }

  /// The probable meaning of an unknown name.
  package enum Meaning: Sendable, Hashable {
    /// A literal of another language: `True`.
    case literal(String)

    /// A text without its quotes, which some variable can have.
    case text

    /// The name of a function without its arguments.
    case function

    /// A declared name that is spelled almost alike.
    case name(String)
  }

  /// A value that may be missing.
  package struct MissingValue: Sendable, Hashable {
    /// The name or field whose presence decides: `kind` of `label(kind)`.
    var tested: String

    /// Whether it's a name; otherwise it's a field.
    package var isName: Bool

    /// The expression with a value for when it's missing: `port.orValue(0)`.
    package var replacement: String

    /// Creates a value that may be missing.
    init(tested: String, isName: Bool, replacement: String) {
      self.tested = tested
      self.isName = isName
      self.replacement = replacement
    }
  }

  /// The stable id of the kind of mistake.
  public var id: DiagnosticID

  /// The severity: with a warning, the expression can still be used.
  public var severity: Severity

  /// The message: lower case, without a full stop.
  public var message: String

  /// The location in the expression.
  public var range: SourceRange

  /// Other locations that explain the mistake.
  public var notes: [Note]

  /// Possible fixes, best first.
  public var fixIts: [FixIt]

  /// The mistake as data; nil for kinds that no one says in other words.
  package var subject: Subject?

  /// Creates a mistake of severity error.
  package init(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, notes: [Note] = [],
    fixIts: [FixIt] = [], subject: Subject? = nil
  ) {
    self.init(id, .error, message, at: range, notes: notes, fixIts: fixIts, subject: subject)
  }

  /// Creates a mistake.
  package init(
    _ id: DiagnosticID, _ severity: Severity, _ message: String, at range: SourceRange,
    notes: [Note] = [], fixIts: [FixIt] = [], subject: Subject? = nil
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
    self.subject = subject
  }
}

extension ExpressionMistake.MissingValue {
  /// The message: lower case, no full stop.
  ///
  /// - Parameter absence: Why it may be missing, as the end of "may be …".
  /// - Returns: The message.
  package func message(absence: String) -> String {
    "'\(tested)' may be \(absence) here; guard it with `has(\(tested))` or write `\(replacement)`"
  }
}

extension ExpressionMistake {
  /// Returns the mistake as a diagnostic of the file that contains the expression.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - map: The source map from the expression's text to the file.
  /// - Returns: The same mistake with locations in the file.
  public func diagnostic(in file: SourceFile, map: SourceMap) -> Diagnostic {
    Diagnostic(
      id, severity, message, at: SourcePlace(file, map.sourceRange(of: range)),
      notes: notes.map {
        Diagnostic.Note($0.message, at: SourcePlace(file, map.sourceRange(of: $0.range)))
      },
      fixIts: fixIts.map { fixIt in
        FixIt(
          fixIt.title,
          fixIt.edits.map { FixIt.Edit(map.sourceRange(of: $0.range), $0.replacement) },
          isShown: fixIt.isShown, isSafe: fixIt.isSafe)
      })
  }
}
