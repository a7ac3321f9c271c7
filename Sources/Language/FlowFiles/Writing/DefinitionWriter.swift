// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel
internal import SourceDiagnostics

/// Writes a definition as an equivalent flow file, with the files that it refers to.
///
/// Whatever a flow file can't express becomes a mistake in the file. For example, a definition in
/// code can contain an empty command, an expression whose brace ends the `${…}` around it, or flows
/// nested without end.
struct DefinitionWriter {
  /// The files in the flow's folder: flows that it uses, and files that it copies.
  var files = DefinitionFiles()

  /// The language of the flow that is being written.
  private(set) var language = "en"

  /// Whether it's written for people: short forms, texts on lines of their own, and the definition's
  /// own names of files.
  ///
  /// Otherwise, every definition has one canonical text.
  var isReadable = false

  /// The folder of the flow that's being written, relative to the outermost one, with a `/` at its
  /// end.
  private var folder = ""

  /// The names of the files of used flows, by content.
  private var flowNames: [[UInt8]: String] = [:]

  /// The number of uses of flows so far.
  private var flowCount = 0

  /// The files that texts use.
  private let usedTexts = WrittenTexts()

  /// The current nesting depth of steps, outputs, types, and flows.
  private var depth = 0

  /// A depth at which the reader already reports an error, so that nothing deeper needs to be
  /// written.
  private static let maximumDepth = YAMLOptions().maximumDepth + 1

  /// Returns the text of a flow file, and the names of its parts.
  mutating func text(of flow: FlowDefinition) -> (text: String, outline: SourceOutline) {
    let outer = language
    language = flow.language
    defer { language = outer }
    var map = Entries()
    map.add(.flow, .scalar(String(FlowFile.languageVersion)))
    map.add(.id, .unnamed(.text(flow.id.name)))
    if flow.version != 1 { map.add(.version, .scalar(String(flow.version))) }
    map.add(.title, flow.title.map(text))
    if flow.language != "en" { map.add(.language, .text(flow.language)) }
    if let file = flow.extensionsFile?.name {
      map.add(.extensions, .text(file))
      // The definition contains the file's declarations, so an empty file takes its place.
      if !isReadable { files.bytes[folder + file] = Array("extensions: 1\n".utf8) }
    }
    if !flow.allow.isEmpty { map.add(.allow, .list(flow.allow.map { .text($0.name) })) }
    if flow.isUpdatable { map.add(.updatable, .scalar("true")) }
    if !flow.inputs.isEmpty {
      map.add(
        .inputs,
        .unnamed(
          .map(
            flow.inputs.map { ($0.name.name, .named("input '\($0.name.name)'", input($0))) })))
    }
    if !flow.functions.isEmpty {
      map.add(
        .functions,
        .unnamed(
          .map(
            flow.functions.map {
              ($0.name.name, .named("function '\($0.name.name)'", function($0)))
            })))
    }
    map.add(.steps, .unnamed(steps(flow.steps)))
    map.add(.output, flow.output.map { output($0) })
    if !flow.migrations.isEmpty {
      map.add(.migrate, .unnamed(.list(flow.migrations.map(migration))))
    }
    files.bytes.merge(usedTexts.bytes) { known, _ in known }
    return map.lines.document(of: "flow '\(flow.id.name)'")
  }

  /// The entries of a map, without those that are nil.
  struct Entries {
    private var entries: [(key: String, value: YAMLLines)] = []

    mutating func add(_ key: FlowKey, _ value: YAMLLines?) { add(named: key.rawValue, value) }

    mutating func add(named name: String, _ value: YAMLLines?) {
      if let value { entries.append((name, value)) }
    }

    var lines: YAMLLines { .map(entries) }
  }

  /// Writes nested content, unless it's too deep for the reader.
  mutating func nested(_ write: (inout DefinitionWriter) -> YAMLLines) -> YAMLLines {
    guard depth < Self.maximumDepth else { return .list([]) }
    depth += 1
    defer { depth -= 1 }
    return write(&self)
  }

  /// Adds a copied file, in a folder where no flow looks for its translations.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: The path that the definition gives it.
  /// - Returns: Its path relative to the folder of the flow.
  mutating func add(_ bytes: [UInt8], named name: String) -> String {
    if let path = keptPath(name), !path.hasSuffix(".yaml") {
      let known = files.bytes[path] ?? usedTexts.bytes[path]
      if known == nil || known == bytes {
        files.bytes[path] = bytes
        return name
      }
    }
    let path = "\(folder)copies/\(files.bytes.count)"
    files.bytes[path] = bytes
    return String(path.dropFirst(folder.count))
  }

  /// Returns a text as a file has it, and adds the files that it uses.
  func source(of template: TextTemplate) -> String { template.source(naming: name) }

