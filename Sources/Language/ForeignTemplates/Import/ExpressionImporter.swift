// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Translates expressions of Jinja into ours, exactly.
///
/// An expression without a translation is tried with each choice that it reads, and otherwise refused, so a caller
/// never works with a guess.
struct ExpressionImporter {
  let context: ImportContext
  let source: JinjaSource

  /// The number of macros and blocks around an expression.
  let depth: Int

  private var names: TemplateNames { context.names }

  /// The maximum length of an expression in bytes.
  private static let maximumLength = 8_000

  // MARK: Values

  /// Translates an expression whose value is used.
  ///
  /// - Throws: ``JinjaFailure`` if it can't be translated exactly.
  func value(
    _ expression: JinjaExpression, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    guard names.work() else { throw .limit }
    if let known = constant(expression, scope), known != .undefined { return ImportedValue(known) }
    do throws(JinjaFailure) {
      let value = try translated(expression, scope)
      guard value.code.utf8.count <= Self.maximumLength else { throw .limit }
      return value
    } catch {
      if let tried = tried(expression, scope, isText: false) { return tried }
      throw error
    }
  }

  /// The value of an expression that reads nothing that's asked; nil for any other.
  func constant(_ expression: JinjaExpression, _ scope: TemplateScope) -> JinjaValue? {
    var evaluator = translator(scope).evaluator([:], in: scope, depth: 0)
    return try? evaluator.value(of: expression)
  }

  /// A translator that knows what's never asked and always the same.
  private func translator(_ scope: TemplateScope) -> ConditionTranslator {
    var translator = ConditionTranslator(names, source, scope)
    translator.fixed = { [context] name in
      if name == ImportContext.operation { context.isOperationRead = true }
      return context.answers[name]?.constant
    }
    return translator
  }

  private func translated(
    _ expression: JinjaExpression, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    if let question = names.question(expression, in: scope) {
      guard let answer = context.answers[question.name.name] else {
        throw JinjaFailure(construct: question.name.name)
      }
      return answer
    }
    switch expression.kind {
    case .literal(let value): return ImportedValue(value)
    case .name(let name): return try self.name(name, scope)
    case .attribute(let operand, let part): return try attribute(operand, part, scope)
    case .item(let operand, let key): return try item(operand, key, scope)
    case .slice(let operand, let start, let stop, nil):
      return try slice(try plain(try value(operand, scope)), start, stop, scope)
    case .list(let items), .tuple(let items): return try list(items, scope)
    case .call(let function, let arguments): return try call(function, arguments, scope)
    case .filter(let operand, let name, let arguments):
      return try filter(operand, name, arguments, scope)
    case .concat(let parts):
      var texts: [ImportedValue] = []
      for part in parts { texts.append(try text(part, scope)) }
      return ImportedValue.sum(of: texts)
    case .arithmetic(let sign, let left, let right):
      return try arithmetic(
        sign, try plain(try value(left, scope)), try plain(try value(right, scope)))
    case .negate(let operand):
      let operand = try value(operand, scope)
      guard operand.kind == .integer, !operand.isOptional else {
        throw JinjaFailure(construct: "-")
      }
      return ImportedValue("-" + operand.code(at: .primary), .integer, .unary)
    case .not, .test, .comparison: return try condition(expression, scope)
    case .and(let left, let right): return try either(left, right, scope, isAnd: true)
    case .or(let left, let right): return try either(left, right, scope, isAnd: false)
    case .conditional(let test, let then, let otherwise):
      let no = try otherwise.map { (other) throws(JinjaFailure) in try value(other, scope) }
      return try ImportedValue.choice(
        try condition(test, scope), try value(then, scope), no ?? ImportedValue(.undefined))
    case .dictionary, .slice: throw JinjaFailure(construct: "expression")
    }
  }

  private func name(_ name: String, _ scope: TemplateScope) throws(JinjaFailure) -> ImportedValue {
    switch scope[name] {
    case .value(let expression, let inner)?: return try value(expression, inner)
    case .imported(.value(let value))?: return value
    case .imported(.nodes(let nodes, let inner, let source))?:
      return try text(of: nodes, inner, source)
    case .anything?, .element?, .imported?: throw JinjaFailure(construct: name)
    case nil:
      guard names.dialect == .copier, !names.otherNames.contains(name), !names.isOpen else {
        throw JinjaFailure(construct: name)
      }
      // A name that doesn't exist is empty.
      return ImportedValue(.undefined)
    }
  }

