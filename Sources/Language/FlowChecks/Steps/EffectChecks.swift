// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks `run` and `write` steps: the types of their parts, and the names of captures.
extension FlowChecking {
  /// The default time limit of a command: one minute.
  private static let defaultTimeout = (try? TimeSpan(seconds: 60)) ?? .zero

  mutating func checkRun(_ step: StepDefinition, _ run: RunDefinition) {
    let title = check(step.title, for: .title)
    let index = plan.count
    let call = check(run.call)
    // An undo is evaluated right after success, and can read the capture.
    let outer = run.capture.map {
      enter(VariableDeclaration(step.id.name, $0.valueType, knownValues: knownValues(of: $0)))
    }
    let undo = run.undo.map { check($0) }
    if let outer { leave(outer) }
    var elements: [CheckedElement] = []
    if let capture = run.capture {
      elements = [
        CheckedElement(id: prefix + step.id.name, kind: .capture, when: nil, readsElements: [])
      ]
      let type = capture.valueType
      declare(
        step.id, as: type, origin: .element(plan: index, element: 0),
        isRequired: run.onError != .skip, knownValues: knownValues(of: capture))
      follower?.declare(step.id, as: type, .capture(run))
    }
    let checked = CheckedRun(
      call: call, undo: undo, onlyReads: run.onlyReads, capture: run.capture, onError: run.onError,
      isSecret: run.isSecret)
    plan.append(
      .step(
        CheckedStep(
          id: prefix + step.id.name, kind: .run(checked), repeats: repeats, title: title,
          elements: elements,
          validations: [], conditions: path, sections: sections, place: step.place)))
  }

  /// The steps of the checked flow whose captured text or lines nothing reads.
  ///
  /// A file that's written later can hold all answers, and a part of a record or of the output of a used flow is no name.
  var unreadCaptures: Set<String> {
    var ids: Set<String> = []
    for case .step(let step) in plan {
      switch step.kind {
      case .write: ids = []
      case .run(let run) where step.repeats.isEmpty && !step.id.contains("."):
        if run.capture?.kind == .text || run.capture?.kind == .lines { ids.insert(step.id) }
      default: break
      }
    }
    return ids.isEmpty ? [] : ids.subtracting(index.uses.map(\.text))
  }

  mutating func checkWrite(_ step: StepDefinition, _ write: WriteDefinition) {
    let title = check(step.title, for: .title)
    var path = CheckedText(variants: [])
    let content: CheckedWrite.Content
    if case .tree = write.content {} else { path = checkPath(write.path) }
    switch write.content {
    case .parts(let parts): content = .parts(parts.map { check($0) })
    case .json(let output): content = .json(check(output, for: .contentValue).0)
    case .yaml(let output): content = .yaml(check(output, for: .contentValue).0)
    case .copy(_, let bytes): content = .bytes(bytes)
    case .tree(let tree):
      let each = tree.each.flatMap { checkList($0, for: .contentEach) }
      let checked = forItem(of: each, from: tree.each) { checking in
        path = checking.checkPath(write.path)
        return CheckedTree(each: each, entries: checking.check(tree.entries))
      }
      warnOfEqualFiles(tree, to: write.path, checked, path)
      content = .tree(checked)
    }
    let checked = CheckedWrite(
      path: path, pathPlace: write.path.place, content: content, exists: write.exists,
      mode: write.mode, isSecret: write.isSecret, onError: write.onError)
    plan.append(
      .step(
        CheckedStep(
          id: prefix + step.id.name, kind: .write(checked), repeats: repeats, title: title,
          elements: [],
          validations: [], conditions: self.path, sections: sections,
          place: step.place)))
  }

  private mutating func checkPath(_ path: TextTemplate) -> CheckedText {
    let text = checkSingle(path, for: .path, what: "a path")
    checkStaysInside(path.readingLiterals(of: text))
    return text
  }

  private func knownValues(of capture: CaptureDefinition) -> KnownValues? {
    capture.type.flatMap { knownValues(of: $0) }
  }

  // MARK: Calls