  /// Adds a file that a text uses, without a `/` in its path, which a name in a tree can't have.
  ///
  /// - Returns: Its path relative to the folder of the flow.
  private func name(of file: TextTemplate.UsedFile) -> String {
    // The reader reports files that use others too deeply, or that aren't there.
    guard let text = file.text, usedTexts.depth <= TextTemplate.maximumDepth else {
      return file.path.name
    }
    usedTexts.depth += 1
    let bytes = Array(source(of: text).utf8)
    usedTexts.depth -= 1
    if let path = keptPath(file.path.name),
      !path.hasSuffix(".yaml"), !path.contains(where: { "'\"{}\\\n".contains($0) }),
      [nil, bytes].contains(files.bytes[path] ?? usedTexts.bytes[path])
    {
      usedTexts.bytes[path] = bytes
      return file.path.name
    }
    // Each distinct text is written once.
    let key = Array(folder.utf8) + bytes
    let path = usedTexts.names[key] ?? "\(folder)text-\(usedTexts.names.count + 1).txt"
    usedTexts.names[key] = path
    usedTexts.bytes[path] = bytes
    return String(path.dropFirst(folder.count))
  }

  /// Returns the path of the folder of a tree, relative to the outermost flow's folder and to that of
  /// the flow that is being written.
  ///
  /// - Parameter name: The path that the definition gives it; nil for a new one.
  /// - Returns: Both paths.
  func placeOfTree(named name: String?) -> (path: String, name: String) {
    if let name, let path = keptPath(name) { return (path, name) }
    let new = "trees/\(files.bytes.count)"
    return (folder + new, new)
  }

  /// Returns the path of a file relative to the outermost flow's folder, or nil if the definition's own
  /// name of it can't be kept.
  private func keptPath(_ name: String) -> String? {
    guard isReadable, name.normalizedPath() == name else { return nil }
    return folder + name
  }

  // MARK: Steps

  mutating func steps(_ steps: [StepDefinition], inForm: Bool = false) -> YAMLLines {
    nested { writer in .list(steps.map { writer.step($0, inForm: inForm) }) }
  }

  private mutating func step(_ step: StepDefinition, inForm: Bool) -> YAMLLines {
    var map = Entries()
    map.add(named: step.kind.writtenKeyword.rawValue, .unnamed(.text(step.id.name)))
    map.add(.key, step.key.map { .text($0.name) })
    map.add(.title, step.title.map(text))
    map.add(.description, step.description.map(text))
    map.add(.when, step.when.map(code))
    switch step.kind {
    case .ask(let field): add(field, to: &map)
    case .form(let elements, let validations):
      map.add(.fields, .unnamed(steps(elements, inForm: true)))
      map.add(.validate, list(validations.map(validation).numbered("check")).map { .unnamed($0) })
    case .group(let inner): map.add(.steps, .unnamed(steps(inner)))
    case .note(let words), .commit(let words): map.add(.text, text(words))
    case .compute(let value): map.add(.value, code(value))
    case .review: break
    case .stop(let words, let outcome):
      map.add(.text, words.map(text))
      if outcome != .failed { map.add(.outcome, .text(outcome.rawValue)) }
    case .repeat(let list) where list.rowForm != nil:
      map.add(.over, list.over.map(code))
      if let matrix = list.matrix {
        if matrix.element.name != "item" { map.add(.as, .text(matrix.element.name)) }
        map.add(.heading, matrix.heading.map(text))
      }
      let (elements, checks) = list.rowForm ?? ([], [])
      map.add(.fields, .unnamed(steps(elements, inForm: true)))
      map.add(
        .validate, self.list(checks.map(validation).numbered("check")).map { .unnamed($0) })
    case .repeat(let list):
      map.add(.over, list.over.map(code))
      add(list.constraints, to: &map)
      if list.isFilled { map.add(.fill, .scalar("true")) }
      map.add(.summary, list.summary.map(text))
      map.add(
        .validate,
        self.list(list.validations.map(validation).numbered("check")).map { .unnamed($0) })
      map.add(.steps, .unnamed(steps(list.steps)))
    case .flow(let used):
      map.add(.use, .unnamed(.text(file(of: used))))
      if !used.arguments.isEmpty { map.add(.with, output(.map(used.arguments))) }
    case .run(let run): add(run, to: &map)
    case .write(let write): add(write, to: &map)
    }
    if !step.allow.isEmpty { map.add(.allow, .list(step.allow.map { .text($0.name) })) }
    let word =
      switch step.kind {
      case .ask where inForm: "field"
      default: inForm ? step.kind.writtenKeyword.rawValue : "step"
      }
    return .named("\(word) '\(step.id.name)'", map.lines)
  }

