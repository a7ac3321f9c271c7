// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel
internal import SourceDiagnostics

// The declarations in a file of extensions.
extension LoadingContext {
  /// Reads the document of a file of extensions.
  func declarations(_ root: YAMLNode) -> FlowExtensions {
    guard
      var reader = MapReader(
        root, as: .extensionsFile, what: "a file of extensions",
        headRange: SourceRange(at: root.range.lowerBound), context: self)
    else { return FlowExtensions() }
    if let version = reader.require(.extensions, hint: ", the version of the file: extensions: 1"),
      let number = wholeNumber(version), number != 1
    {
      report(
        "unsupported-version",
        "this version of stackflow reads version 1 of files of extensions, found \(number)",
        at: version.value.range)
    }
    let functions = named(reader.take(.functions), "functions") { self.function($0, $1) }
    let types = named(reader.take(.types), "field types") { self.type($0, $1) }
    let widgets = named(reader.take(.widgets), "widgets") { self.widget($0, $1) }
    let actions = named(reader.take(.actions), "actions") { self.action($0, $1) }
    reader.finish()
    return FlowExtensions(functions: functions, types: types, widgets: widgets, actions: actions)
  }

  /// Reads a map from names to declarations.
  private func named<Declaration>(
    _ entry: YAMLEntry?, _ what: String,
    _ read: (Identifier, YAMLNode) -> Declaration?
  ) -> [Declaration] {
    guard let entry else { return [] }
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from names to \(what)")
      return []
    }
    return entries.compactMap {
      read(Identifier($0.key.text, at: place($0.key.range)), $0.value)
    }
  }

  // MARK: Functions

  /// Reads `slug: { summary: …, overloads: [{ parameters: [string], returns: string }] }`.
  private func function(_ name: Identifier, _ node: YAMLNode) -> FunctionDeclaration? {
    guard name.name.isFunctionName else {
      report(
        "invalid-name",
        "'\(name.name)' can't be the name of a function; expected letters, digits, and '_', with a "
          + "'.' after a namespace",
        at: name.place.range)
      return nil
    }
    guard
      var reader = MapReader(
        node, as: .function, what: "the function '\(name.name)'", headRange: name.place.range,
        context: self)
    else { return nil }
    let summary = reader.take(.summary).flatMap { word($0.value, expected: "a text") }
    let entry = reader.require(.overloads)
    reader.finish()
    guard let entry else { return nil }
    guard case .list(let items) = entry.value.content else {
      reportKind(entry.value, expected: "a list of overloads")
      return nil
    }
    let overloads = items.enumerated().compactMap { number, item in
      overload(item, id: "\(name.name)_\(number + 1)")
    }
    guard !overloads.isEmpty else { return nil }
    return FunctionDeclaration(name.name, summary?.name ?? "", overloads: overloads)
  }

  private func overload(_ node: YAMLNode, id: String) -> FunctionOverload? {
    guard var reader = MapReader(node, as: .overload, what: "an overload", context: self)
    else { return nil }
    let parameters = reader.require(.parameters)
    let returns = reader.require(.returns)
    let isMethod = reader.take(.method).flatMap { boolean($0) } ?? false
    reader.finish()
    guard let parameters, let returns else { return nil }
    guard case .list(let items) = parameters.value.content else {
      reportKind(parameters.value, expected: "a list of types")
      return nil
    }
    let types = items.map { valueType($0) }
    guard let result = valueType(returns.value), !types.contains(nil) else { return nil }
    if isMethod, types.isEmpty {
      report(
        "missing-key", "a method needs a parameter, the type that it's called on",
        at: parameters.key.range)
      return nil
    }
    return FunctionOverload(id, types.compactMap(\.self), result, isMethod: isMethod)
  }

  /// Reads a type of expressions: `string`, `list(int)`, `map(string, dyn)`.
  private func valueType(_ node: YAMLNode) -> ValueType? {
    guard let word = word(node, expected: "a type such as string or list(int)") else { return nil }
    if let parsed = ExpressionEnvironment().parse(word.name).expression,
      let type = ValueType(parsed)
    {
      return type
    }
    report(
      "unknown-type",
      "'\(word.name)' isn't a type of expressions; expected "
        + "\(Self.alternatives(ValueType.simpleTypes.map(\.name))), list(…), map(…, …) or "
        + "optional(…)",
      at: word.place.range)
    return nil
  }

  // MARK: Types, widgets, and actions

  /// Reads `ticket: { type: string, pattern: …, messages: …, widget: …, parses: true }`.
  private func type(_ name: Identifier, _ node: YAMLNode) -> FieldTypeDeclaration? {
    guard
      var reader = MapReader(
        node, as: .fieldType, what: "the field type '\(name.name)'", headRange: name.place.range,
        context: self)
    else { return nil }
    let base = reader.require(.type).flatMap { fieldType($0)?.type }
    let constraints = constraints(&reader).filter { isLiteral($0) }
    let messages = reader.take(.messages).map { self.messages($0) } ?? []
    let help = reader.take(.help).flatMap { localizedText($0) }
    let hint = reader.take(.hint).flatMap { localizedText($0) }
    let widget = reader.take(.widget).flatMap { word($0.value, expected: "a widget") }
    let parses = reader.take(.parses).flatMap { boolean($0) } ?? false
    reader.finish()
    for text in messages.map(\.text) + [help, hint].compactMap(\.self) { reportExpressions(text) }
    guard let base else { return nil }
    if FieldType(rawValue: name.name) != nil || base.isChoice {
      report(
        base.isChoice ? "wrong-type" : "duplicate-key",
        base.isChoice
          ? "a field type can't be based on '\(base.rawValue)', whose fields have their own choices"
          : "'\(name.name)' is a type of the language; give this one another name",
        at: name.place.range)
      return nil
    }
    var declared = FieldTypeDeclaration(
      name.name, base: base, constraints: constraints, messages: messages, help: help, hint: hint,
      widget: widget)
    declared.readsText = parses
    return declared
  }

  private func isLiteral(_ constraint: ConstraintDefinition) -> Bool {
    guard case .computed(let source) = constraint.value else { return true }
    report(
      "wrong-kind",
      "a field type has literal constraints; give computed ones to the fields of the type",
      at: source.place.range)
    return false
  }

  /// Reports `${…}` in a text of a field type, which belongs to no flow whose names it could read.
  private func reportExpressions(_ text: LocalizedText) {
    for variant in text.variants {
      for source in variant.template.expressions {
        report(
          "wrong-kind", "a text of a field type can't read answers; give it to the fields",
          at: source.place.range)
      }
    }
  }

  /// Reads `map: [string, path]`, the types of the fields that a widget is for.
  private func widget(_ name: Identifier, _ node: YAMLNode) -> WidgetDeclaration? {
    guard case .list(let items) = node.content else {
      reportKind(node, expected: "a list of the field types that the widget is for")
      return nil
    }
    let types = items.compactMap { item in
      word(item, expected: "a type").flatMap { fieldType($0) }
    }
    return WidgetDeclaration(name.name, for: types)
  }

  /// Reads `create-repository: { with: { name: string, private: boolean? } }`.
  private func action(_ name: Identifier, _ node: YAMLNode) -> ActionDeclaration? {
    guard
      var reader = MapReader(
        node, as: .action, what: "the action '\(name.name)'", headRange: name.place.range,
        context: self)
    else { return nil }
    let with = reader.take(.with)
    reader.finish()
    guard let with else { return ActionDeclaration(name.name) }
    guard case .map = with.value.content else {
      reportKind(with.value, expected: "a map from arguments to types")
      return nil
    }
    guard case .record(let parts)? = inputType(with.value) else { return nil }
    return ActionDeclaration(name.name, parameters: parts)
  }
}

