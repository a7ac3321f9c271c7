// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowServer
import FlowSessions
import JSONRPC

/// A server of flows: every line has at most one response, which is one of JSON-RPC.
///
/// An input is lines of messages. A line that begins with a capital letter is short for a request: the letter
/// chooses the method, and the rest is parameters for the first walk, so that few bytes make sense.
enum ServerFuzzing {
  static let flow: CheckedFlow? =
    FlowFile.load(
      """
      flow: 1
      id: a
      steps:
        - { ask: name, type: string, maxLength: 9 }
        - { ask: kind, type: choice, choices: [http, worker, 3] }
        - { note: text, text: "Hello, ${name}" }
        - form: net
          fields:
            - { ask: port, type: integer, max: 9, when: kind == 'http' }
            - { ask: on, type: date, default: "2026-01-01" }
        - { ask: pass, type: secret, confirm: true }
        - repeat: team
          steps: [{ ask: age, type: integer, max: 99, validate: [{ check: age > 9, message: old, level: warning }] }]
        - { write: file, path: "x/${name}", content: "${kind}", exists: ask, onError: retry }
        - { run: build, command: [make, "${name}"], undo: { command: [clean] }, capture: text }
        - { review: all }
        - { commit: sure, text: Really? }
      """, name: "a.flow.yaml"
    ).flow

  private static let service: FlowService? = flow.map { flow in
    var environment = ServiceEnvironment(program: "fuzz", version: "0", clock: { .epoch })
    environment.effects = { _, _ in FuzzedEffects() }
    var limits = ServiceLimits()
    limits.walks = 3
    limits.messages.batch = 8
    limits.messages.depth = 16
    limits.messages.bytes = 2048
    return FlowService([ServedFlow(flow)], in: environment, limits: limits)
  }

  static func violation(for bytes: [UInt8]) -> String? {
    guard let service else { return "the flow of the target is wrong" }
    var server = RPCServer(service)
    _ = server.handle(.bytes(Array(#"{"jsonrpc":"2.0","method":"open"}"#.utf8)))
    var lines = MessageLines(limit: service.limits.messages.bytes)
    for line in lines.add(bytes[...]) + [lines.finish()].compactMap({ $0 }) {
      guard let response = server.handle(expanded(line)) else { continue }
      if let violation = violation(of: response, to: line) { return violation }
    }
    return nil
  }

  private static func violation(of response: String, to line: MessageLine) -> String? {
    guard let message = try? Value(json: response) else { return "a response isn't JSON" }
    var messages = [message]
    if case .list(let list) = message { messages = list }
    for message in messages {
      guard case .map(let map) = message, map["jsonrpc"] == "2.0", map["id"] != nil,
        (map["result"] == nil) != (map["error"] == nil)
      else { return "a response isn't one of JSON-RPC" }
    }
    return nil
  }

  private static func expanded(_ line: MessageLine) -> MessageLine {
    guard case .bytes(let bytes) = line, let first = bytes.first,
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    else { return line }
    let methods = FlowService.methods
    let method = methods[Int(first - UInt8(ascii: "A")) % methods.count]
    let walk = method == "open" || method == "hello" ? "" : #""walk":"w1""#
    let rest = bytes.dropFirst()
    let comma = walk.isEmpty || rest.isEmpty ? "" : ","
    return .bytes(
      Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(walk)\#(comma)"#.utf8)
        + rest + Array("}}".utf8))
  }
}

/// Effects that succeed or fail by their names, and must be approved.
struct FuzzedEffects: EffectHost {
  func permission(for request: EffectRequest) -> EffectPermission { .asked }

  func outlook(of part: WriteRequest) -> WriteOutlook {
    part.path.utf8.count % 2 == 0 ? .differs(from: nil) : .new
  }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    switch request.effect {
    case .command(let command):
      .ended(CommandResult(status: command.arguments.count % 2, output: Array("built".utf8)))
    case .write(let write) where write.exists == .keep: .done
    case .write: .written(WrittenFile(previous: .nothing))
    case .restore: .done
    case .action: .returned(.null)
    }
  }
}
