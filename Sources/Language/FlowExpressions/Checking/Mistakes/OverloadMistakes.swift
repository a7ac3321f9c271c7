// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Operators and functions that don't take the types of their operands.
extension ExpressionChecker {
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
    noteMisfit(function.name, forms, arguments, types, asMethod: asMethod, at: place)
  }

  /// Notes the first argument that no form takes beside the arguments before it.
  private mutating func noteMisfit(
    _ name: String, _ forms: [FunctionOverload], _ arguments: [Int], _ types: [ValueType],
    asMethod: Bool, at place: SourceRange
  ) {
    var fitting = forms.map { form in
      let parameters = instantiate(form).parameters
      return (parameters: parameters, trial: substitution)
    }
    for (position, type) in types.enumerated() {
      let wanted = fitting.map { $0.trial.resolve($0.parameters[position]) }
      fitting = fitting.compactMap { form in
        var form = form
        let isNull = type == .null && !form.trial.resolve(form.parameters[position]).isDynamic
        return !isNull && form.trial.assign(type, to: form.parameters[position]) ? form : nil
      }
      guard fitting.isEmpty else { continue }
      if asMethod, position == 0 {
        let targets = ValueType.alternatives(wanted, isPlural: true)
        note("no-overload", "'\(name)' is for \(targets), not for \(named(type))", at: place)
        return
      }
      let count = types.count - (asMethod ? 1 : 0)
      let ordinal = position - (asMethod ? 1 : 0)
      let role = count == 1 ? "" : " as its \(Self.ordinals[min(ordinal, 9)]) argument"
      note(
        "no-overload",
        "'\(name)' takes \(ValueType.alternatives(wanted))\(role), not \(named(type))",
        at: range(arguments[position]), fixIts: numberFixIts(arguments))
      return
    }
    let found = types.map { named($0) }.joined(separator: " and ")
    note(
      "no-overload", "'\(name)' doesn't take \(found) together", at: place,
      fixIts: numberFixIts(arguments))
  }

  private static let ordinals = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "last",
  ]

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
    let meant = meant(by: binary, index, left, right)
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
    if let meant { fixIts = [meant.fix] }
    let shown = fixIts.map { fix in
      var fix = fix
      fix.isShown = true
      return fix
    }
    var words =
      switch binary {
      case .equal where !(a.isNumeric && b.isNumeric),
        .notEqual where !(a.isNumeric && b.isNumeric):
        "\(described(left)) never equals \(described(right))"
      case .isIn:
        if case .map(let key, _) = b {
          "a key of the map is \(named(key)), not \(described(left))"
        } else {
          "\(described(left)) cannot be in \(described(right))"
        }
      default:
        "'\(binary.rawValue)' is not defined for \(described(left)) and \(described(right))"
          + (meant == nil ? forms(of: binary, a, b) : "")
      }
    if let meant { words += "; write `\(meant.text)`" }
    note("no-overload", words, at: range(index), fixIts: shown)
  }

  /// An operand in a sentence: `a date`, `an int`.
  private func described(_ index: Int) -> String {
    if case .written(let form)? = known[index], type(index) == .string { return form.described }
    return named(type(index))
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

  /// The forms of an operator that take the type of either operand, as the end of a sentence.
  private func forms(of binary: BinaryOperator, _ a: ValueType, _ b: ValueType) -> String {
    let overloads = environment.functions[binary.functionName]?.overloads ?? []
    let near = overloads.filter {
      $0.parameters[0].hasSameHead(as: a) || $0.parameters[1].hasSameHead(as: b)
    }
    let forms = near.map {
      "'\($0.parameters[0].shortName) \(binary.rawValue) \($0.parameters[1].shortName)'"
    }
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
}
