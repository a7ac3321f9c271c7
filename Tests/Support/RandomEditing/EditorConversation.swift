// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import JSONRPC
package import LanguageServer

/// A client of a server in the same process.
package struct EditorConversation {
  package private(set) var server = EditorServer(version: "test")

  /// The server's messages that weren't responses, oldest first.
  package private(set) var notices: [Value] = []
  private var count = 0

  /// Opens the connection.
  package init(_ parameters: Value = ["capabilities": [:]]) {
    _ = ask("initialize", parameters)
    tell("initialized", [:])
  }

  /// Sends a notification.
  package mutating func tell(_ method: String, _ parameters: Value) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
    perform()
  }

  /// Sends a request, and returns its result, or the error.
  package mutating func ask(_ method: String, _ parameters: Value) -> Value {
    count += 1
    let id = Value.int(Int64(count))
    send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters])
    perform()
    guard let index = notices.lastIndex(where: { $0["id"] == id && $0["method"] == nil }) else {
      return "no response"
    }
    let response = notices.remove(at: index)
    return response["result"] ?? response["error"] ?? "no result"
  }

  /// Sends a message, which isn't performed yet.
  package mutating func send(_ message: Value) {
    let text = JSONWriter().text(of: message) ?? ""
    notices += server.receive(.bytes(Array(text.utf8))).map(Self.value)
  }

  /// Performs what was sent.
  package mutating func perform() {
    while let messages = server.step() { notices += messages.map(Self.value) }
  }

  /// Has the server take up what a copy has found out, and returns whether it does.
  package mutating func takeUp(_ copy: EditorServer) -> Bool { server.takeUp(copy) }

  /// Has what was changed checked.
  ///
  /// - Parameter rests: Whether nothing comes in for a while then.
  /// - Returns: The findings that were published, by address.
  package mutating func settle(rests: Bool = true) -> [String: [Value]] {
    perform()
    notices += server.settle { true }.map(Self.value)
    if rests { notices += server.rest { true }.map(Self.value) }
    var findings: [String: [Value]] = [:]
    for notice in notices where notice["method"] == "textDocument/publishDiagnostics" {
      guard let address = notice["params"]?["uri"]?.text else { continue }
      findings[address] = notice["params"]?["diagnostics"]?.items
    }
    return findings
  }

  /// Forgets what the server has said.
  package mutating func forgetNotices() { notices = [] }

  /// Opens a document.
  package mutating func open(_ address: String, _ text: String) {
    tell(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(address), "languageId": "yaml", "version": 1, "text": .string(text),
        ]
      ])
  }

  private static func value(_ text: String) -> Value {
    (try? Value(json: text, maximumDepth: 64)) ?? .string(text)
  }
}
