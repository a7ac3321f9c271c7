// SPDX-License-Identifier: Apache-2.0

public import SourceDiagnostics

/// Gives YAML files of flows the layout in which they are best read.
///
/// Maps and lists are indented by two, the items of a list below their key; blanks at the ends of
/// lines go, and so do second blank lines; maps in braces are written `{ a: 1 }`, lists in brackets
/// `[a, b]`. What people arranged stays as it is: the order of keys, quotes, the lines of texts,
/// blanks that align values in braces, and comments, which keep to the step that they were written
/// for.
///
/// The text is edited in ranges and never written anew. Formatting twice changes nothing, and the
/// formatted file is read again and compared, so that it says exactly what it said before.
///
/// ```swift
/// let formatted = FlowFormatter.format(bytes, name: "order.flow.yaml")
/// if formatted.isChanged { print(formatted.text) }
/// ```
public enum FlowFormatter {
  /// Formats a flow, or the translations or the scripted tests beside one.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8; a byte order mark goes.
  ///   - name: The name that messages show; one that ends with `.test.yaml` may hold several
  ///     documents.
  ///   - limit: The maximum number of bytes; a longer file is refused before it is parsed.
  /// - Returns: The formatted text; where the file is no YAML, its text as it was and what is wrong
  ///   with it. Whether a flow's names and types are right is asked of ``FlowFile``.
  /// - Complexity: O(*n*) in the length of the file.
  public static func format(
    _ bytes: [UInt8], name: String, limit: Int = FlowFile.defaultLimit
  ) -> FormattedText {
    let stream = YAMLReader.read(bytes, name: name, options: options(of: name, limit: limit))
    let text = stream.file.text
    guard !stream.diagnostics.hasErrors else {
      return FormattedText(text: text, isChanged: false, diagnostics: stream.diagnostics)
    }
    let source = Array(text.utf8)
    var layout = Layout(source)
    for document in stream.documents {
      if let root = document.root { layout.add(root) }
    }
    guard let edits = TextEdits().adding(layout.finished()) else {
      assertionFailure("the edits of a layout overlap")
      return FormattedText(text: text, isChanged: false, diagnostics: DiagnosticList())
    }
    let formatted = edits.applied(to: source)
    guard formatted != bytes else {
      return FormattedText(text: text, isChanged: false, diagnostics: DiagnosticList())
    }
    if let kept = difference(of: stream, from: formatted, name: name, limit: limit) {
      return FormattedText(text: text, isChanged: false, diagnostics: kept)
    }
    return FormattedText(
      text: String(decoding: formatted, as: UTF8.self), isChanged: true,
      diagnostics: DiagnosticList())
  }

  private static func options(of name: String, limit: Int) -> YAMLOptions {
    var options = YAMLOptions()
    options.maximumByteCount = limit
    options.codeKeys = FlowFile.codeKeys
    options.repairsSyntax = true
    if name.hasSuffix(".test.yaml") {
      options.allowsSeveralDocuments = true
      options.allowsEmptyValues = true
    }
    return options
  }

  /// Where a formatted file would say something else than its source; nil where it doesn't.
  private static func difference(
    of stream: YAMLStream, from formatted: [UInt8], name: String, limit: Int
  ) -> DiagnosticList? {
    // What is added are blanks, two for each level.
    let again = YAMLReader.read(formatted, name: name, options: options(of: name, limit: .max))
    var place: SourceRange?
    if again.diagnostics.hasErrors || again.documents.count != stream.documents.count {
      place = SourceRange(at: 0)
    } else {
      for (old, new) in zip(stream.documents, again.documents) where place == nil {
        place = YAMLNode.firstDifference(old.root, new.root)
      }
    }
    guard let place else { return nil }
    var list = DiagnosticList()
    list.add(
      Diagnostic(
        "layout-kept", "the layout stays, since another one would change what the file says here",
        at: SourcePlace(stream.file, place)))
    return list
  }
}

/// The result of formatting a file.
public struct FormattedText: Sendable {
  /// The text, with `\n` at the end of each line and without a byte order mark; as it was where
  /// something is wrong with the file.
  public let text: String

  /// Whether it differs from the file, even in a byte order mark.
  public let isChanged: Bool

  /// Why the file wasn't formatted; empty where it was.
  public let diagnostics: DiagnosticList
}

extension YAMLNode {
  /// The range of the first part of a tree in which another says something else; nil: in none.
  static func firstDifference(_ one: YAMLNode?, _ other: YAMLNode?) -> SourceRange? {
    guard let one, let other else {
      return one == nil && other == nil ? nil : (one ?? other)?.range
    }
    switch (one.content, other.content) {
    case (.scalar(let left), .scalar(let right)):
      return left.saysTheSame(as: right) ? nil : one.range
    case (.list(let left), .list(let right)) where left.count == right.count:
      for (left, right) in zip(left, right) {
        if let found = firstDifference(left, right) { return found }
      }
      return nil
    case (.map(let left), .map(let right)) where left.count == right.count:
      for (left, right) in zip(left, right) {
        guard left.key.saysTheSame(as: right.key) else { return left.key.range }
        if let found = firstDifference(left.value, right.value) { return found }
      }
      return nil
    case (.broken, .broken): return nil
    default: return one.range
    }
  }
}

extension YAMLScalar {
  /// Whether another scalar is the same text, in the same style; the two may be elsewhere.
  fileprivate func saysTheSame(as other: YAMLScalar) -> Bool {
    style == other.style && text.utf8.elementsEqual(other.text.utf8)
  }
}