  /// Translates what nodes write as one value.
  func text(
    of nodes: [JinjaNode], _ scope: TemplateScope, _ source: JinjaSource
  ) throws(JinjaFailure) -> ImportedValue {
    var importer = TextImporter(context, source, scope, depth: depth + 1)
    importer.isValue = true
    let parts = importer.parts(of: nodes)
    if let failure = importer.failures.first { throw JinjaFailure(construct: failure.construct) }
    return try ImportedValue(textOf: parts)
  }

  private func attribute(
    _ operand: JinjaExpression, _ part: String, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    guard !names.isCookiecutter(operand, in: scope) else {
      throw JinjaFailure(construct: "cookiecutter.\(part)")
    }
    guard case .name(let name) = operand.kind, case .imported(let meaning)? = scope[name] else {
      return try item(
        operand, JinjaExpression(kind: .literal(.string(part)), range: operand.range), scope)
    }
    switch meaning {
    case .loop(let element, let list):
      let index = "\(element)_index"
      switch part {
      case "index": return ImportedValue("\(index) + 1", .integer, .sum)
      case "index0": return ImportedValue(index, .integer)
      case "first": return ImportedValue("\(index) == 0", .boolean, .relation)
      case "last":
        return ImportedValue("\(index) == size(\(list.code)) - 1", .boolean, .relation)
      case "length": return ImportedValue("size(\(list.code))", .integer)
      case "revindex": return ImportedValue("size(\(list.code)) - \(index)", .integer, .sum)
      case "revindex0": return ImportedValue("size(\(list.code)) - \(index) - 1", .integer, .sum)
      default: throw JinjaFailure(construct: "loop.\(part)")
      }
    case .module(let names):
      guard case .value(let expression, let inner)? = names[part] else { break }
      return try value(expression, inner)
    case .value, .nodes, .macro: break
    }
    throw JinjaFailure(construct: "\(name).\(part)")
  }

