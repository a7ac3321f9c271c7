// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// A definition as text, which shows the place of each expression: a text in `⟨…⟩` is the source at
/// the expression's place in the file.
enum DefinitionDump {
  static func dump(_ flow: FlowDefinition) -> String {
    var lines = ["flow \(flow.id) version \(flow.version) language \(flow.language)"]
    if let title = flow.title { lines.append("title \(text(title))") }
    if !flow.allow.isEmpty { lines.append("allow \(flow.allow)") }
    for input in flow.inputs {
      var line = "input \(input.name): \(type(input.type))"
      if let variable = input.environmentVariable { line += " env \(variable)" }
      if let value = input.defaultValue { line += " default \(value.value)" }
      lines.append(line)
    }
    for function in flow.functions {
      let parameters = function.parameters.map { "\($0.name): \(type($0.type))" }
      lines.append(
        "function \(function.name)(\(parameters.joined(separator: ", "))) \(source(function.value))"
      )
    }
    lines += flow.steps.flatMap(step)
    if let output = flow.output { lines.append("output \(self.output(output))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func step(_ step: StepDefinition) -> [String] {
    var lines = ["\(step.kind.keyword.rawValue) \(step.id)"]
    if let key = step.key { lines.append("  key \(key)") }
    if let when = step.when { lines.append("  when \(source(when))") }
    if let title = step.title { lines.append("  title \(text(title))") }
    if let words = step.description { lines.append("  description \(text(words))") }
    switch step.kind {
    case .ask(let field): lines += self.field(field).map { "  \($0)" }
    case .form(let elements, let validations):
      lines += elements.flatMap(self.step).map { "  \($0)" }
      lines += validations.map { "  \(validation($0))" }
    case .group(let steps): lines += steps.flatMap(self.step).map { "  \($0)" }
    case .note(let words), .commit(let words): lines.append("  text \(text(words))")
    case .compute(let expression): lines.append("  value \(source(expression))")
    case .repeat(let list):
      if let over = list.over { lines.append("  over \(source(over))") }
      if let matrix = list.matrix {
        lines.append("  as \(matrix.element)")
        if let heading = matrix.heading { lines.append("  heading \(text(heading))") }
      }
      lines += list.constraints.map { "  \($0.kind) \(setting($0.value))" }
      if let summary = list.summary { lines.append("  summary \(text(summary))") }
      lines += list.validations.map { "  \(validation($0))" }
      lines += list.steps.flatMap(self.step).map { "  \($0)" }
    case .flow(let subflow):
      lines.append("  use \(subflow.use)")
      lines += subflow.arguments.map { "  with \($0.key) \(output($0.value))" }
      lines += subflow.flow.steps.flatMap(self.step).map { "  \($0)" }
    case .review: break
    case .stop(let words, let outcome):
      lines.append("  outcome \(outcome) text \(words.map(text) ?? "-")")
    case .run(let run): lines += self.run(run).map { "  \($0)" }
    case .write(let write): lines += self.write(write).map { "  \($0)" }
    }
    return lines
  }

  private static func run(_ run: RunDefinition) -> [String] {
    var lines = call(run.call)
    if let undo = run.undo { lines += call(undo).map { "undo \($0)" } }
    if run.onlyReads { lines.append("reads") }
    if let capture = run.capture {
      lines.append("capture \(capture.kind) \(capture.type.map(type) ?? "")")
    }
    lines.append("onError \(run.onError)")
    if let isSecret = run.isSecret { lines.append("secret \(isSecret)") }
    return lines
  }

  private static func call(_ call: CallDefinition) -> [String] {
    var lines: [String] = []
    switch call.target {
    case .action(let name): lines.append("action \(name)")
    case .command(let arguments):
      for argument in arguments {
        var line = "argument \((argument.texts ?? []).map(template).joined(separator: " "))"
        if let when = argument.when { line += " when \(source(when))" }
        if let each = argument.each { line += " each \(source(each))" }
        lines.append(line)
      }
    }
    lines += call.with.map { "with \($0.key): \(output($0.value))" }
    if let stdin = call.stdin { lines.append("stdin \(text(stdin))") }
    if !call.pass.isEmpty { lines.append("pass \(call.pass)") }
    if let timeout = call.timeout { lines.append("timeout \(timeout)") }
    return lines
  }

  private static func write(_ write: WriteDefinition) -> [String] {
    var lines = ["path \(template(write.path))"]
    switch write.content {
    case .json(let value): lines.append("json \(output(value))")
    case .yaml(let value): lines.append("yaml \(output(value))")
    case .copy(let path, let bytes): lines.append("copy \(path) \(bytes.count)")
    case .tree(let tree):
      lines.append("tree \(tree.folder) suffix \(tree.suffix) skip \(tree.skip)")
      if let each = tree.each { lines.append("each \(source(each))") }
      lines += entries(tree.entries)
    case .parts(let parts):
      for part in parts {
        var line = "part \(template(part.text))"
        if let when = part.when { line += " when \(source(when))" }
        if let each = part.each { line += " each \(source(each))" }
        lines.append(line)
      }
    }
    lines.append("exists \(write.exists) onError \(write.onError)")
    if let mode = write.mode { lines.append("mode \(String(mode, radix: 8))") }
    if write.isSecret { lines.append("secret") }
    return lines
  }

  private static func entries(_ entries: [TreeEntryDefinition]) -> [String] {
    entries.flatMap { entry -> [String] in
      let name = template(entry.name) + (entry.isExecutable ? " executable" : "")
      return switch entry.content {
      case .folder(let inner): ["folder \(name)"] + self.entries(inner).map { "  " + $0 }
      case .template(let text): ["template \(name) \(template(text))"]
      case .bytes(let bytes): ["file \(name) \(bytes.count)"]
      case .link(let target): ["link \(name) to \(template(target))"]
      }
    }
  }

  private static func field(_ field: FieldDefinition) -> [String] {
    var lines = ["type \(field.type)"]
    for key in FieldText.allCases {
      if let words = field.texts[key] { lines.append("\(key) \(text(words))") }
    }
    for key in FieldSetting.allCases {
      if let value = field.settings[key] { lines.append("\(key) \(setting(value))") }
    }
    lines += field.constraints.map { "\($0.kind) \(setting($0.value))" }
    lines += field.messages.map { "message \($0.key) \(text($0.text))" }
    lines += field.validations.map(validation)
    switch field.choices {
    case .listed(let choices): lines += choices.map(choice)
    case .computed(let from, let value, let label, let hint, let section):
      lines.append(
        "choices from \(source(from)) value \(value.map(source) ?? "-") "
          + "label \(label.map(text) ?? "-") hint \(hint.map(text) ?? "-")"
          + (section.map { " section \(text($0))" } ?? ""))
    case nil: break
    }
    if let priority = field.priority { lines.append("priority \(priority)") }
    if let priority = field.computedPriority { lines.append("priority \(source(priority))") }
    if field.flags.has(.confirm) { lines.append("confirm") }
    if let generate = field.generate {
      lines.append("generate \(generate.length) from \(generate.alphabet)")
    }
    return lines
  }

  private static func choice(_ choice: ChoiceDefinition) -> String {
    var line = "choice \(choice.value.value)"
    for (name, words) in [
      ("label", choice.label), ("hint", choice.hint), ("section", choice.section),
      ("disabled", choice.disabled),
    ] {
      if let words { line += " \(name) \(text(words))" }
    }
    if choice.isSeparated { line += " separator" }
    if let when = choice.when { line += " when \(source(when))" }
    if let when = choice.disabledWhen { line += " disabledWhen \(source(when))" }
    return line
  }

  private static func validation(_ validation: ValidationDefinition) -> String {
    "\(validation.level) unless \(source(validation.check)) says \(text(validation.message))"
      + (validation.field.map { " at \($0)" } ?? "")
  }

  private static func setting(_ setting: Setting) -> String {
    switch setting {
    case .literal(let literal): "\(literal.value)"
    case .computed(let expression): source(expression)
    }
  }

  private static func text(_ text: LocalizedText) -> String {
    text.variants.map { variant in
      (variant.language.map { "\($0):" } ?? "") + template(variant.template)
    }.joined(separator: " ")
  }

  private static func template(_ template: TextTemplate) -> String {
    parts(template.parts)
  }

  private static func parts(_ parts: [TextTemplate.Part]) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words.debugDescription
      case .expression(let expression): source(expression)
      case .conditional(let conditional):
        conditional.branches.map { "if \(source($0.condition)) {\(self.parts($0.parts))}" }
          .joined(separator: " else ") + " else {\(self.parts(conditional.otherwise))}"
      case .loop(let loop):
        "for \(loop.name.name)\(loop.value.map { ", \($0.name)" } ?? "") in \(source(loop.list)) "
          + "{\(self.parts(loop.parts))}"
      case .binding(let binding): "let \(binding.name.name) = \(source(binding.value))"
      case .file(let file):
        "use \(file.path) with "
          + (file.arguments.map { $0.map { "\($0.name) = \(source($0.value))" }.joined() } ?? "all")
          + " {\(self.parts(file.text?.parts ?? []))}"
      }
    }.joined(separator: "+")
  }

  private static func source(_ expression: ExpressionSource) -> String {
    let count = expression.text.utf8.count
    let place = expression.place(of: SourceRange(0, count))
    let start = place.start
    return "⟨\(place.file[place.range])⟩@\(start.line):\(start.column)"
  }

  private static func type(_ type: InputType) -> String {
    switch type {
    case .field(let field): field.rawValue
    case .list(let element): "[\(self.type(element))]"
    case .map(let value): "[text: \(self.type(value))]"
    case .record(let parts):
      "{"
        + parts.map { "\($0.name)\($0.isOptional ? "?" : ""): \(self.type($0.type))" }
        .joined(separator: ", ") + "}"
    }
  }

  private static func output(_ output: OutputDefinition) -> String {
    switch output {
    case .expression(let expression): source(expression)
    case .list(let items): "[" + items.map(self.output).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key): \(self.output($0.value))" }.joined(separator: ", ") + "}"
    }
  }
}
