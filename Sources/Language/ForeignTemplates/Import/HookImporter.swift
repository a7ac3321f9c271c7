// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Translates the hooks of cookiecutter, which are programs in Python, line by line.
///
/// A file that's removed under a condition gets that condition, a check of an answer becomes one of its question,
/// and a text that's printed becomes a note. Every other line is left.
struct HookImporter {
  let context: ImportContext

  /// The files that are removed, and so aren't written.
  private(set) var exclusions: [TreeImporter.Exclusion] = []

  /// The steps after the files.
  private(set) var steps: [StepDefinition] = []

  /// The checks of answers, by the names of their questions.
  private(set) var checks: [(question: String, check: ValidationDefinition)] = []

  /// The texts that names of the program stand for.
  private var texts: [String: JinjaExpression] = [:]

  /// The names of functions that remove the paths that they're given.
  private var removers: Set<String> = ["os.remove", "os.unlink", "shutil.rmtree", "os.rmdir"]

  /// A line of a program.
  private struct Line {
    let indent: Int
    var words: String
    let place: SourcePlace
    var result = "left"

    /// Whether what it became is noted elsewhere.
    var isNoted = false
  }

  /// A block around a line, with its condition; nil for one that isn't understood.
  private struct Block {
    let indent: Int
    let condition: ImportedValue?

    /// The condition that the branches before it are false.
    var before: ImportedValue?

    /// Whether it's a function that removes files.
    var isRemover = false
  }

  init(_ context: ImportContext) { self.context = context }

  // MARK: Lines

  /// Translates a hook.
  mutating func add(_ file: SourceFile) {
    texts = [:]
    var lines = Self.lines(of: file)
    if file.name.hasSuffix(".py") { translate(&lines) }
    for line in lines where !line.isNoted {
      context.report.note(command: line.words, line.result, at: line.place)
    }
  }

  private mutating func translate(_ lines: inout [Line]) {
    var blocks: [Block] = []
    var tags = TagConditions()
    /// The text of the line before, if that only prints one.
    var printed: [ImportedPart]?
    for index in lines.indices {
      context.names.beginCondition()
      let line = lines[index]
      let before = printed
      printed = nil
      if line.words.holds(context.files.delimiters.blockStart) {
        tags.read(line.words, context)
        lines[index].result = tags.isLost ? "left" : "a condition"
        continue
      }
      var ended: Block?
      while let last = blocks.last, last.indent >= line.indent { ended = blocks.popLast() }
      if blocks.contains(where: \.isRemover) {
        lines[index].result = "part of a function that removes files"
        continue
      }
      if line.words.hasSuffix(":") {
        let (block, result) = begin(line, ended)
        blocks.append(block)
        lines[index].result = result
        continue
      }
      var condition = tags.condition
      for block in blocks {
        if let outer = condition, let inner = block.condition {
          condition = .joined(outer, "&&", inner)
        } else {
          condition = nil
        }
      }
      guard let condition else { continue }
      if Self.isExit(line.words) {
        guard let question = exit(condition, before) else { continue }
        lines[index].result = "a check of '\(question)'"
        if before != nil {
          steps.removeLast()
          lines[index - 1].result = "the message of the check"
        }
      } else {
        run(&lines[index], when: condition)
        if lines[index].result == Self.note { printed = message(line.words) }
      }
    }
  }

  private static let note = "a `note`"

  private static func lines(of file: SourceFile) -> [Line] {
    var lines: [Line] = []
    var offset = 0
    var isInText = false
    /// The number of brackets that are open at the end of the line before.
    var depth = 0
    for raw in file.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(10_000) {
      defer { offset += raw.utf8.count + 1 }
      let words = raw.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
      let marks = (words.count - words.replacingParts("\"\"\"", with: "").count) / 3
      let wasInText = isInText
      if marks % 2 == 1 { isInText.toggle() }
      guard !wasInText, marks == 0, !words.isEmpty, !words.hasPrefix("#"),
        !words.hasPrefix("import "), !words.hasPrefix("from ")
      else { continue }
      let place = SourcePlace(file, SourceRange(at: offset + raw.utf8.count - words.utf8.count))
      let trimmed = String(words.reversed().drop(while: \.isWhitespace).reversed())
      let before = depth
      for character in trimmed {
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
      }
      // A call on several lines is one.
      if before > 0, !lines.isEmpty, lines[lines.count - 1].words.utf8.count < 4_000 {
        lines[lines.count - 1].words += (trimmed.hasPrefix(")") ? "" : " ") + trimmed
      } else {
        lines.append(Line(indent: raw.count - words.count, words: trimmed, place: place))
      }
      if depth < 0 { depth = 0 }
    }
    return lines
  }