  private func item(
    _ operand: JinjaExpression, _ key: JinjaExpression, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: "[ ]")
    if let pairs = pairs(of: operand, scope), let key = try? value(key, scope), key.kind == .text {
      // A missing entry of a dictionary is empty.
      if let known = key.constant {
        let found = entry(known, of: operand, scope)
        return try found.map { (found) throws(JinjaFailure) in
          try value(found.value, found.scope)
        } ?? ImportedValue(.undefined)
      }
      var result = ImportedValue(.undefined)
      for pair in pairs.reversed() {
        guard case .string(let name)? = constant(pair.key, pair.scope) else { throw failure }
        result = try ImportedValue.choice(
          try compared(key, "==", ImportedValue(.string(name))), try value(pair.value, pair.scope),
          result)
      }
      return result
    }
    guard case .int(let index)? = constant(key, scope) else { throw failure }
    if let part = try splitPart(operand, index, scope) { return part }
    let operand = try value(operand, scope).present(or: "''")
    switch operand.kind {
    case .list(.text):
      let place = index < 0 ? "size(\(operand.code)) - \(-index)" : "\(index)"
      return ImportedValue("\(operand.code(at: .primary))[?\(place)].orValue('')", .text)
    case .text where index == 0:
      return ImportedValue("\(operand.code(at: .primary)).charAt(0)", .text)
    case .text where index == -1:
      return bound(operand) { "\($0) == '' ? '' : \($0).charAt(size(\($0)) - 1)" }
    default: throw failure
    }
  }

  /// The part of a text before or after the last separator: `text.rsplit('.', 1)[0]`.
  private func splitPart(
    _ operand: JinjaExpression, _ index: Int64, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue? {
    guard case .call(let function, let arguments) = operand.kind, arguments.values.count == 2,
      case .attribute(let inner, "rsplit") = function.kind, index == 0 || index == -1,
      case .string(let separator)? = constant(arguments.values[0], scope), !separator.isEmpty,
      constant(arguments.values[1], scope) == .int(1)
    else { return nil }
    let text = try value(inner, scope).present(or: "''")
    guard text.kind == .text else { return nil }
    let literal = separator.asExpressionLiteral
    let count = separator.unicodeScalars.count
    return bound(text) { name in
      let last = "\(name).lastIndexOf(\(literal))"
      let part = index == 0 ? "substring(0, \(last))" : "substring(\(last) + \(count))"
      return "\(name).contains(\(literal)) ? \(name).\(part) : \(name)"
    }
  }

  /// The entries of a dictionary, also of one that's assigned to a name, is in another one, or is in the template's own
  /// file.
  func pairs(
    of expression: JinjaExpression, _ scope: TemplateScope
  ) -> [(key: JinjaExpression, value: JinjaExpression, scope: TemplateScope)]? {
    if let question = names.question(expression, in: scope) {
      return context.dictionaries[question.name.name].flatMap { pairs(of: $0, TemplateScope()) }
    }
    switch expression.kind {
    case .attribute(let operand, let part):
      return entry(.string(part), of: operand, scope).flatMap { pairs(of: $0.value, $0.scope) }
    case .item(let operand, let key):
      guard let key = constant(key, scope) else { return nil }
      return entry(key, of: operand, scope).flatMap { pairs(of: $0.value, $0.scope) }
    case .dictionary(let pairs): return pairs.map { ($0.key, $0.value, scope) }
    case .name(let name):
      guard case .value(let value, let inner)? = scope[name], names.work() else { return nil }
      return pairs(of: value, inner)
    default: return nil
    }
  }

  /// Refuses markup, whose methods and operators escape other texts.
  func plain(_ value: ImportedValue) throws(JinjaFailure) -> ImportedValue {
    guard !value.isMarkup else { throw JinjaFailure(construct: "tojson") }
    return value
  }

  /// The entry of a dictionary with a key that's known.
  func entry(
    _ key: JinjaValue, of operand: JinjaExpression, _ scope: TemplateScope
  ) -> (value: JinjaExpression, scope: TemplateScope)? {
    guard names.work(), let pairs = pairs(of: operand, scope) else { return nil }
    return pairs.last { constant($0.key, $0.scope)?.isEqual(to: key) == true }
      .map { ($0.value, $0.scope) }
  }

  /// The keys of a dictionary in which templates are, or other values that depend on answers; nil for other values.
  func keys(
    of expression: JinjaExpression, _ scope: TemplateScope
  ) -> [JinjaValue]? {
    guard let pairs = pairs(of: expression, scope) else { return nil }
    let keys = pairs.compactMap { constant($0.key, $0.scope) }
    return keys.count == pairs.count && Set(keys).count == keys.count ? keys : nil
  }

  /// The elements of a loop over a dictionary in which templates are: its keys, its values, or both; nil for other
  /// lists.
  func elements(
    of list: JinjaExpression, _ scope: TemplateScope
  ) -> [[(value: JinjaExpression, scope: TemplateScope)]]? {
    if let pairs = pairs(of: list, scope) { return pairs.map { [($0.key, $0.scope)] } }
    switch list.kind {
    case .call(let function, let arguments) where arguments.isEmpty:
      guard case .attribute(let operand, let part) = function.kind,
        let pairs = pairs(of: operand, scope)
      else { return nil }
      switch part {
      case "keys": return pairs.map { [($0.key, $0.scope)] }
      case "values": return pairs.map { [($0.value, $0.scope)] }
      case "items": return pairs.map { [($0.key, $0.scope), ($0.value, $0.scope)] }
      default: return nil
      }
    case .filter(let operand, "dictsort", let arguments) where arguments.isEmpty:
      guard let pairs = pairs(of: operand, scope) else { return nil }
      var keyed: [(key: String, place: Int)] = []
      for (place, pair) in pairs.enumerated() {
        guard case .string(let key)? = constant(pair.key, pair.scope), key.isASCIIOnly else {
          return nil
        }
        keyed.append((key.lowercased(), place))
      }
      return keyed.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map {
        [
          (pairs[$0.place].key, pairs[$0.place].scope),
          (pairs[$0.place].value, pairs[$0.place].scope),
        ]
      }
    default: return nil
    }
  }

  private func list(
    _ items: [JinjaExpression], _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    var parts: [ImportedValue] = []
    for item in items { parts.append(try plain(try value(item, scope))) }
    let kind = parts.first?.kind ?? .text
    guard kind != .constant, parts.allSatisfy({ $0.kind == kind && !$0.isOptional }) else {
      throw JinjaFailure(construct: "list")
    }
    return ImportedValue("[\(parts.map(\.code).joined(separator: ", "))]", .list(kind))
  }

  /// Binds a value that's used several times to a name, unless it's short.
  func bound(
    _ value: ImportedValue, _ kind: ImportedValue.Kind = .text, _ code: (String) -> String
  ) -> ImportedValue {
    let isName = value.code.isNameInExpressions
    return isName
      ? ImportedValue(code(value.code), kind, .conditional)
      : ImportedValue("cel.bind(it, \(value.code), \(code("it")))", kind)
  }

  private func slice(
    _ operand: ImportedValue, _ start: JinjaExpression?, _ stop: JinjaExpression?,
    _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: "slice")
    func bound(_ expression: JinjaExpression?) throws(JinjaFailure) -> Int64? {
      guard let expression else { return nil }
      guard case .int(let number)? = constant(expression, scope), number.magnitude < 1 << 31 else {
        throw failure
      }
      return number
    }
    let (start, stop) = (try bound(start), try bound(stop))
    let operand = operand.present(or: "''")
    guard operand.kind == .text || operand.kind == .list(.text) else { throw failure }
    if let stop {
      return ImportedValue(
        "\(operand.code(at: .primary)).part(\(start ?? 0), \(stop))", operand.kind)
    }
    guard let start, start != 0 else { return operand }
    return self.bound(operand, operand.kind) { "\($0).part(\(start), size(\($0)))" }
  }

  private func arithmetic(
    _ sign: String, _ left: ImportedValue, _ right: ImportedValue
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: sign)
    if left.kind == .text, right.kind == .text, sign == "+" {
      return ImportedValue.sum(of: [left, right])
    }
    guard !left.isOptional, !right.isOptional else { throw failure }
    if left.kind == .text, right.kind == .integer, sign == "*" {
      return ImportedValue("lists.range(\(right.code)).map(it, \(left.code)).join()", .text)
    }
    if case .list = left.kind, left.kind == right.kind, sign == "+" {
      return ImportedValue(
        "\(left.code(at: .sum)) + \(right.code(at: .product))", left.kind, .sum)
    }
    guard left.kind == .integer, right.kind == .integer else { throw failure }
    switch sign {
    case "+", "-":
      return ImportedValue(
        "\(left.code(at: .sum)) \(sign) \(right.code(at: .product))", .integer, .sum)
    case "*":
      return ImportedValue(
        "\(left.code(at: .product)) * \(right.code(at: .unary))", .integer, .product)
    case "//", "%":
      // Python rounds down, and the sign of its remainder is that of the divisor.
      guard case .int(let divisor)? = right.constant, divisor > 0 else { throw failure }
      let rest = "(\(left.code(at: .product)) % \(divisor) + \(divisor)) % \(divisor)"
      guard sign == "//" else { return ImportedValue(rest, .integer, .product) }
      return ImportedValue("(\(left.code(at: .sum)) - \(rest)) / \(divisor)", .integer, .product)
    default: throw failure
    }
  }

  /// The value of `and` or `or`, which is that of one of its sides.
  private func either(
    _ left: JinjaExpression, _ right: JinjaExpression, _ scope: TemplateScope, isAnd: Bool
  ) throws(JinjaFailure) -> ImportedValue {
    let (one, two) = (try value(left, scope), try value(right, scope))
    if one.kind == .boolean, two.kind == .boolean {
      return try condition(
        JinjaExpression(kind: isAnd ? .and(left, right) : .or(left, right), range: left.range),
        scope)
    }
    let condition = try truth(of: one)
    return try isAnd
      ? ImportedValue.choice(condition, two, one) : ImportedValue.choice(condition, one, two)
  }

  // MARK: Texts

  /// Translates what `{{ }}` shows.
  ///
  /// - Throws: ``JinjaFailure`` if it can't be translated exactly.
  func text(
    _ expression: JinjaExpression, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    if case .conditional(let test, let then, let otherwise) = expression.kind {
      let no = try otherwise.map { (other) throws(JinjaFailure) in try text(other, scope) }
      if let test = try? condition(test, scope) {
        return try ImportedValue.choice(
          test, try text(then, scope), no ?? ImportedValue(.string("")))
      }
    }
    do throws(JinjaFailure) {
      return try text(of: try value(expression, scope))
    } catch {
      if let tried = tried(expression, scope, isText: true) { return tried }
      throw error
    }
  }

  /// The text that Python writes for a value.
  func text(of value: ImportedValue) throws(JinjaFailure) -> ImportedValue {
    if let constant = value.constant {
      var text = ImportedValue(.string(try constant.shownText()))
      text.isMarkup = value.isMarkup
      return text
    }
    let shown: String
    switch value.kind {
    case .text: return value.present(or: "''")
    case .integer: shown = "string(\(value.code))"
    case .boolean: shown = "\(value.code(at: .or)) ? 'True' : 'False'"
    case .number:
      // Python writes each of the known numbers in its own way.
      guard let last = value.known.last else { throw JinjaFailure(construct: "number as text") }
      var text = try ImportedValue(.string(last.shownText()))
      for number in value.known.dropLast().reversed() {
        text = try .choice(
          try compared(value, "==", ImportedValue(number)),
          ImportedValue(.string(try number.shownText())), text)
      }
      guard text.constant == nil || value.known.count == 1 else {
        throw JinjaFailure(construct: "number")
      }
      return text
    case .list: throw JinjaFailure(construct: "list as text")
    case .constant: throw JinjaFailure(construct: "constant as text")
    }
    guard value.isOptional else {
      var text = ImportedValue(shown, .text, value.kind == .integer ? .primary : .conditional)
      text.isFilled = true
      return text
    }
    return ImportedValue("has(\(value.code)) ? (\(shown)) : ''", .text, .conditional)
  }

  // MARK: Trying values

  /// The values of the questions that an expression reads, if all of them were asked before.
  private func combinations(
    of expression: JinjaExpression, _ translator: ConditionTranslator
  ) -> [(values: [String: JinjaValue], condition: TranslatedText)]? {
    guard let found = translator.combinations(of: expression),
      found.first?.values.keys.allSatisfy({ context.answers[$0] != nil }) == true
    else { return nil }
    return found
  }

  /// Translates an expression by trying all values of the questions that it reads.
  private func tried(
    _ expression: JinjaExpression, _ scope: TemplateScope, isText: Bool
  ) -> ImportedValue? {
    let translator = translator(scope)
    guard let combinations = combinations(of: expression, translator) else { return nil }
    var found: [(value: JinjaValue, conditions: [String])] = []
    for (values, condition) in combinations {
      var evaluator = translator.evaluator(values, in: scope, depth: 0)
      guard var value = try? evaluator.value(of: expression) else { return nil }
      if isText {
        guard let text = try? value.shownText() else { return nil }
        value = .string(text)
      }
      if let index = found.firstIndex(where: { $0.value == value }) {
        found[index].conditions.append(condition.text)
      } else {
        found.append((value, [condition.text]))
      }
    }
    // The commonest value needs no condition.
    found.sort { $0.conditions.count < $1.conditions.count }
    guard let last = found.popLast() else { return nil }
    var result = ImportedValue(last.value)
    for (value, conditions) in found.reversed() {
      let test = ImportedValue(conditions.joined(separator: " || "), .boolean, .or)
      guard let next = try? ImportedValue.choice(test, ImportedValue(value), result) else {
        return nil
      }
      result = next
    }
    return result.code.utf8.count <= Self.maximumLength ? result : nil
  }

  /// Translates a condition by trying all values of the questions that it reads.
  func triedCondition(
    _ expression: JinjaExpression, _ scope: TemplateScope
  ) -> ImportedValue? {
    let translator = translator(scope)
    guard let combinations = combinations(of: expression, translator) else { return nil }
    var found: [String] = []
    for (values, condition) in combinations {
      var evaluator = translator.evaluator(values, in: scope, depth: 0)
      guard let isTrue = try? evaluator.truth(of: expression) else { return nil }
      if isTrue { found.append(condition.text) }
    }
    guard !found.isEmpty, found.count < combinations.count else {
      return ImportedValue(.bool(!found.isEmpty))
    }
    let code = found.joined(separator: " || ")
    return code.utf8.count <= Self.maximumLength ? ImportedValue(code, .boolean, .or) : nil
  }
}

extension JinjaValue {
  /// The text that `{{ }}` shows, also of a list of plain texts and numbers.
  ///
  /// - Throws: ``JinjaFailure`` for what Python writes in its own notation.
  func shownText() throws(JinjaFailure) -> String {
    guard case .list(let items) = self else { return try text() }
    var parts: [String] = []
    for item in items {
      guard case .string(let text) = item else {
        parts.append(try item.text())
        continue
      }
      let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x27 && $0 != 0x5C }
      guard isPlain else { throw JinjaFailure(construct: "list as text") }
      parts.append("'\(text)'")
    }
    return "[\(parts.joined(separator: ", "))]"
  }
}