  private mutating func check(_ call: CallDefinition) -> CheckedCall {
    let target: CheckedCall.Target
    switch call.target {
    case .action(let name):
      checkAction(name, with: call.with)
      if !isTyping { index.add(NameUse(name.name, name: nil, at: name.place, .action)) }
      target = .action(name.name)
    case .command(let arguments):
      warnOfShellWords(arguments)
      if let first = arguments.first, first.when == nil, first.each == nil,
        let program = first.texts?.first, program.isEmpty
      {
        report(Diagnostic("empty-value", "a command begins with its program", at: program.place))
      }
      let checked = arguments.map { check($0) }
      warnOfShellProgram(checked)
      target = .command(checked)
    }
    var with: [(key: String, value: CheckedOutput)] = []
    for entry in call.with {
      let (value, type) = check(entry.value, for: .callValue)
      with.append((entry.key.name, value))
      if case .action(let name) = call.target { checkArgument(entry, type, of: name) }
      if case .command = call.target, case .expression(let source) = entry.value {
        checkSingle(type, of: source, what: "a variable of the environment", mayBeAbsent: true)
      }
    }
    return CheckedCall(
      target: target, with: with, stdin: check(call.stdin, for: .input),
      pass: call.pass.map(\.name),
      timeout: call.timeout ?? Self.defaultTimeout, place: call.place)
  }

  private mutating func check(_ argument: ArgumentDefinition) -> CheckedArgument {
    let when = argument.when.flatMap { check($0, for: .argumentWhen, expecting: .bool) }
    return inside(when == nil ? nil : lastExpression, .part) {
      $0.reached(when: when) { $0.checkGiven(argument, when: when) }
    }
  }

  private mutating func checkGiven(
    _ argument: ArgumentDefinition, when: FlowExpression?
  ) -> CheckedArgument {
    let each = argument.each.flatMap {
      checkList($0, for: .argumentEach(isInTexts: argument.texts != nil))
    }
    if argument.texts == nil, let each, let source = argument.each {
      checkSingle(each.compiled.type.elementType, of: source, what: "an argument", isElement: true)
    }
    let texts = forItem(of: each, from: argument.each) { checking in
      argument.texts?.map { checking.checkSingle($0, for: .argument, what: "an argument") }
    }
    return CheckedArgument(when: when, each: each, texts: texts, place: argument.place)
  }

  private mutating func check(_ part: ContentPartDefinition) -> CheckedContentPart {
    let when = part.when.flatMap { check($0, for: .contentWhen, expecting: .bool) }
    return inside(when == nil ? nil : lastExpression, .part) {
      $0.reached(when: when) { checking in
        let each = part.each.flatMap { checking.checkList($0, for: .contentEach) }
        let text = checking.forItem(of: each, from: part.each) {
          $0.checkWritten(part.text, for: .content)
        }
        return CheckedContentPart(text: text, when: when, each: each)
      }
    }
  }

  /// Checks something that's repeated for each element of a list, with the element as `item`.
  ///
  /// - Parameters:
  ///   - list: The list; nil if there's none, or if it can't be one, which was reported.
  ///   - source: The expression that was written for it.
  ///   - check: Checks what's repeated.
  /// - Returns: What the check returns.
  private mutating func forItem<Result>(
    of list: FlowExpression?, from source: ExpressionSource?,
    _ check: (inout FlowChecking) -> Result
  ) -> Result {
    guard source != nil else { return check(&self) }
    let outer = enter(
      VariableDeclaration(
        "item", list?.compiled.type.elementType ?? .unknown,
        knownValues: list?.compiled.knownValues?.element), of: lastExpression)
    defer { leave(outer) }
    return check(&self)
  }

  /// Checks an expression that must be a list; reports it and returns nil if it isn't.
  private mutating func checkList(
    _ source: ExpressionSource, for role: IndexedRole
  ) -> FlowExpression? {
    check(source, for: role, expecting: .list(.dyn), orOptional: true)
  }

  /// Checks text in which each expression must be a single value, not a list.
  mutating func checkSingle(
    _ template: TextTemplate, for role: IndexedRole, what: String
  ) -> CheckedText {
    let text = check(LocalizedText(template), for: role) ?? CheckedText(variants: [])
    for expression in text.shownExpressions {
      guard case .list = expression.compiled.type else { continue }
      reportList(expression.source, what: what)
    }
    return text
  }

