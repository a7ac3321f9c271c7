// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics

// Evaluates the requests of `run` and `write` steps in the scope of the answers below them.
extension FlowSession {
  /// Returns the effect request of the top step.
  func effectRequest(of step: CheckedStep) throws(FlowFailure) -> EffectRequest {
    let scope = scope()
    let title = try step.title?.text(in: scope, language: language)
    let effect: EffectRequest.Effect
    switch step.kind {
    case .run(let run):
      effect = try self.effect(
        of: run.call, keepsOutput: run.capture.map { $0.kind != .status } ?? false, in: scope)
    case .write(let write):
      var request: WriteRequest
      var secrets: Set<String> = []
      if case .tree(let tree) = write.content {
        (request, secrets) = try treeRequest(tree, of: write, in: scope)
      } else {
        request = try fileRequest(write, in: scope)
      }
      if flow.definition.isUpdatable {
        if write.isSecret || readsSecret(write.content) {
          secrets.formUnion(request.isTree ? [] : [request.path])
        }
        request = try recorded(request, secrets, of: write)
      }
      effect = .write(request)
    default:
      throw FlowFailure(
        message: catalog.text(.stepDoesNothing, ["id": .quoted(step.id)]), place: step.place)
    }
    return EffectRequest(step: step.id, title: title, effect: effect)
  }

  /// Returns the request that undoes the top step after it was performed, or nil if it can't be
  /// undone.
  func undoRequest(
    of step: CheckedStep, planIndex: Int, values: [Value?], done request: EffectRequest,
    written: WrittenFile?
  ) throws(FlowFailure) -> EffectRequest? {
    switch (step.kind, request.effect) {
    case (.run(let run), _):
      guard let undo = run.undo else { return nil }
      var scope = scope()
      scope.submitted = (planIndex, values)
      return EffectRequest(
        step: step.id, title: request.title, isUndo: true,
        effect: try effect(of: undo, keepsOutput: false, in: scope))
    case (_, .write(let write)):
      guard let written else { return nil }
      return EffectRequest(
        step: step.id, title: request.title, isUndo: true,
        effect: .restore(RestoreRequest(write: write, written: written)))
    default: return nil
    }
  }

  private func effect(
    of call: CheckedCall, keepsOutput: Bool, in scope: SessionScope
  ) throws(FlowFailure) -> EffectRequest.Effect {
    switch call.target {
    case .action(let name):
      guard case .map(let arguments)? = try value(of: .map(call.with), in: scope) else {
        return .action(ActionRequest(name: name, arguments: ValueMap()))
      }
      return .action(ActionRequest(name: name, arguments: arguments))
    case .command(let elements):
      var arguments: [String] = []
      for element in elements { arguments += try self.arguments(of: element, in: scope) }
      guard let program = arguments.first, !program.isEmpty else {
        throw FlowFailure(message: catalog.text(.commandUnnamed), place: call.place)
      }
      var variables: [CommandRequest.Variable] = []
      for entry in call.with {
        guard case .expression(let expression) = entry.value,
          let value = try expression.value(in: scope).unwrapped
        else { continue }
        variables.append(
          CommandRequest.Variable(
            name: entry.key, value: try single(value, at: expression.source.place),
            isSecret: readsSecret(expression)))
      }
      let input = try call.stdin?.text(in: scope, language: language) ?? ""
      return .command(
        CommandRequest(
          arguments: arguments, environment: variables, passed: call.pass, input: input,
          timeout: call.timeout, keepsOutput: keepsOutput))
    }
  }

  private func arguments(
    of element: CheckedArgument, in outer: SessionScope
  ) throws(FlowFailure) -> [String] {
    var scope = outer
    if let when = element.when, try !when.isTrue(in: scope) { return [] }
    guard let each = element.each else {
      var arguments: [String] = []
      for text in element.texts ?? [] { arguments.append(try single(text, in: scope)) }
      return arguments
    }
    guard case .list(let items)? = try each.value(in: scope).unwrapped else { return [] }
    var arguments: [String] = []
    for item in items {
      guard let texts = element.texts else {
        arguments.append(try single(item, at: each.source.place))
        continue
      }
      scope.local["item"] = item
      for text in texts { arguments.append(try single(text, in: scope)) }
    }
    return arguments
  }

