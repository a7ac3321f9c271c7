// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// Formats the YAML files of flows for readability.
///
/// Maps and lists are indented by two spaces, also the items of a list below their key. Trailing
/// white space and repeated blank lines are removed. Maps in braces are written `{ a: 1 }`, and
/// lists in brackets `[a, b]`. What the author arranged stays as it is: the order of keys, quotes,
/// the lines of texts, spaces that align values in braces, and comments, which stay with the step
/// that they describe.
///
/// The text is edited in place and never regenerated. Formatting a formatted file changes nothing.
/// To make sure that the meaning doesn't change, the formatted file is read again and compared with
/// the original.
package enum FlowFormatter {
  /// Formats a flow file, or the translations or scripted tests of one.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, in UTF-8; a byte order mark is removed.
  ///   - name: The name to show in messages; a file whose name ends with `.test.yaml` may contain
  ///     several documents.
  ///   - limit: The maximum size in bytes; a larger file is rejected before it's parsed.
  /// - Returns: The formatted text. If the file isn't valid YAML, the unchanged text and the
  ///   diagnostics. To check a flow's names and types, use ``FlowFile``.
  /// - Complexity: O(*n*) in the length of the file.
  package static func format(
    _ bytes: [UInt8], name: String, limit: Int = FlowFile.defaultLimit
  ) -> (text: String, isChanged: Bool, diagnostics: DiagnosticList) {
    let stream = YAMLReader.read(bytes, name: name, options: options(of: name, limit: limit))
    let text = stream.file.text
    guard !stream.diagnostics.hasErrors else {
      return (text, false, stream.diagnostics)
    }
    let source = Array(text.utf8)
    var layout = Layout(source)
    for document in stream.documents {
      if let root = document.root { layout.add(root) }
    }
    guard let edits = TextEdits().adding(layout.finished()) else {
      assertionFailure("the edits of a layout overlap")
      return (text, false, DiagnosticList())
    }
    let formatted = edits.applied(to: source)
    guard formatted != bytes else {
      return (text, false, DiagnosticList())
    }
    if let kept = difference(of: stream, from: formatted, name: name, limit: limit) {
      return (text, false, kept)
    }
    return (String(decoding: formatted, as: UTF8.self), true, DiagnosticList())
  }

  /// Returns the tree of the readable part of a file, with the same options.
  package static func tree(of bytes: [UInt8], name: String, limit: Int) -> YAMLStream {
    YAMLReader.read(bytes, name: name, options: options(of: name, limit: limit))
  }

  private static func options(of name: String, limit: Int) -> YAMLOptions {
    var options = YAMLOptions()
    options.maximumByteCount = limit
    options.codeKeys = FlowFile.codeKeys
    options.mergingKeys = [FlowKey.output.rawValue]
    options.repairsSyntax = true
    if name.hasSuffix(".test.yaml") {
      options.allowsSeveralDocuments = true
      options.allowsEmptyValues = true
    }
    return options
  }

  /// Returns a diagnostic of the first place where the formatted file means something else than its
  /// source, or nil if there's none.
  private static func difference(
    of stream: YAMLStream, from formatted: [UInt8], name: String, limit: Int
  ) -> DiagnosticList? {
    // Formatting only adds white space, two spaces for each level, so the limit doesn't apply.
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
        "layout-kept", "this part can't be formatted without changing its meaning",
        at: SourcePlace(stream.file, place)))
    return list
  }
}

extension YAMLNode {
  /// Returns the range of the first part of a tree that differs in meaning from another tree, or
  /// nil if none does.
  static func firstDifference(_ one: YAMLNode?, _ other: YAMLNode?) -> SourceRange? {
    guard let one, let other else {
      return one == nil && other == nil ? nil : (one ?? other)?.range
    }
    switch (one.content, other.content) {
    case (.scalar(let left), .scalar(let right)):
      return left.isEquivalent(to: right) ? nil : one.range
    case (.list(let left), .list(let right)) where left.count == right.count:
      for (left, right) in zip(left, right) {
        if let found = firstDifference(left, right) { return found }
      }
      return nil
    case (.map(let left), .map(let right)) where left.count == right.count:
      for (left, right) in zip(left, right) {
        guard left.key.isEquivalent(to: right.key) else { return left.key.range }
        if let found = firstDifference(left.value, right.value) { return found }
      }
      return nil
    case (.broken, .broken): return nil
    default: return one.range
    }
  }
}

extension YAMLScalar {
  /// Returns whether another scalar has the same text and style, wherever it is.
  fileprivate func isEquivalent(to other: YAMLScalar) -> Bool {
    style == other.style && text.utf8.elementsEqual(other.text.utf8)
  }
}