  /// Writes a used flow to a file, and returns the name of the file.
  private mutating func file(of used: SubflowDefinition) -> String {
    flowCount += 1
    // The reader reports too many flows before it looks for the file, so the file isn't needed.
    guard flowCount <= SubflowChain.maximumFileCount, depth < Self.maximumDepth else {
      return "flow"
    }
    depth += 1
    defer { depth -= 1 }
    let outer = folder
    let kept = keptPath(used.use.name).flatMap { $0.hasSuffix(".flow.yaml") ? $0 : nil }
    if let kept { folder = kept.folder }
    defer { folder = outer }
    let (text, outline) = text(of: used.flow)
    let bytes = Array(text.utf8)
    var path = kept.flatMap { [nil, bytes].contains(files.bytes[$0]) ? $0 : nil }
    // Each distinct flow is written once.
    path = path ?? flowNames[Array(folder.utf8) + bytes]
    let chosen = path ?? "\(folder)used-\(flowNames.count + 1).flow.yaml"
    flowNames[Array(folder.utf8) + bytes] = chosen
    files.bytes[chosen] = bytes
    files.outlines[chosen] = outline
    return String(chosen.dropFirst(outer.count))
  }

  private func migration(_ migration: MigrationDefinition) -> YAMLLines {
    var map = Entries()
    map.add(.from, .scalar(String(migration.version)))
    if !migration.renamings.isEmpty {
      map.add(
        .rename,
        .map(
          migration.renamings.map {
            ($0.old.name, .named("'\($0.old.name)'", .text($0.new.name)))
          }))
    }
    map.add(.drop, list(migration.dropped.map { .text($0.name) }))
    if !migration.assignments.isEmpty {
      map.add(
        .set,
        .map(
          migration.assignments.map {
            ($0.id.name, .named("'\($0.id.name)'", code($0.value)))
          }))
    }
    return .named("migration from \(migration.version)", map.lines)
  }

  // MARK: Inputs and outputs

  private mutating func input(_ input: InputDefinition) -> YAMLLines {
    var map = Entries()
    add(input.type, to: &map)
    map.add(.env, input.environmentVariable.map { .text($0) })
    map.add(.default, input.defaultValue.map { literal($0.value) })
    return map.lines
  }

  private mutating func function(_ function: FunctionDefinition) -> YAMLLines {
    var map = Entries()
    if !function.parameters.isEmpty {
      map.add(.with, .map(function.parameters.map { ($0.name.name, type($0.type)) }))
    }
    map.add(.value, code(function.value))
    return map.lines
  }

  /// Adds the keys `type` and `of`.
  mutating func add(_ type: InputType, to map: inout Entries) {
    switch type {
    case .field(let field): map.add(.type, .text(field.rawValue))
    case .list(let element):
      map.add(.type, .text("list"))
      map.add(.of, self.type(element))
    case .map(let value):
      map.add(.type, .text("map"))
      map.add(.of, self.type(value))
    case .record: map.add(.type, self.type(type))
    }
  }

  private mutating func type(_ type: InputType, isOptional: Bool = false) -> YAMLLines {
    // Words, lists and maps can be optional; the reader reports a mark on anything else.
    let mark = isOptional ? "?" : ""
    return nested { writer in
      switch type {
      case .field(let field): return .text(field.rawValue + mark)
      case .list(let element):
        return writer.type("list" + mark, of: element)
      case .map(let value):
        return writer.type("map" + mark, of: value)
      case .record(let parts):
        guard !isOptional else { return .text("record?") }
        return .map(
          parts.map { ($0.name, writer.type($0.type, isOptional: $0.isOptional)) })
      }
    }
  }

  private mutating func type(_ word: String, of values: InputType) -> YAMLLines {
    var map = Entries()
    map.add(.type, .text(word))
    map.add(.of, type(values))
    return map.lines
  }

  mutating func output(_ output: OutputDefinition) -> YAMLLines {
    nested { writer in
      switch output {
      case .expression(let source): writer.code(source)
      case .list(let items): .list(items.map { writer.output($0) }.numbered("item"))
      case .map(let entries):
        .map(
          entries.map {
            ($0.key.name, .named("'\($0.key.name)'", writer.output($0.value)))
          })
      }
    }
  }
}

extension String {
  /// The folder of a path, with a `/` at its end; empty for none.
  fileprivate var folder: String {
    lastIndex(of: "/").map { String(self[...$0]) } ?? ""
  }
}

/// The files that the texts of a definition use, which are found while its texts are written.
private final class WrittenTexts {
  /// Their contents, by path.
  var bytes: [String: [UInt8]] = [:]

  /// The paths of those without a path of their own, by the folder of their flow and their content.
  var names: [[UInt8]: String] = [:]

  /// The number of files around the one that's written.
  var depth = 0
}
