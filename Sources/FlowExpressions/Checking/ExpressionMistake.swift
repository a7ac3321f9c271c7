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
    public init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
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

  /// Creates a mistake of severity error.
  public init(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    self.init(id, .error, message, at: range, notes: notes, fixIts: fixIts)
  }

  /// Creates a mistake.
  public init(
    _ id: DiagnosticID, _ severity: Severity, _ message: String, at range: SourceRange,
    notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
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
