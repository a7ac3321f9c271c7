// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowLanguage
package import SourceDiagnostics

// Findings and the edits that fix and format a document.
extension EditorServer {
  // MARK: Fixes

  mutating func actions(_ request: DocumentRequest) -> Value {
    let path = request.path
    let only = request.parameters["context"]?["only"]?.items.compactMap(\.text)
    func wants(_ kind: String) -> Bool {
      only?.contains { kind == $0 || kind.hasPrefix($0 + ".") || $0.isEmpty } ?? true
    }
    let findings = workspace.findings(of: path)[path] ?? []
    var actions: [Value] = []
    if wants("quickfix") {
      let range = request.range ?? SourceRange(at: 0)
      for fix in FileFix.fixes(in: range, of: findings) {
        actions.append(
          .object([
            "title": .string(fix.title), "kind": "quickfix",
            "diagnostics": fix.diagnostic.map { .list([value(of: $0, at: path)]) },
            "isPreferred": .flag(fix.isSafe && fix.diagnostic != nil),
            "edit": edit([path: fix.edits]),
          ]))
      }
    }
    let isFixable = findings.contains { $0.fixIts.contains(where: \.isSafe) }
    if wants("source.fixAll.stackflow"), isFixable {
      actions.append(
        .object([
          "title": "fix everything that can only mean one thing",
          "kind": "source.fixAll.stackflow",
          "edit": only == nil ? nil : fixAll(path),
          "data": only == nil ? .object(["uri": .string(address(of: path))]) : nil,
        ]))
    }
    return .list(actions)
  }

  mutating func resolved(_ given: Value) -> Value {
    guard case .map(var action) = given, let address = given["data"]?["uri"]?.text else {
      return given
    }
    action["edit"] = fixAll(DocumentAddress.path(of: address))
    return .map(action)
  }

  private mutating func fixAll(_ path: String) -> Value {
    let change = workspace.fixed(path).flatMap {
      FormattingEdits.change(from: text(at: path).bytes, to: $0)
    }
    return edit([path: change.map { [$0] } ?? []])
  }

  // MARK: Formatting

  func formatting(_ request: DocumentRequest, _ feature: EditorFeature) -> Value {
    let (bytes, path, limit) = (request.text.bytes, request.path, workspace.files.limit)
    let found =
      switch feature {
      case .onTypeFormatting:
        FormattingEdits.edits(
          afterLineBreakAt: request.offset, in: bytes, path: path, limit: limit)
      default: FormattingEdits.edits(of: bytes, path: path, limit: limit, in: request.range)
      }
    return edits(found, in: request.text)
  }

  // MARK: Edits

  /// Returns edits of a document.
  func edits(_ edits: [FixIt.Edit], in text: DocumentText) -> Value {
    .list(
      edits.map {
        .object(["range": value(of: $0.range, in: text), "newText": .string($0.replacement)])
      })
  }

  /// Returns an edit of several files.
  func edit(_ changes: [String: [FixIt.Edit]]) -> Value {
    let files = changes.keys.sorted().filter { changes[$0] != [] }
    func list(_ path: String) -> Value { edits(changes[path] ?? [], in: text(at: path)) }
    guard client.takesDocumentChanges else {
      return .object(["changes": .object(files.map { (address(of: $0), list($0)) })])
    }
    return .object([
      "documentChanges": .list(
        files.map { path in
          .object([
            "textDocument": .object([
              "uri": .string(address(of: path)),
              "version": documents[path]?.version.map { .number($0) } ?? .null,
            ]),
            "edits": list(path),
          ])
        })
    ])
  }

  // MARK: Findings

  /// Returns a finding as the protocol has it.
  package func value(of diagnostic: Diagnostic, at path: String) -> Value {
    let text = text(at: path)
    var message = diagnostic.message
    var related: [Value] = []
    for note in diagnostic.notes {
      guard let place = note.place else {
        message += "\n" + note.message
        continue
      }
      let path = FilePath.normalized(place.file.name)
      related.append(
        .object([
          "location": location(path, place.range), "message": .string(note.message),
        ]))
    }
    let id = diagnostic.id.name
    return .object([
      "range": value(of: diagnostic.place.range, in: text),
      "severity": diagnostic.severity == .error ? 1 : 2,
      "code": .string(id),
      "codeDescription": client.explanations.isEmpty
        ? nil : .object(["href": .string(client.explanations + "#" + id)]),
      "source": "stackflow", "message": .string(message),
      "tags": diagnostic.isAboutUnneeded ? [1] : nil,
      "relatedInformation": related.isEmpty ? nil : .list(related),
    ])
  }

  func location(_ path: String, _ range: SourceRange) -> Value {
    .object([
      "uri": .string(address(of: path)), "range": value(of: range, in: text(at: path)),
    ])
  }
}
