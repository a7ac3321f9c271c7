// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import JSONRPC
import SourceDiagnostics

/// The parameters of a request about a document.
struct EditorParameters {
  let value: Value

  init(_ map: ValueMap) { value = .map(map) }

  subscript(key: String) -> Value? { value[key] }

  /// The path of the document.
  func path() throws(RPCError) -> String {
    guard let address = value["textDocument"]?["uri"]?.text else {
      throw RPCError(.invalidParameters, "the parameter 'textDocument' with an 'uri' is missing")
    }
    return DocumentAddress.path(of: address)
  }

  /// The file as far as it's known, and the UTF-8 offset of the position.
  func place(
    in server: inout EditorServer
  ) throws(RPCError) -> (view: FileView, offset: Int)? {
    let path = try path()
    guard let position = value["position"].flatMap(server.position) else {
      throw RPCError(.invalidParameters, "the parameter 'position' is missing")
    }
    guard let view = server.workspace.sketch(of: path) else { return nil }
    return (view, server.text(at: path).offset(of: position, in: server.client.encoding))
  }
}

/// A request that the server answers.
struct EditorFeature: Sendable {
  /// Whether its result is outdated when the document has changed.
  let isOfWholeDocument: Bool
  let perform: @Sendable (inout EditorServer, EditorParameters) throws(RPCError) -> Value

  init(
    ofWholeDocument isOfWholeDocument: Bool = false,
    _ perform: @escaping @Sendable (inout EditorServer, EditorParameters) throws(RPCError) -> Value
  ) {
    self.isOfWholeDocument = isOfWholeDocument
    self.perform = perform
  }
}
