// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import JSONRPC
import SourceDiagnostics

/// The requests about a document that the server answers, with their names after `textDocument/`.
package enum EditorFeature: String, CaseIterable {
  case diagnostic, codeAction, formatting, rangeFormatting, onTypeFormatting
  case completion, hover, signatureHelp
  case definition, references, documentHighlight, prepareRename, rename
  case documentSymbol, foldingRange, selectionRange, codeLens
  case semanticTokens = "semanticTokens/full"
  case semanticTokensOfRange = "semanticTokens/range"

  /// Whether its result is outdated when the document has changed.
  var isOfWholeDocument: Bool {
    switch self {
    case .diagnostic, .formatting, .rangeFormatting, .documentSymbol, .foldingRange, .codeLens,
      .semanticTokens, .semanticTokensOfRange:
      true
    default: false
    }
  }

  /// The parameter that it needs beside the document; nil if there's none.
  var neededParameter: String? {
    switch self {
    case .onTypeFormatting, .completion, .hover, .signatureHelp, .definition, .references,
      .documentHighlight, .prepareRename, .rename:
      "position"
    case .codeAction, .rangeFormatting, .semanticTokensOfRange: "range"
    case .selectionRange: "positions"
    case .diagnostic, .formatting, .documentSymbol, .foldingRange, .codeLens, .semanticTokens: nil
    }
  }
}

/// A request about a document, with its places in UTF-8 offsets.
struct DocumentRequest {
  let parameters: Value

  /// The path of the document.
  let path: String
  let text: DocumentText

  /// The offset of the position; 0 if it has none.
  let offset: Int

  /// The range; nil if it has none.
  let range: SourceRange?

  /// Reads the parameters of a request.
  init(
    _ parameters: Value, for feature: EditorFeature, in server: EditorServer
  ) throws(RPCError) {
    guard let address = parameters["textDocument"]?["uri"]?.text else {
      throw RPCError(.invalidParameters, "the parameter 'textDocument' with an 'uri' is missing")
    }
    self.parameters = parameters
    path = DocumentAddress.path(of: address)
    text = server.text(at: path)
    let position = parameters["position"].flatMap(TextPosition.init)
    offset = position.map { [text] in text.offset(of: $0, in: server.client.encoding) } ?? 0
    range = parameters["range"].flatMap { [text] in server.range(of: $0, in: text) }
    let isWhole =
      switch feature.neededParameter {
      case "position": position != nil
      case "range": range != nil
      case let name?: parameters[name] != nil
      case nil: true
      }
    guard isWhole else {
      throw RPCError(
        .invalidParameters, "the parameter '\(feature.neededParameter ?? "")' is missing")
    }
  }
}

extension EditorServer {
  /// Answers a request.
  mutating func answer(_ method: String, _ parameters: Value) throws(RPCError) -> Value {
    switch method {
    case "codeAction/resolve": return resolved(parameters)
    case "workspace/symbol": return workspaceSymbols(parameters["query"]?.text ?? "")
    default: break
    }
    let prefix = "textDocument/"
    guard method.hasPrefix(prefix),
      let feature = EditorFeature(rawValue: String(method.dropFirst(prefix.count)))
    else { throw RPCError(.methodNotFound, "unknown method '\(method)'") }
    if feature.isOfWholeDocument { try refuseIfOutdated(parameters, feature) }
    let request = try DocumentRequest(parameters, for: feature, in: self)
    return switch feature {
    case .diagnostic: report(request)
    case .codeAction: actions(request)
    case .formatting, .rangeFormatting, .onTypeFormatting: formatting(request, feature)
    case .completion: completion(request)
    case .hover: hover(request)
    case .signatureHelp: signature(request)
    case .definition: definition(request)
    case .references: references(request)
    case .documentHighlight: highlights(request)
    case .prepareRename: try prepareRename(request)
    case .rename: try rename(request)
    case .documentSymbol: symbols(request)
    case .foldingRange: folding(request)
    case .selectionRange: selections(request)
    case .codeLens: lenses(request)
    case .semanticTokens, .semanticTokensOfRange: tokens(request)
    }
  }
}
