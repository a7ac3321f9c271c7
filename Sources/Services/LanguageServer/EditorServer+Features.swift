// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import JSONRPC
import SourceDiagnostics

extension EditorServer {
  /// The requests that the server answers, by their methods.
  static let features: [String: EditorFeature] = [
    "textDocument/diagnostic": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.report(parameters)
    },
    "textDocument/codeAction": EditorFeature {
      (server, parameters) throws(RPCError) in try server.actions(parameters)
    },
    "codeAction/resolve": EditorFeature {
      (server, parameters) throws(RPCError) in server.resolved(parameters)
    },
    "textDocument/formatting": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.formatting(parameters)
    },
    "textDocument/rangeFormatting": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.formatting(parameters)
    },
    "textDocument/hover": EditorFeature {
      (server, parameters) throws(RPCError) in try server.hover(parameters)
    },
    "textDocument/definition": EditorFeature {
      (server, parameters) throws(RPCError) in try server.definition(parameters)
    },
    "textDocument/references": EditorFeature {
      (server, parameters) throws(RPCError) in try server.references(parameters)
    },
    "textDocument/documentHighlight": EditorFeature {
      (server, parameters) throws(RPCError) in try server.highlights(parameters)
    },
    "textDocument/prepareRename": EditorFeature {
      (server, parameters) throws(RPCError) in try server.prepareRename(parameters)
    },
    "textDocument/rename": EditorFeature {
      (server, parameters) throws(RPCError) in try server.rename(parameters)
    },
    "textDocument/documentSymbol": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.symbols(parameters)
    },
    "workspace/symbol": EditorFeature {
      (server, parameters) throws(RPCError) in try server.workspaceSymbols(parameters)
    },
    "textDocument/completion": EditorFeature {
      (server, parameters) throws(RPCError) in try server.completion(parameters)
    },
    "textDocument/signatureHelp": EditorFeature {
      (server, parameters) throws(RPCError) in try server.signature(parameters)
    },
    "textDocument/foldingRange": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.folding(parameters)
    },
    "textDocument/selectionRange": EditorFeature {
      (server, parameters) throws(RPCError) in try server.selections(parameters)
    },
    "textDocument/semanticTokens/full": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.tokens(parameters)
    },
    "textDocument/semanticTokens/range": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.tokens(parameters)
    },
    "textDocument/codeLens": EditorFeature(ofWholeDocument: true) {
      (server, parameters) throws(RPCError) in try server.lenses(parameters)
    },
    "textDocument/onTypeFormatting": EditorFeature {
      (server, parameters) throws(RPCError) in try server.typing(parameters)
    },
  ]

  // MARK: Fixes

  private mutating func actions(_ parameters: EditorParameters) throws(RPCError) -> Value {
    let path = try parameters.path()
    let text = text(at: path)
    guard let range = parameters["range"].flatMap({ self.range(of: $0, in: text) }) else {
      throw RPCError(.invalidParameters, "the parameter 'range' is missing")
    }
    let only = parameters["context"]?["only"]?.items.compactMap(\.text)
    func wants(_ kind: String) -> Bool {
      only?.contains { kind == $0 || kind.hasPrefix($0 + ".") || $0.isEmpty } ?? true
    }
    let findings = workspace.findings(of: path)[path] ?? []
    var actions: [Value] = []
    if wants("quickfix") {
      for fix in FileFixes.fixes(in: range, of: findings) {
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

  private mutating func resolved(_ parameters: EditorParameters) -> Value {
    guard case .map(var action) = parameters.value,
      let address = parameters["data"]?["uri"]?.text
    else { return parameters.value }
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

  private func formatting(_ parameters: EditorParameters) throws(RPCError) -> Value {
    let path = try parameters.path()
    let text = text(at: path)
    guard let range = parameters["range"].flatMap({ range(of: $0, in: text) }) else {
      return edits(
        FormattingEdits.edits(of: text.bytes, path: path, limit: workspace.files.limit), in: text)
    }
    return edits(
      FormattingEdits.edits(of: text.bytes, path: path, limit: workspace.files.limit, in: range),
      in: text)
  }

  private func typing(_ parameters: EditorParameters) throws(RPCError) -> Value {
    let path = try parameters.path()
    let text = text(at: path)
    guard let position = parameters["position"].flatMap(position) else {
      throw RPCError(.invalidParameters, "the parameter 'position' is missing")
    }
    return edits(
      FormattingEdits.edits(
        afterLineBreakAt: text.offset(of: position, in: client.encoding), in: text.bytes,
        path: path, limit: workspace.files.limit), in: text)
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
  func value(of diagnostic: Diagnostic, at path: String) -> Value {
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
