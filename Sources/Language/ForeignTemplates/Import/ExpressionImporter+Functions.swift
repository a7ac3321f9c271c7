// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Filters, functions, and the methods of Python's texts.
extension ExpressionImporter {
  func filter(
    _ operand: JinjaExpression, _ name: String, _ arguments: JinjaArguments,
    _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: name)
    let isKnown = names.dialect.filters.contains(name) || name == "slugify" && context.hasSlugify
    guard !arguments.isSpread, isKnown else { throw failure }
    switch name {
    case "default", "d": return try defaulted(operand, arguments, scope)
    case "strftime":
      guard case .string(let format)? = constant(operand, scope), arguments.isEmpty else {
        throw failure
      }
      return try now(format, isUTC: false)
    case "regex_search": throw failure
    case "bool": return try truthOfText(try value(operand, scope))
    case "string": return try text(operand, scope)
    case "tojson", "jsonify", "to_json":
      guard arguments.isEmpty else { throw failure }
      return try json(of: try value(operand, scope), by: name)
    case "format": return try formatted(try value(operand, scope), arguments, scope)
    case "safe", "list":
      let value = try value(operand, scope)
      guard name == "list" ? value.kind == .list(.text) : value.kind == .text else { throw failure }
      return value
    case "lower", "upper", "capitalize", "title", "replace", "trim", "slugify", "regex_replace",
      "basename", "dirname":
      // These filters are for texts, also for what's no text before.
      let text = try text(operand, scope)
      return try method(name, of: text, arguments, scope, isFilter: true)
    default: break
    }
    if name == "length" || name == "count", let keys = keys(of: operand, scope) {
      return ImportedValue(.int(Int64(keys.count)))
    }
    return try filtered(try plain(try value(operand, scope)), by: name, arguments, scope)
  }

  /// A value by a filter that depends on its kind.
  private func filtered(
    _ value: ImportedValue, by name: String, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: name)
    guard !value.isOptional else { throw failure }
    let receiver = value.code(at: .primary)
    switch (name, value.kind) {
    case ("length", .text), ("length", .list), ("count", .text), ("count", .list):
      return ImportedValue("size(\(value.code))", .integer)
    case ("int", .integer) where arguments.isEmpty: return value
    case ("first", .list(.text)), ("last", .list(.text)):
      return ImportedValue("\(receiver).\(name)().orValue('')", .text)
    case ("first", .text): return ImportedValue("\(receiver).charAt(0)", .text)
    case ("join", .list(.text)):
      let separator = arguments.value(0, "d").map { constant($0, scope) } ?? .string("")
      guard arguments.value(1, "attribute") == nil, case .string(let words)? = separator else {
        throw failure
      }
      return ImportedValue("\(receiver).join(\(words.asExpressionLiteral))", .text)
    case ("reverse", .list): return ImportedValue("\(receiver).reverse()", value.kind)
    case ("map", .list(.text)):
      let mapped = try mapped(ImportedValue("it", .text), arguments, scope, failure)
      return ImportedValue("\(receiver).map(it, \(mapped.code))", value.kind)
    case ("select", .list(.text)), ("reject", .list(.text)):
      let kept = try selected(ImportedValue("it", .text), arguments, scope, failure)
      let condition = name == "select" ? kept : kept.negated
      return ImportedValue("\(receiver).filter(it, \(condition.code))", value.kind)
    default: throw failure
    }
  }

  /// A text of a list by the filter that `map` names.
  private func mapped(
    _ element: ImportedValue, _ arguments: JinjaArguments, _ scope: TemplateScope,
    _ failure: JinjaFailure
  ) throws(JinjaFailure) -> ImportedValue {
    guard arguments.values.count == 1, arguments.named.isEmpty,
      case .string(let filter)? = constant(arguments.values[0], scope),
      ["lower", "upper", "trim", "string", "capitalize", "title"].contains(filter)
    else { throw failure }
    if filter == "string" { return element }
    return try method(filter, of: element, JinjaArguments(), scope, isFilter: true)
  }

  /// Whether a text of a list passes the test that `select` names.
  private func selected(
    _ element: ImportedValue, _ arguments: JinjaArguments, _ scope: TemplateScope,
    _ failure: JinjaFailure
  ) throws(JinjaFailure) -> ImportedValue {
    let signs = ["equalto": "==", "eq": "==", "==": "==", "ne": "!=", "!=": "!=", "in": "in"]
    guard arguments.values.count == 2, arguments.named.isEmpty,
      case .string(let test)? = constant(arguments.values[0], scope), let sign = signs[test]
    else { throw failure }
    return try compared(element, sign, try value(arguments.values[1], scope))
  }

  private func defaulted(
    _ operand: JinjaExpression, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let value = try value(operand, scope)
    let other =
      try arguments.value(0, "default_value").map { (other) throws(JinjaFailure) in
        try self.value(other, scope)
      } ?? ImportedValue(.string(""))
    if let flag = arguments.value(1, "boolean"), constant(flag, scope)?.isTrue == true {
      return try .choice(try truth(of: value), value, other)
    }
    if value.constant == .undefined { return other }
    guard value.isOptional else { return value }
    guard value.kind == other.kind, !other.isOptional else {
      throw JinjaFailure(construct: "default")
    }
    return value.present(or: other.code)
  }

  /// The truth that the filter `bool` reads from a value.
  private func truthOfText(_ value: ImportedValue) throws(JinjaFailure) -> ImportedValue {
    switch value.kind {
    case .boolean where !value.isOptional: return value
    case .text:
      return ImportedValue(
        "lower(\(value.present(or: "''").code)) in ['yes', 'on', '1', 'true']", .boolean, .relation)
    default: throw JinjaFailure(construct: "bool")
    }
  }

  // MARK: Calls

  func call(
    _ function: JinjaExpression, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    if let (macro, inner) = try macro(function, arguments, scope) {
      return try text(of: macro.nodes, inner, macro.source)
    }
    if case .attribute(let operand, "get") = function.kind, arguments.named.isEmpty,
      let key = arguments.values.first.flatMap({ constant($0, scope) }),
      let found = entry(key, of: operand, scope)
    {
      return try value(found.value, found.scope)
    }
    switch function.kind {
    case .name("range") where scope["range"] == nil:
      guard arguments.values.count == 1, arguments.named.isEmpty else {
        throw JinjaFailure(construct: "range")
      }
      let count = try value(arguments.values[0], scope)
      guard count.kind == .integer, !count.isOptional else {
        throw JinjaFailure(construct: "range")
      }
      return ImportedValue("lists.range(\(count.code))", .list(.integer))
    case .name("pathjoin") where names.dialect == .copier && scope["pathjoin"] == nil:
      var texts: [ImportedValue] = []
      for (index, argument) in arguments.values.enumerated() {
        if index > 0 { texts.append(ImportedValue(.string("/"))) }
        texts.append(try value(argument, scope))
      }
      guard arguments.named.isEmpty, texts.allSatisfy({ $0.kind == .text && $0.isFilled }) else {
        throw JinjaFailure(construct: "pathjoin")
      }
      return .sum(of: texts)
    case .attribute(let operand, "rsplit") where arguments.values.count == 1:
      // Without a number, both ends give the same.
      return try call(
        JinjaExpression(kind: .attribute(operand, "split"), range: function.range), arguments, scope
      )
    case .attribute(let operand, let name):
      let value = try value(operand, scope).present(or: "''")
      guard !arguments.isSpread else { throw JinjaFailure(construct: name) }
      switch value.kind {
      case .text: return try method(name, of: value, arguments, scope, isFilter: false)
      case .constant:
        guard case .dictionary? = value.constant, name == "get", !arguments.values.isEmpty else {
          throw JinjaFailure(construct: name)
        }
        return try got(operand, arguments, scope)
      default: throw JinjaFailure(construct: name)
      }
    case .name(let name): throw JinjaFailure(construct: name)
    default: throw JinjaFailure(construct: "call")
    }
  }

  /// Returns the result of `get` of a dictionary.
  private func got(
    _ operand: JinjaExpression, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let found = try value(
      JinjaExpression(kind: .item(operand, arguments.values[0]), range: operand.range), scope)
    guard arguments.values.count == 2, found.constant == nil, found.kind == .text else {
      throw JinjaFailure(construct: "get")
    }
    let key = try value(arguments.values[0], scope)
    return try .choice(
      try compared(key, "in", try value(operand, scope)), found,
      try value(arguments.values[1], scope))
  }

  private var names: TemplateNames { context.names }

  /// The macro that a call means, and the names in it.
  ///
  /// - Throws: ``JinjaFailure`` if its arguments don't fit, or macros call one another too deep.
  func macro(
    _ function: JinjaExpression, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) throws(JinjaFailure) -> (ImportedName.Macro, TemplateScope)? {
    let meaning: TemplateScope.Meaning?
    switch function.kind {
    case .name(let name): meaning = scope[name]
    case .attribute(let operand, let part):
      guard case .name(let name) = operand.kind, case .imported(.module(let inner))? = scope[name]
      else { return nil }
      meaning = inner[part]
    default: return nil
    }
    guard case .imported(.macro(let macro))? = meaning else { return nil }
    let failure = JinjaFailure(construct: "macro \(macro.name)")
    guard depth < Self.maximumDepth else { throw failure }
    guard !arguments.isSpread, arguments.values.count <= macro.parameters.count,
      arguments.named.allSatisfy({ named in
        macro.parameters.contains { $0.name == named.name } || named.name == "caller"
      })
    else { throw failure }
    var inner = macro.scope
    inner.bind(macro.name, to: .imported(.macro(macro)), number: names.nextAssignment())
    for (index, parameter) in macro.parameters.enumerated() {
      let given = arguments.value(index, parameter.name)
      let missing = JinjaExpression(kind: .literal(.undefined), range: function.range)
      inner.bind(
        parameter.name,
        to: given.map { .value($0, scope) } ?? .value(parameter.value ?? missing, inner),
        number: names.nextAssignment())
    }
    return (macro, inner)
  }

  /// The maximum number of macros and blocks around an expression.
  static let maximumDepth = 16

  // MARK: Methods

  /// The functions that look at the beginning or the end of a text, by the names of Python's methods.
  private static let endings: [String: (function: String, kind: ImportedValue.Kind)] = [
    "startswith": ("startsWith", .boolean), "endswith": ("endsWith", .boolean),
    "removeprefix": ("removePrefix", .text), "removesuffix": ("removeSuffix", .text),
  ]

  private func method(
    _ name: String, of text: ImportedValue, _ arguments: JinjaArguments, _ scope: TemplateScope,
    isFilter: Bool
  ) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: name)
    let operand = text.code(at: .primary)
    var others: [ImportedValue] = []
    for argument in arguments.values { others.append(try plain(try value(argument, scope))) }
    _ = try plain(text)
    /// The text of an argument that's known and not empty.
    func known(_ index: Int) -> String? {
      guard index < others.count, case .string(let text)? = others[index].constant, !text.isEmpty
      else { return nil }
      return text
    }
    guard others.allSatisfy({ !$0.isOptional }) else { throw failure }
    if name == "slugify" { return try slugified(text, arguments, scope) }
    guard arguments.named.isEmpty else { throw failure }
    if others.isEmpty, let recased = recased(text, name, isFilter: isFilter) { return recased }
    switch (name, others.count) {
    case ("replace", 2), ("replace", 3):
      guard let old = known(0), others[1].kind == .text else { throw failure }
      var count = ""
      if others.count == 3 {
        guard case .int(let number)? = others[2].constant, number >= 0 else { throw failure }
        count = ", \(number)"
      }
      var replaced = ImportedValue(
        "\(operand).replace(\(old.asExpressionLiteral), \(others[1].code)\(count))", .text)
      replaced.isFilled = text.isFilled && others[1].isFilled
      return replaced
    case ("split", 0...2): return try split(text, others)
    case ("strip", 0), ("trim", 0): return ImportedValue("\(operand).trim()", .text)
    case ("lstrip", 0), ("rstrip", 0): return stripped(text, Self.blanks, name)
    case ("strip", 1), ("trim", 1), ("lstrip", 1), ("rstrip", 1):
      guard let set = known(0), set.isASCIIOnly else { throw failure }
      let escaped = set.map { "\\^]-[&~".contains($0) ? "\\\($0)" : String($0) }.joined()
      return stripped(text, escaped, name)
    case ("startswith", 1), ("endswith", 1), ("removeprefix", 1), ("removesuffix", 1):
      guard others[0].kind == .text, let (end, kind) = Self.endings[name] else { throw failure }
      return ImportedValue("\(operand).\(end)(\(others[0].code))", kind)
    case ("join", 1):
      guard others[0].kind == .list(.text) else { throw failure }
      return ImportedValue("\(others[0].code(at: .primary)).join(\(text.code))", .text)
    case ("regex_replace", 2):
      guard let pattern = known(0), case .string(let other)? = others[1].constant,
        !other.holds("\\g"), (try? PythonPattern(pattern)) != nil
      else { throw failure }
      return ImportedValue(
        "regex.replace(\(text.code), \(pattern.asExpressionLiteral), \(other.asExpressionLiteral))",
        .text)
    default: throw failure
    }
  }

  /// The text in other cases; nil for other methods.
  private func recased(_ text: ImportedValue, _ name: String, isFilter: Bool) -> ImportedValue? {
    var code = "\(name)(\(text.code))"
    switch name {
    case "lower", "upper", "capitalize": break
    case "title" where isFilter: break
    case "title":
      // Python's method begins a word after all but letters.
      let letters = "\\p{Lu}\\p{Ll}\\p{Lt}"
      let pattern = "[^\(letters)]+|[\(letters)]+".asExpressionLiteral
      code = "regex.extractAll(\(text.code), \(pattern)).map(it, capitalize(it)).join()"
    default: return nil
    }
    var value = ImportedValue(code, .text)
    value.isFilled = text.isFilled
    return value
  }

  /// The parts of a text between separators, or between blanks.
  private func split(
    _ text: ImportedValue, _ others: [ImportedValue]
  ) throws(JinjaFailure) -> ImportedValue {
    guard let first = others.first else {
      return ImportedValue(
        "regex.extractAll(\(text.code), \("[^\(Self.blanks)]+".asExpressionLiteral))", .list(.text))
    }
    guard case .string(let separator)? = first.constant, !separator.isEmpty else {
      throw JinjaFailure(construct: "split")
    }
    var count = ""
    if others.count == 2 {
      guard case .int(let number)? = others[1].constant, number >= 0 else {
        throw JinjaFailure(construct: "split")
      }
      count = ", \(number + 1)"
    }
    return ImportedValue(
      "\(text.code(at: .primary)).split(\(separator.asExpressionLiteral)\(count))", .list(.text))
  }

  /// The blanks of Python, in a set of a pattern.
  private static let blanks =
    "\\t-\\r\\x1c- \\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}"

  /// The slug of a text, of python-slugify.
  private func slugified(
    _ text: ImportedValue, _ arguments: JinjaArguments, _ scope: TemplateScope
  ) throws(JinjaFailure) -> ImportedValue {
    let separator = arguments.named.first.map { constant($0.value, scope) } ?? .string("-")
    guard context.hasSlugify, arguments.values.isEmpty,
      arguments.named.allSatisfy({ $0.name == "separator" }), case .string(let words)? = separator
    else { throw JinjaFailure(construct: "slugify") }
    context.report.isSlugUsed = true
    let slug = "slug(\(text.code))"
    var value = ImportedValue(
      words == "-" ? slug : "\(slug).replace('-', \(words.asExpressionLiteral))", .text)
    value.isFilled = text.isFilled
    return value
  }

  private func stripped(_ text: ImportedValue, _ set: String, _ name: String) -> ImportedValue {
    var patterns: [String] = []
    if name != "rstrip" { patterns.append("^[\(set)]+") }
    if name != "lstrip" { patterns.append("[\(set)]+$") }
    let pattern = patterns.joined(separator: "|").asExpressionLiteral
    return ImportedValue("regex.replace(\(text.code), \(pattern), '')", .text)
  }

  // MARK: Times

  /// The date of today in a format of `strftime`.
  func now(_ format: String, isUTC: Bool) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: "strftime '\(format)'")
    if format == "%Y", isUTC { return ImportedValue("now.getFullYear()", .integer) }
    var parts: [ImportedValue] = []
    var rest = Substring(format.replacingParts("%Y-%m-%d", with: "%F"))
    let today = isUTC ? "string(now)" : "today"
    while let first = rest.popFirst() {
      guard first == "%" else {
        parts.append(ImportedValue(.string(String(first))))
        continue
      }
      let range: (Int, Int)
      switch rest.popFirst() {
      case "Y": range = (0, 4)
      case "y": range = (2, 4)
      case "m": range = (5, 7)
      case "d": range = (8, 10)
      case "F": range = (0, 10)
      case "%":
        parts.append(ImportedValue(.string("%")))
        continue
      default: throw failure
      }
      var part = ImportedValue("\(today).substring(\(range.0), \(range.1))", .text)
      part.isFilled = true
      parts.append(part)
    }
    return .sum(of: parts)
  }
}