  /// Checks text that's written to a file, in which a list has no separator of its own.
  ///
  /// People read `a, b` as a list; for a program that reads the file, it's a text.
  mutating func checkWritten(_ template: TextTemplate, for role: IndexedRole) -> CheckedText {
    let text = check(LocalizedText(template), for: role) ?? CheckedText(variants: [])
    for expression in text.shownExpressions {
      // Lists of other things have no text anywhere, which is reported already.
      guard case .list(let element) = expression.compiled.type, element != .dyn,
        Self.complaint(aboutElements: element) == nil
      else { continue }
      let source = expression.source
      let list =
        switch expression.compiled.root.kind {
        case .name, .select: source.text.trimmed
        default: "(\(source.text.trimmed))"
        }
      let texts = element == .string ? list : "\(list).map(x, string(x))"
      report(
        Diagnostic(
          "not-a-text",
          "'\(source.text)' is a list, and a file has one text here; join it, as in "
            + "`\(texts).join(', ')`, or write each element with `${for x in \(source.text)}`",
          at: source.place))
    }
    return text
  }

  /// Reports a type whose values aren't single texts.
  private mutating func checkSingle(
    _ type: ValueType, of source: ExpressionSource, what: String, mayBeAbsent: Bool = false,
    isElement: Bool = false
  ) {
    var bare = type
    if mayBeAbsent, case .optional(let inner) = type { bare = inner }
    switch bare {
    case .string, .int, .uint, .double, .bool, .timestamp, .duration, .unknown: return
    case .dyn: return reportUnsureText(source)
    case .list where !isElement: reportList(source, what: what)
    default:
      report(
        Diagnostic(
          "not-a-text",
          isElement
            ? "the elements of '\(source.text)' aren't texts, so they can't be arguments"
            : "'\(source.text)' isn't a text, so it can't be a value of \(what)", at: source.place))
    }
  }

  private mutating func reportList(_ source: ExpressionSource, what: String) {
    let proposal =
      what == "an argument"
      ? "; write { each: \(source.text) }, which gives an argument for each element"
      : "; join it with `.join(', ')`"
    report(
      Diagnostic(
        "not-an-argument", "'\(source.text)' is a list, and \(what) is one text\(proposal)",
        at: source.place))
  }

  // MARK: Mistakes that people make

  /// Words with a meaning only to a shell.
  private static let shellWords: Set<String> = [
    "|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1", "&>", "<<",
  ]

  /// Warns about arguments that only a shell would understand.
  private mutating func warnOfShellWords(_ arguments: [ArgumentDefinition]) {
    let texts = arguments.flatMap { $0.texts ?? [] }
    for (index, text) in texts.enumerated() {
      guard case .words(let words)? = text.parts.first else { continue }
      if text.parts.count == 1, Self.shellWords.contains(words) {
        report(
          Diagnostic(
            "no-shell", .warning,
            "there is no shell: the program gets '\(words)' as an argument", at: text.place))
      } else if index == 0, words.contains(" "), texts.count == 1 {
        report(
          Diagnostic(
            "no-shell", .warning,
            "there is no shell: this is the name of one program; write each word as an element",
            at: text.place))
      }
    }
  }

  /// Reports a path that evidently names no file, or leads out of the working directory.
  private mutating func checkStaysInside(_ path: TextTemplate) {
    if path.isEmpty {
      report(
        Diagnostic("empty-value", "the path is empty; write the name of a file", at: path.place))
    }
    let beginnings = path.beginnings
    let isAbsolute = beginnings.contains { $0.hasPrefix("/") }
    if beginnings.contains(where: { $0.hasPrefix("~/") }) {
      report(
        Diagnostic(
          "path-outside",
          "'~' is a name like any other here; a file is written below the working "
            + "directory", at: path.place))
    }
    let leadsUp = path.allWords.contains { words in
      words.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }
    guard isAbsolute || leadsUp else { return }
    report(
      Diagnostic(
        "path-outside",
        isAbsolute
          ? "an absolute path leads out of the working directory, in which files are written"
          : "'..' leads out of the working directory, in which files are written",
        at: path.place))
  }
}
