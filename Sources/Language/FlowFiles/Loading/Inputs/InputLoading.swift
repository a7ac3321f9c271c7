// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

// Inputs, their types, and the output.
extension LoadingContext {
  /// Reads `inputs: { user: { type: string, env: USER, default: nobody } }`.
  func inputs(_ entry: YAMLEntry) -> [InputDefinition] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from names to inputs")
      return []
    }
    return entries.compactMap { input($0) }
  }

  private func input(_ entry: YAMLEntry) -> InputDefinition? {
    let name = Identifier(entry.key.text, at: place(entry.key.range))
    if let scalar = entry.value.scalar, let type = FieldType(rawValue: scalar.text), !type.hasItems
    {
      reportKind(
        entry.value, expected: "a map with 'type'",
        fixIts: [
          FixIt(
            "write { type: \(scalar.text) }",
            [FixIt.Edit(scalar.range, "{ type: \(scalar.text) }")], isShown: true,
            isSafe: true)
        ])
      lose(name.name, at: entry.key.range)
      return nil
    }
    guard
      var reader = MapReader(
        entry.value, as: .input, what: "the input '\(name.name)'", headRange: entry.key.range,
        context: self)
    else {
      lose(name.name, at: entry.key.range)
      return nil
    }
    let type = inputType(&reader)
    let environmentVariable = reader.take(.env).flatMap {
      word($0.value, expected: "an environment variable's name")
    }
    let defaultValue = reader.take(.default).flatMap { literal($0.value) }
    reader.finish()
    guard let type else {
      lose(name.name, at: entry.key.range)
      return nil
    }
    return InputDefinition(
      name: name, type: type, environmentVariable: environmentVariable?.name,
      defaultValue: defaultValue)
  }

  /// Reads `functions: { tag: { with: { name: string }, value: "'v' + name" } }`.
  func functions(_ entry: YAMLEntry) -> [FunctionDefinition] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from names to functions")
      return []
    }
    return entries.compactMap { function($0) }
  }

  private func function(_ entry: YAMLEntry) -> FunctionDefinition? {
    let name = Identifier(entry.key.text, at: place(entry.key.range))
    guard
      var reader = MapReader(
        entry.value, as: .flowFunction, what: "the function '\(name.name)'",
        headRange: entry.key.range, context: self)
    else { return nil }
    let parameters = reader.take(.with).map { self.parameters($0) } ?? []
    let value = reader.require(.value).flatMap { expression($0) }
    reader.finish()
    return value.map { FunctionDefinition(name: name, parameters: parameters, value: $0) }
  }

  private func parameters(_ entry: YAMLEntry) -> [FunctionDefinition.Parameter] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from parameters to types")
      return []
    }
    return entries.map { entry in
      let type = inputType(entry.value)
      var parameter = FunctionDefinition.Parameter(
        name: Identifier(entry.key.text, at: place(entry.key.range)), type: type ?? .field(.string))
      parameter.isLost = type == nil
      return parameter
    }
  }

  /// Reads a type from the keys `type` and `of`.
  private func inputType(_ reader: inout MapReader) -> InputType? {
    let type = reader.require(.type)
    let of = reader.take(.of)
    guard let type else { return nil }
    guard let word = type.value.scalar else { return inputType(type.value) }
    guard word.text == "list" || word.text == "map" else {
      if let of {
        report(
          "unknown-key", "only a list and a map have 'of'; the type is '\(word.text)'",
          at: of.key.range)
      }
      return inputType(type.value)
    }
    guard let of else {
      if reader.isComplete {
        report(
          "missing-key", "a \(word.text) needs 'of', the type of its values", at: word.range)
      }
      return nil
    }
    return inputType(of.value).map { word.text == "list" ? .list($0) : .map($0) }
  }

  /// Reads a type: a name, a record, or a list or map with `of`.
  func inputType(_ node: YAMLNode) -> InputType? {
    switch node.content {
    case .scalar:
      guard let word = word(node, expected: "a type") else { return nil }
      if word.name == "list" || word.name == "map" {
        report(
          "missing-key", "a \(word.name) needs 'of': { type: \(word.name), of: … }",
          at: word.place.range)
        return nil
      }
      guard let type = fieldType(word) else { return nil }
      if type == .choice || type == .choices {
        report(
          "wrong-type", "an input cannot be of type '\(type.rawValue)'", at: word.place.range)
        return nil
      }
      return .field(type)
    case .map(let entries):
      let isNested =
        entries.contains {
          $0.key.text == FlowKey.type.rawValue && ["list", "map"].contains($0.value.scalar?.text)
        }
        && entries.contains { $0.key.text == FlowKey.of.rawValue }
      guard isNested else { return record(entries) }
      guard var reader = MapReader(node, as: .type, what: "a type", context: self) else {
        return nil
      }
      let type = inputType(&reader)
      reader.finish()
      return type
    case .list, .broken:
      reportKind(node, expected: "a type")
      return nil
    }
  }

  /// Reads a record type such as `{ id: string, note: string? }`.
  private func record(_ entries: [YAMLEntry]) -> InputType? {
    var parts: [InputType.RecordPart] = []
    var isWhole = true
    for entry in entries {
      var node = entry.value
      let isOptional = removeMark(from: &node)
      guard let type = inputType(node) else {
        isWhole = false
        continue
      }
      parts.append(InputType.RecordPart(name: entry.key.text, type: type, isOptional: isOptional))
    }
    return isWhole ? .record(parts) : nil
  }

  /// Removes the mark of an optional part, and returns whether there was one: `string?`, or
  /// `{ type: list?, of: string }`.
  private func removeMark(from node: inout YAMLNode) -> Bool {
    switch node.content {
    case .scalar(let scalar) where scalar.text.hasSuffix("?"):
      node.content = .scalar(
        YAMLScalar(
          text: String(scalar.text.dropLast()), style: scalar.style,
          range: SourceRange(scalar.range.lowerBound, scalar.range.upperBound - 1),
          parentIndent: -1))
      return true
    case .map(var entries) where entries.contains(where: { $0.key.text == FlowKey.of.rawValue }):
      guard let index = entries.firstIndex(where: { $0.key.text == FlowKey.type.rawValue }),
        ["list?", "map?"].contains(entries[index].value.scalar?.text)
      else { return false }
      _ = removeMark(from: &entries[index].value)
      node.content = .map(entries)
      return true
    default: return false
    }
  }

  /// Reads `output:`, an expression or nested maps and lists of expressions.
  func output(_ node: YAMLNode, key: String) -> OutputDefinition? {
    switch node.content {
    case .scalar: return expression(node, key: key).map(OutputDefinition.expression)
    case .broken: return nil
    case .list(let items): return .list(items.compactMap { output($0, key: key) })
    case .map(let entries):
      return .map(
        entries.compactMap { entry in
          output(entry.value, key: entry.key.text).map {
            OutputDefinition.Entry(
              key: Identifier(entry.key.text, at: place(entry.key.range)), value: $0)
          }
        })
    }
  }
}
