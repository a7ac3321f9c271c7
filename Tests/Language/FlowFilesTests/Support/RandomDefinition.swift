// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import RandomTesting
import SourceDiagnostics

/// A random definition with every kind of step, every key, and hostile texts.
///
/// It has the form of a file; whether names and types are right doesn't matter.
struct RandomDefinition {
  private var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func flow(depth: Int = 0) -> FlowDefinition {
    FlowDefinition(
      id: id(), version: number(1...3), title: maybe { $0.text() },
      language: pick(["en", "de", "de-AT"]),
      inputs: many(0...3) { $0.input() }, steps: many(1...4) { $0.step(depth: depth) },
      output: maybe { $0.output(depth: 0) }, migrations: migrations(),
      allow: pick([[], ["unused-answer"], ["unused-answer", "redundant-presence-test"]]))
  }

  // MARK: Choosing

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func pick<T>(_ items: [T]) -> T { items[number(0...items.count - 1)] }

  private mutating func maybe<T>(_ make: (inout RandomDefinition) -> T) -> T? {
    number(0...2) == 0 ? make(&self) : nil
  }

  private mutating func many<T>(
    _ range: ClosedRange<Int>, _ make: (inout RandomDefinition) -> T
  ) -> [T] {
    var items: [T] = []
    for _ in 0..<number(range) { items.append(make(&self)) }
    return items
  }

  // MARK: Words

  private mutating func name() -> String {
    count += 1
    return pick(["name", "a", "on", "yes", "Plan", "null_", "x_y"]) + "\(count)"
  }

  private mutating func id() -> Identifier { Identifier(name()) }

  /// A text that isn't empty.
  private mutating func key() -> String {
    let words = words()
    return words.isEmpty ? "k" : words
  }

  private mutating func words() -> String {
    pick([
      "Name", "yes", "12", "1.50", "null", "~", "", " a ", "a: b", "# c", "- d", "{e}", "[f]",
      "'g'",
      "\"h\"", "i\\n", "j\nk", "l\n", "\n", "m\n\nn\n", "  o\np", "q\n  r\n", "tab\there", "é👩‍🚀",
      "\u{7}\u{85}\u{2028}\u{FEFF}", "$", "$$", "${", "$${", "a$", "%", "@x", "`y`", "!z", "&w",
      "*v",
      "> u", "| t", "2026-01-31", "0x1F", ".5", "---", "...", "a #b", "a:", "ends\n\n",
      "\ttab\nline",
      String(repeating: "long ", count: 30),
    ])
  }

  private mutating func code() -> ExpressionSource {
    ExpressionSource(
      pick([
        "a == 'b'", "true", "x > 1 && y", "size(list)", "{'a': 1}", "'it\\'s'", "\"}\"", "-1",
        "[1, 2]",
        "a ? b : c", "name.orValue('')", "'#'", "a ==\n  b",
      ]))
  }

  private mutating func template() -> TextTemplate { TextTemplate(parts: parts(depth: 0)) }

  private mutating func parts(depth: Int) -> [TextTemplate.Part] {
    var parts: [TextTemplate.Part] = []
    for _ in 0..<number(0...3) {
      switch number(0...(depth < 3 ? 11 : 7)) {
      case 0...3: parts.append(.words(words()))
      case 4...7: parts.append(.expression(code()))
      case 8:
        parts.append(
          .conditional(
            .init(
              many(1...3) { .init(if: $0.code(), $0.parts(depth: depth + 1)) },
              else: self.parts(depth: depth + 1))))
      case 9: parts.append(.binding(.init(id(), code())))
      case 10:
        let arguments = many(0...2) { TextTemplate.Binding($0.id(), $0.code()) }
        let inner = TextTemplate(parts: self.parts(depth: depth + 1))
        parts.append(.file(.init(id(), with: arguments, text: inner)))
      default:
        let value = number(0...1) == 0 ? id() : nil
        parts.append(.loop(.init(id(), value: value, in: code(), self.parts(depth: depth + 1))))
      }
    }
    return parts
  }

