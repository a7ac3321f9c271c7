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
    if let literal = ExpressionChecker.foreignLiterals[name] {
      note(
        "unknown-name", "unknown name '\(name)'; did you mean '\(literal)'?", at: place,
        fixIts: replace("write '\(literal)'", literal, isSafe: literal != "null"),
        subject: .unknownName(name, meant: .literal(literal)))
      return
    }
    let isSearched = nearMisses.begin()
    if isSearched, isKnownText(name) {
      note(
        "unknown-name", "unknown name '\(name)'; did you mean the text '\(name)'?", at: place,
        fixIts: replace("quote it", "'\(name)'", isSafe: true),
        subject: .unknownName(name, meant: .text))
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

  /// Literals in the spelling of other languages.
  private static let foreignLiterals: [String: String] = [
    "True": "true", "TRUE": "true", "yes": "true", "False": "false", "FALSE": "false",
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
    let habit = ExpressionChecker.habits[name]
    let known = environment.functions.keys.filter {
      !$0.hasPrefix("_") && !$0.hasPrefix("@") && !$0.hasPrefix("!") && !$0.hasPrefix("-")
    }
    let near = habit ?? NearMiss.nearest(to: name, in: known.sorted())
    note(
      "unknown-function",
      "unknown \(isMethod ? "method" : "function") '\(name)'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""), at: place,
      fixIts: near.map {
        let isSafe = habit == nil && NearMiss.isClear(name, in: known)
        return [FixIt("write '\($0)'", [FixIt.Edit(place, $0)], isSafe: isSafe)]
      } ?? [])
  }

  private static let habits: [String: String] = [
    "not": "!", "len": "size", "length": "size", "count": "size", "str": "string",
    "lower": "lowerAscii", "toLowerCase": "lowerAscii", "upper": "upperAscii",
    "toUpperCase": "upperAscii", "includes": "contains", "any": "exists", "some": "exists",
    "every": "all", "strip": "trim", "float": "double",
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
  private func operand(_ index: Int) -> String {
    switch node(index).kind {
    case .binary, .logical, .conditional, .not, .negate: "(\(source(index)))"
    default: source(index)
    }
  }

  // MARK: Overloads

  mutating func noteNoOverload(
    _ function: FunctionDeclaration, _ index: Int, _ arguments: [Int], asMethod: Bool
  ) {
    let types = arguments.map { substitution.resolve(type($0), undecidedIsDynamic: true) }
    if asMethod, function.name == "contains", arguments.count == 2,
      noteElementTest(index, arguments[0], function.name, Array(arguments.dropFirst()))
    {
      return
    }
    if case .binary(let binary, let left, let right) = node(index).kind {
      noteNoOperator(index, binary, left, right)
      return
    }
    if case .negate = node(index).kind {
      note("no-overload", "'-' is not defined for \(named(types[0]))", at: range(index))
      return
    }
    let place = node(index).nameRange
    let candidates = function.overloads.filter { $0.isMethod == asMethod }
    if candidates.isEmpty {
      let style = asMethod ? "\(function.name)(…)" : "value.\(function.name)(…)"
      note("no-overload", "'\(function.name)' is called as '\(style)'", at: place)
      return
    }
    if candidates.allSatisfy({ $0.parameters.count != types.count }) {
      let offset = asMethod ? 1 : 0
      let counts = Set(candidates.map { $0.parameters.count - offset }).sorted()
      note(
        "no-overload",
        "'\(function.name)' takes \(ExpressionChecker.counts(counts)) argument\(counts == [1] ? "" : "s"), found \(types.count - offset)",
        at: place)
      return
    }
    let forms = candidates.filter { $0.parameters.count == types.count }
      .map { signature(function.name, $0) }
    let found = asMethod ? Array(types.dropFirst()) : types
    let target = asMethod ? " on \(named(types[0]))" : ""
    note(
      "no-overload",
      "'\(function.name)' doesn't take (\(found.map(\.description).joined(separator: ", ")))\(target); expected \(ExpressionChecker.list(Array(forms.prefix(4)).map { "'\($0)'" }))",
      at: place, fixIts: numberFixIts(arguments))
  }

  private func signature(_ name: String, _ overload: FunctionOverload) -> String {
    let types = overload.parameters.map(\.description)
    return overload.isMethod
      ? "\(types[0]).\(name)(\(types.dropFirst().joined(separator: ", ")))"
      : "\(name)(\(types.joined(separator: ", ")))"
  }

  /// Counts in words: `1`, `1 or 2`, `1 to 16`.
  private static func counts(_ counts: [Int]) -> String {
    guard let first = counts.first, let last = counts.last, last - first == counts.count - 1,
      counts.count > 2
    else { return list(counts.map(String.init)) }
    return "\(first) to \(last)"
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private mutating func noteNoOperator(
    _ index: Int, _ binary: BinaryOperator, _ left: Int, _ right: Int
  ) {
    let (a, b) = (type(left), type(right))
    if binary == .equal || binary == .notEqual, a == .null || b == .null {
      noteNullCheck(index, binary, a == .null ? right : left)
      return
    }
    if noteDateArithmetic(index, binary, left, right) { return }
    var fixIts = numberFixIts([left, right])
    if binary == .add, a == .string || b == .string {
      let other = a == .string ? right : left
      if ["int", "uint", "double", "bool"].contains(type(other).runtimeName) {
        let place = range(other)
        fixIts = [
          FixIt(
            "convert it to a string",
            [
              FixIt.Edit(SourceRange(at: place.lowerBound), "string("),
              FixIt.Edit(SourceRange(at: place.upperBound), ")"),
            ])
        ]
      }
    }
    let shown = fixIts.map { fix in
      var fix = fix
      fix.isShown = true
      return fix
    }
    let words =
      switch binary {
      case .equal where !(a.isNumeric && b.isNumeric),
        .notEqual where !(a.isNumeric && b.isNumeric):
        "\(named(a)) never equals \(named(b))"
      case .isIn: "\(named(a)) cannot be in \(named(b))"
      default:
        "'\(binary.rawValue)' is not defined for \(named(a)) and \(named(b))"
          + forms(of: binary, a, b)
      }
    note("no-overload", words, at: range(index), fixIts: shown)
  }

  /// Notes arithmetic with a date, for which there are functions.
  ///
  /// - Returns: Whether the operation has this form.
  private mutating func noteDateArithmetic(
    _ index: Int, _ binary: BinaryOperator, _ left: Int, _ right: Int
  ) -> Bool {
    guard known[left]?.proves(.date) == true, binary == .add || binary == .subtract else {
      return false
    }
    let (date, other) = (source(left), source(right))
    let proposal: String
    switch type(right) {
    case .int:
      let sign = binary == .add ? "" : "-"
      let isLiteral = if case .literal = node(right).kind { true } else { false }
      proposal =
        "addDays(\(date), \(sign)" + (sign.isEmpty || isLiteral ? other : operand(right)) + ")"
    case .string where binary == .subtract && known[right]?.proves(.date) == true:
      proposal = "daysBetween(\(other), \(date))"
    default: return false
    }
    note(
      "no-overload", "'\(binary.rawValue)' is not defined for a date; write `\(proposal)`",
      at: range(index),
      fixIts: [
        FixIt(
          "write `\(proposal)`", [FixIt.Edit(range(index), proposal)], isShown: true, isSafe: true)
      ])
    return true
  }

  /// What an operator takes with the type of either operand, as the end of a sentence.
  private func forms(of binary: BinaryOperator, _ a: ValueType, _ b: ValueType) -> String {
    let overloads = environment.functions[binary.functionName]?.overloads ?? []
    let near = overloads.filter {
      $0.parameters[0].hasSameHead(as: a) || $0.parameters[1].hasSameHead(as: b)
    }
    let forms = near.map { "'\($0.parameters[0]) \(binary.rawValue) \($0.parameters[1])'" }
    return forms.isEmpty ? "" : "; expected \(Self.list(Array(forms.prefix(4))))"
  }

  private mutating func noteNullCheck(_ index: Int, _ binary: BinaryOperator, _ operand: Int) {
    let text = source(operand)
    let isEqual = binary == .equal
    var suggestion: String?
    switch type(operand) {
    case .string: suggestion = "\(text) \(isEqual ? "==" : "!=") ''"
    case .list, .map: suggestion = "size(\(text)) \(isEqual ? "==" : ">") 0"
    default: break
    }
    note(
      "null-check",
      "\(named(type(operand))) is never null"
        + (suggestion.map { "; did you mean `\($0)`?" } ?? ""), at: range(index),
      fixIts: suggestion.map { [FixIt("write `\($0)`", [FixIt.Edit(range(index), $0)])] } ?? [])
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
