// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage

/// The capabilities of a client, as it stated them when it opened the connection.
struct EditorClient {
  var encoding = PositionEncoding.utf16

  /// Whether it asks for findings, which then aren't pushed.
  var pullsFindings = false
  var takesRelatedDocuments = false
  var refreshesFindings = false
  var refreshesTokens = false
  var watchesFiles = false
  var takesSnippets = false
  var takesDocumentChanges = false

  /// The address of the explanations of findings; empty if there's none.
  var explanations = ""

  /// The folders that are open.
  var folders: [String] = []

  init() {}

  /// Reads the parameters of `initialize`.
  init(_ parameters: Value) {
    let all = parameters["capabilities"]
    let known = all?["general"]?["positionEncodings"]?.items.compactMap(\.text) ?? []
    // The first that's known is the one that the client prefers.
    encoding = known.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    let document = all?["textDocument"]
    pullsFindings = document?["diagnostic"] != nil
    takesRelatedDocuments = document?["diagnostic"]?["relatedDocumentSupport"]?.isTrue ?? false
    let workspace = all?["workspace"]
    refreshesFindings = workspace?["diagnostics"]?["refreshSupport"]?.isTrue ?? false
    refreshesTokens = workspace?["semanticTokens"]?["refreshSupport"]?.isTrue ?? false
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.isTrue ?? false
    takesDocumentChanges = workspace?["workspaceEdit"]?["documentChanges"]?.isTrue ?? false
    takesSnippets =
      document?["completion"]?["completionItem"]?["snippetSupport"]?.isTrue ?? false
    explanations = parameters["initializationOptions"]?["explanations"]?.text ?? ""
    folders = parameters["workspaceFolders"]?.items.compactMap { $0["uri"]?.text } ?? []
    if folders.isEmpty, let root = parameters["rootUri"]?.text { folders = [root] }
    folders = folders.map(DocumentAddress.path(of:))
  }
}

extension EditorServer {
  /// The result of `initialize`.
  var capabilities: Value {
    .object([
      "capabilities": .object([
        "positionEncoding": .string(client.encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
        "diagnosticProvider": [
          "identifier": "stackflow", "interFileDependencies": true, "workspaceDiagnostics": false,
        ],
        "codeActionProvider": [
          "codeActionKinds": ["quickfix", "source.fixAll.stackflow"], "resolveProvider": true,
        ],
        "documentFormattingProvider": true, "documentRangeFormattingProvider": true,
        "documentOnTypeFormattingProvider": ["firstTriggerCharacter": "\n"],
        "completionProvider": ["triggerCharacters": [".", "'", "\"", "{", ":", " "]],
        "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
        "foldingRangeProvider": true, "selectionRangeProvider": true,
        "semanticTokensProvider": .object([
          "legend": .object([
            "tokenTypes": .texts(Self.tokenTypes), "tokenModifiers": ["declaration"],
          ]), "full": true, "range": true,
        ]),
        "codeLensProvider": [:],
        "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
        "documentHighlightProvider": true, "renameProvider": ["prepareProvider": true],
        "documentSymbolProvider": true, "workspaceSymbolProvider": true,
      ]),
      "serverInfo": .object(["name": "stackflow", "version": .string(version)]),
    ])
  }

  /// The request that has the client watch files; nil if it can't.
  mutating func registration() -> Value? {
    guard client.watchesFiles else { return nil }
    return request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "stackflow-files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": [["globPattern": "**/*"]]],
          ]
        ]
      ])
  }
}