  /// A template in which something is shown, as keys require that can't be empty.
  private mutating func shown() -> TextTemplate {
    TextTemplate(parts: [.words("x")] + template().parts)
  }

  private mutating func text() -> LocalizedText {
    guard number(0...3) == 0 else { return LocalizedText(shown()) }
    return LocalizedText([
      .init(language: pick([nil, "en"]), template: shown()),
      .init(language: "fr", template: shown()), .init(language: "pt-BR", template: shown()),
    ])
  }

  private mutating func value() -> Value {
    switch number(0...6) {
    case 0: .bool(number(0...1) == 0)
    case 1: .int(pick([0, -1, 8080, .max, .min]))
    case 2: .double(pick([0.5, -1e300, 1e-7, 123_456_789.25, .infinity, 2.5e-308]))
    case 3: .list([.string(words()), .int(3)])
    default: .string(words())
    }
  }

  private mutating func setting() -> Setting {
    number(0...2) == 0 ? .computed(code()) : .literal(LiteralValue(value()))
  }

  // MARK: Inputs and outputs

  private mutating func input() -> InputDefinition {
    InputDefinition(
      name: id(), type: type(depth: 0), environmentVariable: maybe { _ in "USER_2" },
      defaultValue: maybe { LiteralValue($0.value()) })
  }

  private mutating func type(depth: Int) -> InputType {
    switch number(0...(depth > 2 ? 0 : 3)) {
    case 1: return .list(type(depth: depth + 1))
    case 2: return .map(type(depth: depth + 1))
    case 3:
      return .record(
        many(1...3) {
          let type = $0.type(depth: depth + 1)
          // Only a word can be optional.
          guard case .field = type else { return .init(name: $0.name(), type: type) }
          return .init(name: $0.name(), type: type, isOptional: $0.number(0...1) == 0)
        })
    default: return .field(pick([.string, .integer, .number, .boolean, .date, .duration, .path]))
    }
  }

  private mutating func entries(depth: Int) -> [OutputDefinition.Entry] {
    many(1...3) { .init(key: $0.id(), value: $0.output(depth: depth + 1)) }
  }

  private mutating func output(depth: Int) -> OutputDefinition {
    switch number(0...(depth > 2 ? 0 : 3)) {
    case 1: .list(many(1...3) { $0.output(depth: depth + 1) })
    case 2: .map(entries(depth: depth))
    default: .expression(code())
    }
  }

  private mutating func migrations() -> [MigrationDefinition] {
    guard number(0...3) == 0 else { return [] }
    return [
      MigrationDefinition(
        version: 1, renamings: many(0...2) { .init(old: $0.id(), new: $0.id()) },
        dropped: many(0...2) { $0.id() },
        assignments: many(1...2) { .init(id: $0.id(), value: $0.code()) })
    ]
  }

  // MARK: Steps

  private mutating func step(depth: Int, isInForm: Bool = false) -> StepDefinition {
    let kind = kind(depth: depth, isInForm: isInForm)
    return StepDefinition(
      id: id(), key: kind.hasAnswer ? maybe { Identifier($0.key()) } : nil, kind: kind,
      when: maybe { $0.code() },
      title: isInForm ? nil : maybe { $0.text() },
      allow: pick([[], [], ["redundant-presence-test"]]))
  }