  /// The conditions of `{% if %}` on lines of their own.
  private struct TagConditions {
    private var open: [(condition: ImportedValue, before: ImportedValue)] = []

    /// Whether a tag isn't understood, so that nothing is known about the lines after it.
    private(set) var isLost = false

    /// The condition around the current line; nil if it isn't known.
    var condition: ImportedValue? {
      isLost ? nil : open.reduce(ImportedValue(.bool(true))) { .joined($0, "&&", $1.condition) }
    }

    mutating func read(_ words: String, _ context: ImportContext) {
      let delimiters = context.files.delimiters
      let isTrue = ImportedValue(.bool(true))
      guard words.hasPrefix(delimiters.blockStart), words.hasSuffix(delimiters.blockEnd) else {
        isLost = true
        return
      }
      let inner = words.dropFirst(delimiters.blockStart.count).dropLast(delimiters.blockEnd.count)
      let tag = inner.drop { "-+ ".contains($0) }.reversed().drop { "-+ ".contains($0) }.reversed()
      let name = String(tag.prefix { $0.isLetter })
      func condition() -> ImportedValue? {
        let block =
          "\(delimiters.blockStart) if \(String(tag.dropFirst(name.count))) \(delimiters.blockEnd)"
        let end = "\(delimiters.blockStart) endif \(delimiters.blockEnd)"
        guard let nodes = try? JinjaParser.parse(block + end, delimiters),
          case .branches(let branches, _)? = nodes.first
        else { return nil }
        let source = JinjaSource(SourceFile(name: "", text: ""))
        return try? ExpressionImporter(context: context, source: source, depth: 0)
          .condition(branches[0].condition, TemplateScope())
      }
      switch (name, open.last) {
      case ("if", _):
        guard let test = condition() else { break }
        return open.append((test, test.negated))
      case ("elif", let last?):
        guard let test = condition() else { break }
        open[open.count - 1] = (
          .joined(last.before, "&&", test), .joined(last.before, "&&", test.negated)
        )
        return
      case ("else", let last?):
        open[open.count - 1] = (last.before, isTrue.negated)
        return
      case ("endif", _?):
        open.removeLast()
        return
      default: break
      }
      isLost = true
    }
  }

  // MARK: Blocks

  private mutating func begin(_ line: Line, _ ended: Block?) -> (Block, String) {
    let head = String(line.words.dropLast())
    func block(_ condition: ImportedValue?, before: ImportedValue? = nil) -> Block {
      Block(indent: line.indent, condition: condition, before: before)
    }
    let isTrue = ImportedValue(.bool(true))
    if head.hasPrefix("def ") {
      let name = head.dropFirst(4).prefix { $0 != "(" }
      if name == "main" { return (block(isTrue), "part of the program") }
      let isRemover = ["remove", "delete", "rm", "unlink"].contains { name.hasPrefix($0) }
      guard isRemover else { return (block(nil), "left") }
      removers.insert(String(name))
      return (
        Block(indent: line.indent, condition: nil, isRemover: true),
        "a function that removes files"
      )
    }
    if head.hasPrefix("if __name__") { return (block(isTrue), "part of the program") }
    let follows = ended?.indent == line.indent ? ended : nil
    var before: ImportedValue? = isTrue
    var test: ImportedValue? = isTrue
    switch head {
    case "else":
      guard let known = follows?.before else { return (block(nil), "left") }
      return (block(known), "a condition")
    case _ where head.hasPrefix("elif "):
      before = follows?.before
      test = condition(head.dropFirst(5))
    case _ where head.hasPrefix("if "): test = condition(head.dropFirst(3))
    default: return (block(nil), "left")
    }
    guard let before, let test else { return (block(nil), "left") }
    return (
      block(.joined(before, "&&", test), before: .joined(before, "&&", test.negated)),
      "a condition"
    )
  }

