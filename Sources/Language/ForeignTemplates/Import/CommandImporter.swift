// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics

/// Translates the commands that a template runs after its files are written.
///
/// A command without a shell becomes a `run`, which asks; `echo` becomes a note; and a file that's removed under a
/// condition gets that condition. Everything else is left.
struct CommandImporter {
  let context: ImportContext

  /// The steps after the files.
  private(set) var steps: [StepDefinition] = []

  /// The files that are removed, and so aren't written.
  private(set) var exclusions: [TreeImporter.Exclusion] = []

  /// The programs that change only the folder that they're called in.
  private static let programs: Set<String> = [
    "git", "pip", "pip3", "pipx", "uv", "poetry", "pdm", "hatch", "conda", "npm", "npx", "pnpm",
    "yarn",
    "bun", "pre-commit", "cargo", "go", "composer", "bundle", "dotnet", "terraform", "make", "just",
  ]

  init(_ context: ImportContext) { self.context = context }

  /// Translates a task of copier.
  mutating func add(_ task: YAMLNode, in file: SourceFile) {
    let place = SourcePlace(file, task.range)
    // A command is run when the files are copied, and never by an update.
    context.answers[ImportContext.operation] = ImportedValue(.string("copy"))
    context.isOperationRead = false
    defer { context.answers[ImportContext.operation] = nil }
    var command = task
    var condition = ImportedValue(.bool(true))
    if case .map = task.content {
      guard let inner = task.entry("command") else { return leave(task, at: place) }
      command = inner
      if let when = task.entry("when")?.scalarValue {
        guard let found = self.condition(when, in: file) else { return leave(task, at: place) }
        condition = found
      }
      guard task.entry("working_directory") == nil else { return leave(task, at: place) }
    }
    switch command.content {
    case .scalar(let scalar):
      var importer = TextImporter(
        context, JinjaSource(scalar.text, in: file, map: scalar.map(in: file)))
      importer.showsBranches = true
      let parts = importer.text().trimmed
      guard importer.failures.isEmpty else { return leave(task, at: place) }
      var (alternatives, before) = ([(condition, parts)], ImportedValue(.bool(true)))
      if parts.count == 1, case .branches(let branches, let otherwise) = parts[0] {
        alternatives = []
        for branch in branches + [(ImportedValue(.bool(true)), otherwise)] {
          let inner = ImportedValue.joined(before, "&&", branch.condition)
          alternatives.append((.joined(condition, "&&", inner), branch.parts.trimmed))
          before = .joined(before, "&&", branch.condition.negated)
        }
      }
      for (condition, parts) in alternatives where !parts.isEmpty {
        guard let words = Self.arguments(of: parts) else { return leave(task, at: place) }
        guard add(words, when: condition, task, at: place) else { return leave(task, at: place) }
      }
    case .list(let items):
      var words: [[ImportedPart]] = []
      for item in items {
        guard let scalar = item.scalarValue else { return leave(task, at: place) }
        var importer = TextImporter(
          context, JinjaSource(scalar.text, in: file, map: scalar.map(in: file)))
        words.append(importer.text())
        guard importer.failures.isEmpty else { return leave(task, at: place) }
      }
      if !add(words, when: condition, task, at: place) { leave(task, at: place) }
    case .map, .broken: leave(task, at: place)
    }
  }

  private func condition(_ scalar: YAMLScalar, in file: SourceFile) -> ImportedValue? {
    guard let nodes = try? JinjaParser.parse(scalar.text, context.files.delimiters).withoutLastBreak
    else { return nil }
    let source = JinjaSource(scalar.text, in: file, map: scalar.map(in: file))
    let expressions = ExpressionImporter(context: context, source: source, depth: 0)
    return (try? QuestionImporter(context, dropsBreak: false).truthOfText(nodes, expressions))
      ?? nil
  }

  /// The words of a task, without its condition.
  private static func said(_ task: YAMLNode) -> String {
    (task.entry("command") ?? task).allTexts.joined(separator: " ")
  }

  private func leave(_ task: YAMLNode, at place: SourcePlace) {
    context.report.note(command: Self.said(task), "left", at: place)
  }

  /// Adds what a command became; returns whether it became something.
  private mutating func add(
    _ words: [[ImportedPart]], when condition: ImportedValue, _ task: YAMLNode,
    at place: SourcePlace
  ) -> Bool {
    guard let program = words.first?.words, condition.constant != .bool(false) else {
      return condition.constant == .bool(false)
    }
    let said = Self.said(task)
    let when = condition.constant == .bool(true) ? nil : ExpressionSource(condition.code)
    switch program {
    case "echo":
      let text = words.dropFirst().reduce(into: [ImportedPart]()) {
        $0 += ($0.isEmpty ? [] : [.words(" ")]) + $1
      }
      steps.append(
        StepDefinition(
          id: Identifier(context.id("said")),
          kind: .note(LocalizedText(TextTemplate(parts: text.definition))), when: when))
      context.report.note(command: said, "a `note`", at: place)
    case "rm":
      let names = words.dropFirst().compactMap(\.words)
      let paths = names.filter { !$0.hasPrefix("-") }
      // An update doesn't write what a task removes either.
      guard !context.isOperationRead, names.count == words.count - 1, !paths.isEmpty,
        paths.allSatisfy({ TemplateFiles.isInside($0) && !$0.holds("*") && $0 != "." })
      else { return false }
      exclusions.append(
        .init(
          pattern: PathPatterns(gitPatterns: paths.map { "/" + $0 }), condition: condition,
          what: said, place: place, isCommand: true))
    case _ where Self.programs.contains(program):
      let arguments = words.map {
        ArgumentDefinition(texts: [TextTemplate(parts: $0.definition)])
      }
      let call = CallDefinition(target: .command(arguments))
      steps.append(
        StepDefinition(
          id: Identifier(context.id(program)),
          kind: .run(RunDefinition(call: call, onError: .skip)),
          when: when))
      context.report.note(command: said, "a `run`, which asks", at: place)
    default: return false
    }
    return true
  }

  /// The words of a command as a shell reads them; nil if it does more with them.
  private static func arguments(of parts: [ImportedPart]) -> [[ImportedPart]]? {
    var words: [[ImportedPart]] = []
    var word: [ImportedPart]?
    var quote: UInt8?
    func isPlain(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
        || "-_./:=,@%+".utf8.contains(byte)
    }
    for part in parts {
      switch part {
      case .value: word = (word ?? []) + [part]
      case .branches, .loop, .binding, .file: return nil
      case .words(let text):
        var bytes: [UInt8] = []
        func flush() {
          guard !bytes.isEmpty else { return }
          word = (word ?? []) + [.words(String(decoding: bytes, as: UTF8.self))]
          bytes = []
        }
        for byte in text.utf8 {
          if let open = quote {
            guard byte != open else {
              quote = nil
              continue
            }
            guard open == UInt8(ascii: "'") || !"$`\\!".utf8.contains(byte) else { return nil }
            bytes.append(byte)
          } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
            quote = byte
            word = word ?? []
          } else if byte == 0x20 {
            flush()
            if let whole = word { words.append(whole) }
            word = nil
          } else if isPlain(byte) {
            bytes.append(byte)
          } else {
            return nil
          }
        }
        flush()
      }
    }
    guard quote == nil else { return nil }
    if let word { words.append(word) }
    return words.isEmpty ? nil : words
  }
}