  private mutating func kind(depth: Int, isInForm: Bool) -> StepDefinition.Kind {
    if isInForm {
      switch number(0...4) {
      case 0: return .note(text())
      case 1: return .compute(code())
      default: return .ask(field())
      }
    }
    switch number(0...13) {
    case 0 where number(0...2) == 0:
      return .matrix(
        elements: many(1...3) { $0.step(depth: depth + 1, isInForm: true) },
        validations: many(0...2) { $0.validation() }, over: code(),
        MatrixDefinition(
          element: number(0...1) == 0 ? Identifier("item") : id(), heading: maybe { $0.text() }))
    case 0:
      return .form(
        elements: many(1...3) { $0.step(depth: depth + 1, isInForm: true) },
        validations: many(0...2) { $0.validation() })
    case 1 where depth < 3: return .group(many(1...3) { $0.step(depth: depth + 1) })
    case 2: return .note(text())
    case 3: return .compute(code())
    case 4 where depth < 3:
      return .repeat(
        RepeatDefinition(
          steps: many(1...3) { $0.step(depth: depth + 1) },
          constraints: many(0...1) { ConstraintDefinition(.minItems, $0.setting()) }
            + many(0...1) { ConstraintDefinition(.maxItems, $0.setting()) },
          summary: maybe { $0.text() }, validations: many(0...2) { $0.validation() },
          over: maybe { $0.code() }))
    case 5 where depth < 3:
      let use = Identifier(
        pick(["license.flow.yaml", "parts/a.flow.yaml", "../b.flow.yaml", "no name"]))
      return .flow(
        SubflowDefinition(
          use: use, arguments: number(0...1) == 0 ? entries(depth: 0) : [],
          flow: flow(depth: depth + 1)))
    case 6: return .review
    case 7: return .commit(text())
    case 8: return .stop(text: maybe { $0.text() }, outcome: pick([.failed, .completed]))
    case 9: return .run(run())
    case 10: return .write(write())
    default: return .ask(field())
    }
  }

  private mutating func validation() -> ValidationDefinition {
    ValidationDefinition(
      check: code(), message: text(), level: pick([.error, .warning]), field: maybe { $0.id() })
  }

  private mutating func field() -> FieldDefinition {
    let type = pick(FieldType.allCases)
    var texts: FieldTable<FieldText, LocalizedText> = [:]
    for key in FieldText.allCases { texts[key] = maybe { $0.text() } }
    var settings: FieldTable<FieldSetting, Setting> = [:]
    for key in FieldSetting.allCases { settings[key] = maybe { $0.setting() } }
    var flags: FieldFlags = [:]
    for key in FieldFlag.allCases { flags[key] = maybe { _ in !key.isUsual } }
    return FieldDefinition(
      type: type, texts: texts, settings: settings, flags: flags,
      constraints: constraints(),
      messages: many(0...2) { MessageDefinition(key: $0.id(), text: $0.text()) },
      validations: many(0...2) { $0.validation() },
      choices: type == .choice || type == .choices ? choices() : nil,
      priority: maybe { $0.pick(FieldPriority.allCases) },
      generate: maybe { GeneratedSecret(length: $0.number(1...40)) },
      widget: maybe { _ in "search" }, sets: maybe { _ in "language" })
  }

  private mutating func constraints() -> [ConstraintDefinition] {
    ConstraintKind.allCases.shuffled(using: &random).prefix(number(0...3))
      .map { kind in
        // A control character in a pattern in double quotes is a mistake.
        kind == .pattern
          ? ConstraintDefinition(
            kind, .literal(LiteralValue(.string(pick(["^a+$", "it's", "\\\\d\""])))))
          : ConstraintDefinition(kind, setting())
      }
  }

  private mutating func choices() -> ChoicesDefinition {
    if number(0...2) == 0 {
      return .computed(
        from: code(), value: maybe { $0.code() }, label: maybe { $0.text() },
        hint: maybe { $0.text() }, section: maybe { $0.text() })
    }
    return .listed(
      many(1...3) { random in
        let value = random.pick([
          Value.string(random.words()), .int(3), .bool(true), .double(0.5),
        ])
        guard random.number(0...1) == 0 else { return ChoiceDefinition(value: LiteralValue(value)) }
        return ChoiceDefinition(
          value: LiteralValue(value), label: random.maybe { $0.text() },
          hint: random.maybe { $0.text() }, section: random.maybe { $0.text() },
          isSeparated: random.number(0...1) == 0, when: random.maybe { $0.code() },
          disabledWhen: random.maybe { $0.code() }, disabled: random.maybe { $0.text() })
      })
  }