  /// Translates a condition of Python about texts with templates in them.
  private func condition(_ words: Substring) -> ImportedValue? {
    guard let expression = PythonReader.condition(words, texts, context.files.delimiters) else {
      return nil
    }
    let source = JinjaSource(SourceFile(name: "", text: ""))
    return try? ExpressionImporter(context: context, source: source, depth: 0)
      .condition(expression, TemplateScope())
  }

  // MARK: Statements

  private static func isExit(_ words: String) -> Bool {
    ["sys.exit(", "exit(", "quit(", "raise "].contains { words.hasPrefix($0) }
  }

  /// Translates a statement.
  private mutating func run(_ line: inout Line, when condition: ImportedValue) {
    let words = line.words
    if words == "main()" || words == "pass" { return line.result = "part of the program" }
    if let equals = words.firstIndex(of: "="), equals > words.startIndex {
      let name = words[..<equals].filter { $0 != " " }
      if name.isNameInExpressions,
        let text = PythonReader.text(
          words[words.index(after: equals)...], texts, context.files.delimiters)
      {
        // A name that gets several values has none that's known.
        texts[name] = texts[name] == nil && condition.constant == .bool(true) ? text : nil
        line.result = "read"
        return
      }
    }
    guard let open = words.firstIndex(of: "("), words.hasSuffix(")") else { return }
    let function = String(words[..<open])
    if function == "print" {
      guard let text = message(words)?.trimmed, !text.isEmpty else { return }
      steps.append(
        StepDefinition(
          id: Identifier(context.id("said")),
          kind: .note(LocalizedText(TextTemplate(parts: text.definition))),
          when: condition.constant == nil ? ExpressionSource(condition.code) : nil))
      line.result = Self.note
      return
    }
    guard removers.contains(function),
      let paths = PythonReader.paths(words[words.index(after: open)...].dropLast())
    else { return }
    for path in paths {
      exclusions.append(
        .init(
          pattern: PathPatterns(gitPatterns: []), condition: condition, what: words,
          place: line.place, isCommand: true, path: path))
    }
    line.isNoted = true
  }

  /// Translates a condition that ends the program, and returns the name of the question that it's about.
  private mutating func exit(
    _ condition: ImportedValue, _ message: [ImportedPart]?
  ) -> String? {
    guard condition.constant == nil else { return nil }
    // Of the questions whose names it has, the last is asked last.
    let read = (message ?? []).reduce(into: condition.code.namesInCode) { names, part in
      if case .value(let value) = part { names.formUnion(value.code.namesInCode) }
    }
    let last = context.names.order.map(\.name.name).last { name in
      guard let answer = context.answers[name], answer.constant == nil else { return false }
      return read.contains(String(answer.code.prefix { $0 != "." }))
    }
    guard let last else { return nil }
    let text = message ?? [.words("'\(last)' isn't accepted")]
    checks.append(
      (
        last,
        ValidationDefinition(
          check: ExpressionSource(condition.negated.code),
          message: LocalizedText(TextTemplate(parts: text.trimmed.definition)))
      ))
    return last
  }

  /// The text that a call of `print` prints; nil if it isn't understood.
  private func message(_ words: String) -> [ImportedPart]? {
    guard words.hasPrefix("print("), words.hasSuffix(")"),
      let expression = PythonReader.text(
        words.dropFirst(6).dropLast(), texts, context.files.delimiters)
    else { return nil }
    let source = JinjaSource(SourceFile(name: "", text: ""))
    let importer = ExpressionImporter(context: context, source: source, depth: 0)
    return (try? importer.text(expression, TemplateScope())).map { [.value($0)] }
  }
}

/// Reads what hooks have of Python: texts with templates in them, and conditions about them.
enum PythonReader {
  /// The text that an expression is: a literal, a name of one, or several with `+`.
  static func text(
    _ words: Substring, _ texts: [String: JinjaExpression], _ delimiters: JinjaDelimiters
  ) -> JinjaExpression? {
    var reader = Reader(words, texts, delimiters)
    guard let text = reader.sum(), reader.isAtEnd else { return nil }
    return text
  }

