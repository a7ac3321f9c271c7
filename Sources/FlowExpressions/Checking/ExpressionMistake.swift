// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// A mistake in an expression, found before it is evaluated.
///
/// All ranges, also those of the fix-its' edits, are UTF-8 offsets of the expression's text; a
/// `SourceMap` carries them to a file.
public struct ExpressionMistake: Sendable, Hashable {
  /// Another place that explains a mistake.
  public struct Note: Sendable, Hashable {
    /// The words: lower case, no full stop.
    public var message: String

    /// The place in the expression.
    public var range: SourceRange

    /// Creates a note.
    public init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// The stable name of the kind of mistake.
  public var id: DiagnosticID

  /// Whether the expression can be used all the same.
  public var severity: Severity

  /// The words: lower case, no full stop.
  public var message: String

  /// The place in the expression.
  public var range: SourceRange

  /// Other places that explain it.
  public var notes: [Note]

  /// What would mend it, the best first.
  public var fixIts: [FixIt]

  /// Creates a mistake that makes the expression useless.
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
  /// The mistake as a diagnostic of the file that the expression stands in.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - map: Where the expression's text came from in the file.
  /// - Returns: The same mistake with places of the file.
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