  // MARK: Effects

  private mutating func call() -> CallDefinition {
    if number(0...2) == 0 {
      return CallDefinition(
        target: .action(id()), with: number(0...1) == 0 ? entries(depth: 0) : [])
    }
    var call = CallDefinition(
      target: .command(many(1...4) { $0.argument() }),
      with: many(0...2) {
        .init(key: Identifier("V_" + $0.name()), value: .expression($0.code()))
      })
    call.stdin = maybe { $0.text() }
    call.pass = many(0...2) { _ in "HOME" }
    call.timeout = maybe { (try? TimeSpan(seconds: Int64($0.number(1...9_999)))) ?? .zero }
    return call
  }

  private mutating func argument() -> ArgumentDefinition {
    switch number(0...4) {
    case 0: ArgumentDefinition(when: code(), texts: many(1...2) { $0.shown() })
    case 1: ArgumentDefinition(each: code(), texts: nil)
    case 2: ArgumentDefinition(when: code(), each: code(), texts: many(1...2) { $0.shown() })
    default: ArgumentDefinition(texts: [shown()])
    }
  }

  private mutating func run() -> RunDefinition {
    let onlyReads = number(0...1) == 0
    return RunDefinition(
      call: call(), undo: onlyReads ? nil : maybe { $0.call() }, onlyReads: onlyReads,
      capture: maybe { random in
        let kind = random.pick(CaptureDefinition.Kind.allCases)
        return CaptureDefinition(
          kind: kind, type: kind == .json ? .list(random.type(depth: 0)) : nil)
      }, onError: pick(EffectErrorPolicy.allCases), isSecret: maybe { $0.number(0...1) == 0 })
  }

  private mutating func tree() -> TreeDefinition {
    TreeDefinition(
      folder: pick(["t", "x/t", "../t"]), suffix: pick([".tmpl", ".in"]),
      skip: many(0...2) { $0.pick(["*.orig", "a/**", ".git"]) }, each: maybe { $0.code() },
      entries: entries(depth: 0, count: 0...3))
  }

  /// Entries in the order of their names, which differ.
  private mutating func entries(depth: Int, count: ClosedRange<Int>) -> [TreeEntryDefinition] {
    (0..<number(count)).map { index in
      var name = TextTemplate(parts: [.words("\(index)")])
      if number(0...1) == 0 { name.parts.append(.expression("'x'")) }
      switch number(0...(depth < 2 ? 3 : 2)) {
      case 0: return TreeEntryDefinition(name, .bytes([255, 1]), isExecutable: number(0...1) == 0)
      case 1: return TreeEntryDefinition(name, .link(to: "0"))
      case 2: return TreeEntryDefinition(name, .template(shown()), isExecutable: number(0...1) == 0)
      default: return TreeEntryDefinition(name, .folder(entries(depth: depth + 1, count: 0...2)))
      }
    }
  }

  private mutating func write() -> WriteDefinition {
    let content: WriteDefinition.Content =
      switch number(0...4) {
      case 0: .json(output(depth: 0))
      case 1: .yaml(output(depth: 0))
      case 2: .copy(path: pick(["a.bin", "x/b.bin", "../c", "d.texts.yaml"]), bytes: [1, 255])
      case 3: .tree(tree())
      default:
        .parts(
          many(1...3) { random in
            ContentPartDefinition(
              text: random.template(), when: random.maybe { $0.code() },
              each: random.maybe { $0.code() })
          })
      }
    let isSecret = number(0...1) == 0
    var isTree = false
    if case .tree = content { isTree = true }
    return WriteDefinition(
      path: shown(), content: content,
      exists: isTree ? pick([.ask, .keep, .overwrite, .fail]) : pick(ExistingFilePolicy.allCases),
      mode: isSecret || isTree ? nil : maybe { $0.pick([0o644, 0o755, 0o700, 0]) },
      isSecret: isSecret,
      onError: pick(EffectErrorPolicy.allCases))
  }
}