  /// The condition that an expression is.
  static func condition(
    _ words: Substring, _ texts: [String: JinjaExpression], _ delimiters: JinjaDelimiters
  ) -> JinjaExpression? {
    var reader = Reader(words, texts, delimiters)
    guard let condition = reader.or(), reader.isAtEnd else { return nil }
    return condition
  }

  /// The paths that the arguments of a function give; nil if they aren't texts.
  static func paths(_ words: Substring) -> [String]? {
    var reader = Reader(words, [:], JinjaDelimiters())
    var paths: [String] = []
    repeat {
      var parts: [String] = []
      let isJoined = reader.take("os.path.join(")
      if isJoined {
        // The folder of the project is where the files are.
        _ = reader.takeName()
        guard reader.take(",") else { return nil }
      }
      repeat {
        guard let part = reader.literal()?.text else { return nil }
        parts.append(part)
      } while isJoined && reader.take(",")
      if isJoined, !reader.take(")") { return nil }
      let path = parts.joined(separator: "/")
      guard TemplateFiles.isInside(path), !path.holds("*") else { return nil }
      paths.append(path)
    } while reader.take(",")
    return reader.isAtEnd ? paths : nil
  }

  private struct Reader {
    private var rest: Substring
    private let texts: [String: JinjaExpression]
    private let delimiters: JinjaDelimiters
    private var depth = 0
    private static let nowhere = SourceRange(at: 0)

    init(_ words: Substring, _ texts: [String: JinjaExpression], _ delimiters: JinjaDelimiters) {
      rest = words
      self.texts = texts
      self.delimiters = delimiters
      skipBlanks()
    }

    var isAtEnd: Bool { rest.isEmpty }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

    mutating func take(_ word: String) -> Bool {
      guard rest.hasPrefix(word) else { return false }
      let next = rest.dropFirst(word.count)
      if word.last?.isLetter == true, let first = next.first, first.isLetter || first == "_" {
        return false
      }
      rest = next
      skipBlanks()
      return true
    }

    mutating func takeName() -> String? {
      let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
      guard let first = name.first, !first.isNumber else { return nil }
      rest = rest.dropFirst(name.count)
      skipBlanks()
      return String(name)
    }

    private func expression(_ kind: JinjaExpression.Kind) -> JinjaExpression {
      JinjaExpression(kind: kind, range: Self.nowhere)
    }

    // MARK: Texts

    /// A literal, and whether names in braces are values in it.
    mutating func literal() -> (text: String, isFormat: Bool)? {
      var start = rest
      let prefix = start.prefix { "rRfFuU".contains($0) }
      start = start.dropFirst(prefix.count)
      guard prefix.count <= 2, let quote = start.first, quote == "'" || quote == "\"",
        !start.hasPrefix(String(repeating: quote, count: 3))
      else { return nil }
      let isRaw = prefix.lowercased().contains("r")
      var text = ""
      var isEscaped = false
      start = start.dropFirst()
      while let character = start.popFirst() {
        if isEscaped {
          switch character {
          case "n": text += "\n"
          case "t": text += "\t"
          case "'", "\"", "\\": text.append(character)
          default: return nil
          }
          isEscaped = false
        } else if character == "\\" {
          if isRaw { text.append(character) } else { isEscaped = true }
        } else if character == quote {
          rest = start
          skipBlanks()
          return (text, prefix.lowercased().contains("f"))
        } else {
          text.append(character)
        }
      }
      return nil
    }

    private mutating func text() -> JinjaExpression? {
      var result: JinjaExpression
      if let (literal, isFormat) = literal() {
        guard let found = isFormat ? formatted(literal) : template(literal) else { return nil }
        result = found
      } else {
        let before = rest
        guard let name = takeName(), let found = texts[name] else {
          rest = before
          return nil
        }
        result = found
      }
      while rest.hasPrefix(".") {
        let method = ["lower", "upper", "strip"].first { rest.hasPrefix(".\($0)()") }
        guard let method else { return nil }
        rest = rest.dropFirst(method.count + 3)
        skipBlanks()
        result = expression(.call(expression(.attribute(result, method)), JinjaArguments()))
      }
      return result
    }

