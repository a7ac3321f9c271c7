// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionChecker {
  // MARK: Names

  mutating func noteUnknownName(_ index: Int, _ name: String) {
    guard !isFull else { return }
    let place = node(index).nameRange
    func replace(_ title: String, _ text: String, isSafe: Bool) -> [FixIt] {
      [FixIt(title, [FixIt.Edit(place, text)], isSafe: isSafe)]
    }
    let isSearched = nearMisses.begin()
    if isSearched, isKnownText(name) {
      note(
        "unknown-name", "unknown name '\(name)'; did you mean the text '\(name)'?", at: place,
        fixIts: replace("quote it", "'\(name)'", isSafe: true),
        subject: .unknownName(name, meant: .text))
      return
    }
    if let literal = ExpressionChecker.foreignLiterals[name] {
      note(
        "unknown-name", "unknown name '\(name)'; did you mean '\(literal)'?", at: place,
        fixIts: replace("write '\(literal)'", literal, isSafe: literal != "null"),
        subject: .unknownName(name, meant: .literal(literal)))
      return
    }
    if environment.functions[name] != nil {
      note(
        "unknown-name", "unknown name '\(name)'; there is only a function '\(name)(…)'", at: place,
        subject: .unknownName(name, meant: .function))
      return
    }
    guard isSearched,
      let near = nearMisses.match(of: name, in: bound.map(\.name) + scope.variableNames)
    else {
      note(
        "unknown-name", "unknown name '\(name)'", at: place,
        subject: .unknownName(name, meant: nil))
      return
    }
    note(
      "unknown-name", "unknown name '\(name)'; did you mean '\(near.name)'?", at: place,
      fixIts: replace("write '\(near.name)'", near.name, isSafe: near.isClear),
      subject: .unknownName(name, meant: .name(near.name)))
  }

  /// Says of unknown names that are compared with a text that they may be texts without their quotes.
  mutating func noteMissingQuotes(_ binary: BinaryOperator, _ left: Int, _ right: Int) {
    switch binary {
    case .equal, .notEqual:
      noteMissingQuotes(of: left, comparedWith: right)
      noteMissingQuotes(of: right, comparedWith: left)
    case .isIn:
      guard case .list(let elements) = node(right).kind else { return }
      for element in elements { noteMissingQuotes(of: element.value, comparedWith: left) }
    default: break
    }
  }

  private mutating func noteMissingQuotes(of operand: Int, comparedWith other: Int) {
    guard case .name(let name, _) = node(operand).kind, case .unknown = type(operand) else {
      return
    }
    var compared = type(other)
    if case .optional(let inner) = compared { compared = substitution.resolve(inner) }
    let place = node(operand).nameRange
    guard compared == .string,
      let position = mistakes.lastIndex(where: {
        $0.range == place && $0.subject == .unknownName(name, meant: nil)
      })
    else { return }
    var text = name
    var isSafe = false
    if case .oneOf(let values)? = known[other], nearMisses.begin(),
      let near = nearMisses.match(
        of: name, in: values.compactMap { if case .string(let text) = $0 { text } else { nil } })
    {
      (text, isSafe) = (near.name, near.isClear)
    }
    mistakes[position] = ExpressionMistake(
      "unknown-name", .error, "unknown name '\(name)'; did you mean the text '\(text)'?", at: place,
      notes: [], fixIts: [FixIt("quote it", [FixIt.Edit(place, "'\(text)'")], isSafe: isSafe)],
      subject: .unknownName(name, meant: .text))
  }

  /// Literals in the spelling of other languages.
  private static let foreignLiterals: [String: String] = [
    "True": "true", "TRUE": "true", "False": "false", "FALSE": "false",
    "yes": "true", "Yes": "true", "YES": "true", "no": "false", "No": "false", "NO": "false",
    "on": "true", "On": "true", "ON": "true", "off": "false", "Off": "false", "OFF": "false",
    "None": "null", "nil": "null", "NULL": "null", "undefined": "null",
  ]

  /// Whether a word is a text that some variable can have.
  private func isKnownText(_ name: String) -> Bool {
    scope.variableNames.contains { variable in
      scope.variable(named: variable)?.knownValues?.mentions(.string(name)) ?? false
    }
  }

  mutating func noteUnknownField(_ index: Int, _ field: String, _ record: RecordType) {
    let place = node(index).nameRange
    guard let near = nearMisses.match(for: field, in: record.fields.map(\.name)) else {
      let all = record.fields.prefix(8).map { "'\($0.name)'" }.joined(separator: ", ")
      note(
        "unknown-field",
        "unknown field '\(field)'" + (all.isEmpty ? "" : "; the record has \(all)"), at: place)
      return
    }
    var edit = near.name
    if case .index = node(index).kind { edit = "['\(near.name)']" }
    note(
      "unknown-field", "unknown field '\(field)'; did you mean '\(near.name)'?", at: place,
      fixIts: [
        FixIt("write '\(near.name)'", [FixIt.Edit(place, edit)], isSafe: near.isClear)
      ])
  }

  mutating func noteNoFields(_ index: Int, _ field: String, _ target: ValueType) {
    let place = node(index).nameRange
    if let meant = meantByProperty(index, field, target) {
      note(
        "no-fields", "\(named(target)) has no field '\(field)'; write `\(meant)`", at: place,
        fixIts: [
          FixIt(
            "write `\(meant)`", [FixIt.Edit(range(index), meant)], isShown: true, isSafe: true)
        ])
      return
    }
    let isMethod =
      environment.functions[field]?.overloads.contains { $0.isMethod && $0.parameters.count == 1 }
      ?? false
    note(
      "no-fields",
      "\(named(target)) has no fields, so it has no '\(field)'"
        + (isMethod ? "; did you mean `\(field)()`?" : ""), at: place,
      fixIts: isMethod
        ? [
          FixIt(
            "write `\(field)()`", [FixIt.Edit(SourceRange(at: place.upperBound), "()")],
            isSafe: true)
        ] : []
    )
  }

  mutating func noteUnknownFunction(_ index: Int, _ name: String, isMethod: Bool) {
    guard !isFull else { return }
    let place = node(index).nameRange
    if let macro = ExpressionChecker.macroNames[name], environment.options.expandsMacros {
      note("unknown-function", "'\(name)' is called as '\(macro)'", at: place)
      return
    }
    if !isMethod, noteNameAsFunction(index, name) || noteValueHabit(index, name) { return }
    let habit = ExpressionChecker.habits[name].flatMap { isMethod && $0.contains(".") ? nil : $0 }
    let known = environment.functions.keys.filter {
      !$0.hasPrefix("_") && !$0.hasPrefix("@") && !$0.hasPrefix("!") && !$0.hasPrefix("-")
    }
    let near = habit ?? NearMiss.nearest(to: name, in: known.sorted())
    note(
      "unknown-function",
      "unknown \(isMethod ? "method" : "function") '\(name)'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""), at: place,
      fixIts: near.map {
        let isSafe =
          habit == nil
          ? NearMiss.isClear(name, in: known) : !ExpressionChecker.looseHabits.contains(name)
        return [FixIt("write '\($0)'", [FixIt.Edit(place, $0)], isSafe: isSafe)]
      } ?? [])
  }

  private static let habits: [String: String] = [
    "not": "!", "len": "size", "length": "size", "count": "size", "str": "string",
    "lower": "lowerAscii", "toLowerCase": "lowerAscii", "lowercase": "lowerAscii",
    "downcase": "lowerAscii", "toLower": "lowerAscii", "upper": "upperAscii",
    "toUpperCase": "upperAscii", "uppercase": "upperAscii", "upcase": "upperAscii",
    "toUpper": "upperAscii", "includes": "contains", "any": "exists", "some": "exists",
    "every": "all", "strip": "trim", "float": "double", "parseFloat": "double", "parseInt": "int",
    "Number": "int", "toInt": "int", "toString": "string", "String": "string",
    "isset": "has", "defined": "has", "isDefined": "has", "match": "matches", "test": "matches",
    "substr": "substring", "replaceAll": "replace", "round": "math.round", "floor": "math.floor",
    "ceil": "math.ceil", "abs": "math.abs", "sort_by": "sortBy", "sorted": "sort",
    "unique": "distinct", "uniq": "distinct", "dedupe": "distinct",
  ]

  /// The habits whose functions don't always give the same: those of other languages round, convert, or count from
  /// another place, take their operands the other way round, or change the case of letters outside ASCII.
  private static let looseHabits: Set<String> = [
    "count", "lower", "toLowerCase", "lowercase", "downcase", "toLower", "upper", "toUpperCase",
    "uppercase", "upcase", "toUpper", "Number", "parseInt", "parseFloat", "match", "test", "substr",
    "round",
  ]

  private static let macroNames: [String: String] = [
    "has": "has(a.b)", "all": "list.all(x, condition)", "exists": "list.exists(x, condition)",
    "exists_one": "list.exists_one(x, condition)", "map": "list.map(x, value)",
    "filter": "list.filter(x, condition)", "optMap": "optional.optMap(x, value)",
    "optFlatMap": "optional.optFlatMap(x, optional)", "bind": "cel.bind(x, value, expression)",
    "sortBy": "list.sortBy(x, key)", "transformList": "list.transformList(i, x, value)",
    "transformMap": "map.transformMap(k, v, value)",
  ]

  /// Notes `list.includes(x)`, which is written `x in list`.
  ///
  /// - Returns: Whether the call has this form.
  mutating func noteElementTest(
    _ index: Int, _ target: Int, _ name: String, _ arguments: [Int]
  ) -> Bool {
    guard ["includes", "contains", "has", "include", "contain"].contains(name), arguments.count == 1
    else { return false }
    switch type(target) {
    case .list, .map: break
    default: return false
    }
    let text = "\(operand(arguments[0])) in \(operand(target))"
    note(
      environment.functions[name] == nil ? "unknown-function" : "no-overload",
      "a list has no method '\(name)'; write `\(text)`", at: node(index).nameRange,
      fixIts: [
        FixIt(
          "write `\(text)`", [FixIt.Edit(range(index), "(\(text))")], isShown: true, isSafe: true)
      ])
    return true
  }

  /// The source of a part, in parentheses if a neighboring operator would bind tighter.
  func operand(_ index: Int) -> String {
    switch node(index).kind {
    case .binary, .logical, .conditional, .not, .negate: "(\(source(index)))"
    default: source(index)
    }
  }

  /// Notes arguments that are wrong whatever their types.
  mutating func checkArguments(_ name: String, _ arguments: [Int], _ index: Int) {
    switch name {
    case "_==_", "_!=_":
      for (operand, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        guard case .literal(.null) = node(operand).kind, let root = unproven[other] else {
          continue
        }
        let text = source(root)
        let test = name == "_==_" ? "!has(\(text))" : "has(\(text))"
        note(
          "null-check", "'\(text)' is never null; did you mean `\(test)`?", at: range(index),
          fixIts: [FixIt("write `\(test)`", [FixIt.Edit(range(index), test)])])
      }
    case "math.greatest", "math.least":
      for argument in arguments { checkExtremum(name, argument, isOnly: arguments.count == 1) }
    case "format" where arguments.count == 2: checkFormat(arguments[0], arguments[1])
    case "addDays", "daysBetween", "yearsBetween":
      for argument in arguments where type(argument) == .string {
        requireForm(.date, of: argument, for: name)
      }
    case "formatDate": checkDateFormat(arguments)
    default: break
    }
  }

  private mutating func checkExtremum(_ name: String, _ argument: Int, isOnly: Bool) {
    switch node(argument).kind {
    case .literal(.int), .literal(.uint), .literal(.double): return
    case .literal, .map: break
    case .list(let elements) where isOnly:
      if !elements.isEmpty {
        for element in elements { checkExtremum(name, element.value, isOnly: false) }
        return
      }
    case .list: break
    default:
      let found = type(argument)
      if isOnly || found.isNumeric || found.isDynamic { return }
      if noteUnproven(among: [argument], where: { _, types in types[0].isNumeric }) { return }
    }
    note(
      "no-overload", "'\(name)' takes numbers, or one nonempty list of numbers",
      at: range(argument))
  }
}