  // MARK: Single texts

  /// Evaluates text as a single word for a program, whatever it contains.
  func single(_ text: CheckedText, in scope: SessionScope) throws(FlowFailure) -> String {
    var writer = TextWriter()
    return try single(text, in: scope, &writer)
  }

  /// Writes a text of single words, and returns it.
  func single(
    _ text: CheckedText, in scope: SessionScope, _ writer: inout TextWriter
  ) throws(FlowFailure) -> String {
    try writer.write(text.variants.first?.parts ?? [], in: scope) {
      (expression, scope) throws(FlowFailure) in
      try single(expression.value(in: scope), at: expression.source.place)
    }
    return writer.text
  }

  /// Returns a value as a single word.
  ///
  /// Lists fail, even if their type wasn't known before.
  private func single(_ value: Value, at place: SourcePlace) throws(FlowFailure) -> String {
    switch value {
    case .string, .int, .uint, .double, .bool, .timestamp, .duration: break
    default:
      throw FlowFailure(
        message: catalog.text(
          .singleTextNeeded, ["value": .text(catalog.text(value.kindMessage))]),
        place: place)
    }
    let text = value.plainText
    guard !text.utf8.contains(0) else {
      throw FlowFailure(message: catalog.text(.argumentHasNull), place: place)
    }
    return text
  }

  // MARK: Files

  private func fileRequest(
    _ write: CheckedWrite, in scope: SessionScope
  ) throws(FlowFailure) -> WriteRequest {
    let path = try single(write.path, in: scope)
    if let mistake = Self.mistake(inPath: path) {
      throw FlowFailure(message: catalog.text(mistake), place: write.pathPlace)
    }
    return WriteRequest(
      path: path, content: try content(of: write, in: scope),
      mode: write.isSecret ? 0o600 : write.mode, exists: write.exists, isSecret: write.isSecret)
  }

  /// Returns what's wrong with a path that no folder could have, or that a shell would have expanded.
  ///
  /// Other faults of it are refused where it's written.
  static func mistake(inPath path: String) -> MessageID? {
    if path.isEmpty { return .pathEmpty }
    return path == "~" || path.hasPrefix("~/") ? .pathInHome : nil
  }

  private func content(
    of write: CheckedWrite, in scope: SessionScope
  ) throws(FlowFailure) -> [UInt8] {
    switch write.content {
    case .bytes(let bytes): return bytes
    case .tree: return []
    case .json(let output):
      let value = try value(of: output, in: scope, asData: true) ?? .null
      guard let text = JSONWriter(indentation: 2).text(of: value) else {
        throw FlowFailure(message: catalog.text(.noJSONForm), place: write.pathPlace)
      }
      return Array((text + "\n").utf8)
    case .yaml(let output):
      let value = try value(of: output, in: scope, asData: true) ?? .null
      guard let text = YAMLWriter().text(of: value) else {
        throw FlowFailure(message: catalog.text(.noYAMLForm), place: write.pathPlace)
      }
      return Array((text + "\n").utf8)
    case .parts(let parts):
      var writer = TextWriter()
      for part in parts { try add(part, in: scope, to: &writer) }
      return Array(writer.text.utf8)
    }
  }

  private func add(
    _ part: CheckedContentPart, in outer: SessionScope, to writer: inout TextWriter
  ) throws(FlowFailure) {
    var scope = outer
    if let when = part.when, try !when.isTrue(in: scope) { return }
    guard let each = part.each else {
      return try part.text.write(in: scope, language: language, to: &writer)
    }
    guard case .list(let items)? = try each.value(in: scope).unwrapped else { return }
    for item in items {
      scope.local["item"] = item
      try part.text.write(in: scope, language: language, to: &writer)
    }
  }
}

extension Value {
  /// The kind of the value, without the value itself, which may be a secret.
  fileprivate var kindMessage: MessageID {
    switch self {
    case .list: .kindList
    case .map: .kindMap
    case .bytes: .kindBytes
    case .optional(nil), .null: .kindNothing
    default: .kindOther
    }
  }
}