    /// The text that a template gives.
    private func template(_ text: String) -> JinjaExpression? {
      guard let nodes = try? JinjaParser.parse(text, delimiters), let found = nodes.asExpression
      else { return nil }
      if case .literal(.string) = found.kind { return found }
      return expression(.filter(found, "string", JinjaArguments()))
    }

    /// A text with names in braces.
    private func formatted(_ text: String) -> JinjaExpression? {
      var parts: [JinjaExpression] = []
      for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated()
      {
        guard index > 0 else {
          parts.append(expression(.literal(.string(String(part)))))
          continue
        }
        let ends = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let value = texts[String(ends[0])] else { return nil }
        parts += [value, expression(.literal(.string(String(ends[1]))))]
      }
      return expression(.concat(parts))
    }

    mutating func sum() -> JinjaExpression? {
      guard let first = text() else { return nil }
      var parts = [first]
      while take("+") {
        guard let next = text() else { return nil }
        parts.append(next)
      }
      return parts.count == 1 ? first : expression(.concat(parts))
    }

    // MARK: Conditions

    mutating func or() -> JinjaExpression? {
      guard var left = and() else { return nil }
      while take("or") {
        guard let right = and() else { return nil }
        left = expression(.or(left, right))
      }
      return left
    }

    private mutating func and() -> JinjaExpression? {
      guard var left = not() else { return nil }
      while take("and") {
        guard let right = not() else { return nil }
        left = expression(.and(left, right))
      }
      return left
    }

    private mutating func not() -> JinjaExpression? {
      depth += 1
      defer { depth -= 1 }
      guard depth < JinjaParser.maximumDepth else { return nil }
      if take("not") { return not().map { expression(.not($0)) } }
      if rest.hasPrefix("("), !rest.hasPrefix("(\"") {
        _ = take("(")
        guard let inner = or(), take(")") else { return nil }
        return inner
      }
      return comparison()
    }

    private mutating func comparison() -> JinjaExpression? {
      for function in ["match", "search", "fullmatch"] where take("re.\(function)(") {
        guard var pattern = literalOrName(), take(","), let text = text(), take(")") else {
          return nil
        }
        if function == "fullmatch" { pattern = "(?:\(pattern))$" }
        let arguments = JinjaArguments(values: [expression(.literal(.string(pattern)))])
        return expression(.test(text, function == "search" ? "search" : "match", arguments))
      }
      // `{{ cookiecutter.flag }}` alone is `True` or `False`.
      if rest.hasPrefix(delimiters.variableStart) {
        guard let nodes = try? JinjaParser.parse(String(rest), delimiters), nodes.count == 1,
          case .output(let value, _) = nodes[0]
        else { return nil }
        rest = ""
        return expression(.test(value, "true", JinjaArguments()))
      }
      guard let left = sum() else { return nil }
      for sign in ["==", "!=", "not in", "in"] where take(sign) {
        if sign.hasSuffix("in"), let open = rest.first, open == "[" || open == "(" || open == "{" {
          _ = take(String(open))
          var items: [JinjaExpression] = []
          while let item = text() {
            items.append(item)
            guard take(",") else { break }
          }
          guard take("]") || take(")") || take("}") else { return nil }
          return expression(.comparison(left, [.init(sign: sign, value: expression(.list(items)))]))
        }
        guard let right = sum() else { return nil }
        return expression(.comparison(left, [.init(sign: sign, value: right)]))
      }
      return left
    }

    private mutating func literalOrName() -> String? {
      if let literal = literal() { return literal.text }
      guard let name = takeName(), case .literal(.string(let text))? = texts[name]?.kind else {
        return nil
      }
      return text
    }
  }
}

extension String {
  /// The names in an expression, and the words of its texts.
  var namesInCode: Set<String> {
    Set(split { !($0 == "_" || $0.isLetter || $0.isNumber) }.map(String.init))
  }
}