extension ValueType {
  /// The types without parameters, by name.
  fileprivate static let simpleTypes: [(name: String, type: ValueType)] = [
    ("string", .string), ("int", .int), ("uint", .uint), ("double", .double), ("bool", .bool),
    ("bytes", .bytes), ("timestamp", .timestamp), ("duration", .duration), ("dyn", .dyn),
  ]

  /// Creates a type from its spelling, or returns nil if it isn't one.
  fileprivate init?(_ spelling: ParsedExpression) {
    switch spelling.kind {
    case .name(let name, isGlobal: false):
      guard let found = Self.simpleTypes.first(where: { $0.name == name }) else { return nil }
      self = found.type
    case .call(target: nil, function: "list", arguments: let types) where types.count == 1:
      guard let element = ValueType(types[0]) else { return nil }
      self = .list(element)
    case .call(target: nil, function: "map", arguments: let types) where types.count == 2:
      guard let key = ValueType(types[0]), let value = ValueType(types[1]) else { return nil }
      self = .map(key, value)
    case .call(target: nil, function: "optional", arguments: let types) where types.count == 1:
      guard let value = ValueType(types[0]) else { return nil }
      self = .optional(value)
    default: return nil
    }
  }
}

extension String {
  /// Whether it's the name of a function: identifiers joined by dots.
  fileprivate var isFunctionName: Bool {
    split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      else { return false }
      return part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    }
  }
}
