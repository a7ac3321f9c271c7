// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The files that texts use, and the functions of the flow.
struct SharedParts {
  /// The folder of the files.
  var folder = "texts"

  /// The parts of each included file, by its path in the template; nil for one that depends on where it is.
  var files: [String: [ImportedPart]] = [:]

  private(set) var functions: [FunctionDefinition] = []

  private static let known = ExpressionEnvironment(functions: FlowLibrary.functions).functions

  /// Returns the name of a function, which is added if there's none like it; nil if there are too many.
  mutating func function(
    _ wanted: String, _ parameters: [FunctionDefinition.Parameter], _ code: String
  ) -> String? {
    var name = wanted.asNameInExpressions.withoutReservedNames
    while Self.known[name] != nil || NameFunction(rawValue: name) != nil
      || TextTemplate.isControl(name)
      || ["has", "cel", "optional", "math", "lists"].contains(name)
    {
      name += "_"
    }
    while let other = functions.first(where: { $0.name.name == name }) {
      if other.parameters == parameters, other.value.text == code { return name }
      name += "_"
    }
    guard functions.count < FunctionDefinition.maximumCount else { return nil }
    functions.append(
      FunctionDefinition(
        name: Identifier(name), parameters: parameters, value: ExpressionSource(code)))
    return name
  }

  /// Returns the path of a file, relative to the folder of the flow.
  func path(_ name: String) -> String {
    var name = name
    for suffix in [".jinja", ".j2"] where name.hasSuffix(suffix) && name != suffix {
      name.removeLast(suffix.count)
    }
    return "\(folder)/\(name)"
  }
}

// Files and macros that don't depend on what's around them: texts use them, or call functions.
extension TextImporter {
  /// Returns an included file as one that the text uses; nil if what it writes depends on where it is.
  func used(_ path: String, _ nodes: [JinjaNode], _ source: JinjaSource) -> ImportedPart? {
    guard context.given != nil, !isValue,
      let alone = plain(nodes, TemplateScope(), source), !alone.isEmpty,
      let here = plain(nodes, scope, source), here.definition == alone.definition
    else { return nil }
    if let known = context.shared.files[path] {
      return .file(context.shared.path(path), [], known)
    }
    let outer = context.given
    defer { context.given = outer }
    context.given = TextNames()
    var importer = TextImporter(context, source, depth: depth + 1)
    var parts = importer.parts(of: nodes).withoutUnusedNames
    if !importer.failures.isEmpty { parts = alone }
    context.shared.files[path] = parts
    return .file(context.shared.path(path), [], parts)
  }

  /// Returns a call of a macro as that of a function, if its text is one line, or as the use of a file; nil if what it
  /// writes depends on more than its arguments.
  func shared(
    _ macro: ImportedName.Macro, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) -> ImportedPart? {
    guard context.given != nil, !isValue, let given = values(of: macro, arguments, scope) else {
      return nil
    }
    let answers = context.answers
    defer { context.answers = answers }
    // A function sees none.
    context.answers = [:]
    var (alone, there) = (TemplateScope(), macro.scope)
    for (parameter, value) in zip(macro.parameters, given) {
      let meaning = TemplateScope.Meaning.imported(.value(ImportedValue(value.name, value.kind)))
      alone.bind(parameter.name, to: meaning, number: context.names.nextAssignment())
      there.bind(parameter.name, to: meaning, number: context.names.nextAssignment())
    }
    guard let parts = plain(macro.nodes, alone, macro.source), parts.words == nil,
      let other = plain(macro.nodes, there, macro.source), other.definition == parts.definition
    else { return nil }
    let call = given.map { ($0.name, $0.value) }
    if let texts = plain(macro.nodes, alone, macro.source, isValue: true),
      let value = try? ImportedValue(textOf: texts), !value.code.holds("\\n"),
      value.code.utf8.count <= Self.maximumFunction,
      value.code.namesInCode.isDisjoint(with: ["now", "today"]),
      let name = context.shared.function(
        macro.name, given.map { .init(name: Identifier($0.name), type: $0.type) }, value.code)
    {
      let code = "\(name)(\(call.map(\.1.code).joined(separator: ", ")))"
      var result = ImportedValue(code, .text)
      result.isFilled = value.isFilled
      return .value(result)
    }
    return .file(context.shared.path("macros/\(macro.name).txt"), call, parts)
  }

  /// The maximum length of the expression of a function in bytes.
  private static let maximumFunction = 400

  /// An argument of a macro, by a name of ours.
  private struct Argument {
    let name: String
    let kind: ImportedValue.Kind
    let type: InputType
    let value: ImportedValue
  }

  /// The arguments of a call by names of ours; nil if one has no type of ours.
  private func values(
    of macro: ImportedName.Macro, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) -> [Argument]? {
    var found: [Argument] = []
    for (index, parameter) in macro.parameters.enumerated() {
      let value: ImportedValue?
      if let given = arguments.value(index, parameter.name) {
        value = try? expressions.value(given, scope)
      } else {
        value = parameter.value.flatMap { expressions.constant($0, TemplateScope()) }
          .map { ImportedValue($0) }
      }
      guard let value = value?.present(or: "''"), let type = value.kind.type else { return nil }
      var name = parameter.name.asNameInExpressions.withoutReservedNames
      while found.contains(where: { $0.name == name }) { name += "_" }
      found.append(Argument(name: name, kind: value.kind, type: type, value: value))
    }
    return found
  }

  /// Translates nodes with everything in its place; nil if something isn't understood.
  private func plain(
    _ nodes: [JinjaNode], _ scope: TemplateScope, _ source: JinjaSource, isValue: Bool = false
  ) -> [ImportedPart]? {
    let outer = context.given
    defer { context.given = outer }
    context.given = nil
    var importer = TextImporter(context, source, scope, depth: depth + 1)
    importer.isValue = isValue
    let parts = importer.parts(of: nodes)
    return importer.failures.isEmpty ? parts : nil
  }
}

extension ImportedValue.Kind {
  /// The type of ours; nil if there's none.
  fileprivate var type: InputType? {
    switch self {
    case .text: .field(.string)
    case .integer: .field(.integer)
    case .boolean: .field(.boolean)
    case .list(let element): element.type.map { .list($0) }
    case .number, .constant: nil
    }
  }
}
