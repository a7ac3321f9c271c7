// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowServer
import JSONRPC
import ModelContext
import SealedWalks

/// A server of the Model Context Protocol: every message is one of JSON-RPC, and forged states aren't accepted.
///
/// An input is lines of messages. A line that begins with a capital letter is short: `A` for the arguments of
/// a call, `F` for the answer to the form, and `S` for the same with the last state, so that few bytes make
/// sense.
enum ContextFuzzing {
  private static let server: ContextServer? = {
    guard let flow = ServerFuzzing.flow, let key = WalkKey(bytes: .init(repeating: 7, count: 32)),
      let ring = WalkKeyRing(key)
    else { return nil }
    var environment = ServiceEnvironment(program: "fuzz", version: "0", clock: { .epoch })
    environment.effects = { _, _ in FuzzedEffects() }
    var limits = ServiceLimits()
    limits.walks = 3
    limits.messages.depth = 16
    limits.messages.bytes = 8_192
    var tool = ContextTool(ServedFlow(flow))
    tool.answers = ["pass": .text("x")]
    return ContextServer(
      [tool], in: environment, tokens: WalkTokens(keys: ring, lifetime: 60),
      ledger: MemoryLedger(), limits: limits)
  }()

  static func violation(for bytes: [UInt8]) -> String? {
    guard var server else { return "the flow of the target is wrong" }
    let opening = #"""
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\#
      "capabilities":{"elicitation":{}}}}
      """#
    _ = server.handle(.bytes(Array(opening.utf8)))
    var state = ""
    var form = "form-1"
    var lines = MessageLines(limit: server.limits.messages.bytes)
    for line in lines.add(bytes[...]) + [lines.finish()].compactMap({ $0 }) {
      for message in server.handle(expanded(line, state, form)) {
        guard case .map(let map)? = try? Value(json: message), map["jsonrpc"] == "2.0" else {
          return "a message isn't one of JSON-RPC"
        }
        if map["method"] != nil, case .string(let id)? = map["id"] {
          form = id
          continue
        }
        guard (map["result"] == nil) != (map["error"] == nil) else {
          return "a response has no result, or an error as well"
        }
        if case .map(let result)? = map["result"], case .string(let text)? = result["requestState"]
        {
          state = text
        }
      }
    }
    return nil
  }

  private static let meta = #"""
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\#
    "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}
    """#

  private static func expanded(
    _ line: MessageLine, _ state: String, _ form: String
  ) -> MessageLine {
    guard case .bytes(let bytes) = line, let first = bytes.first else { return line }
    let rest = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","#
    let text: String
    switch first {
    case UInt8(ascii: "A"): text = call + #""arguments":{\#(rest)}}}"#
    case UInt8(ascii: "M"): text = call + #"\#(meta),"arguments":{\#(rest)}}}"#
    case UInt8(ascii: "F"):
      text =
        #"{"jsonrpc":"2.0","id":"\#(form)","result":{"action":"accept","content":{\#(rest)}}}"#
    case UInt8(ascii: "S"):
      text =
        call + #"\#(meta),"requestState":"\#(state)","inputResponses":"#
        + #"{"form":{"action":"accept","content":{\#(rest)}}}}}"#
    case UInt8(ascii: "D"):
      text =
        call
        + #"\#(meta),"requestState":"\#(state)","inputResponses":{"form":{"action":"decline"}}}}"#
    default: return line
    }
    return .bytes(Array(text.utf8))
  }
}
