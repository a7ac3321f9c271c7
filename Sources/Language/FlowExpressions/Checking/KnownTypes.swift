// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// The additional rule of strict expressions: a type is known wherever a value is used.
extension ExpressionChecker {
  var isStrict: Bool { environment.options.isStrict }

  /// The maximum number of combinations of types to try for a call.
  private static let maximumCombinations = 64

  /// The type of a node, narrowed if all its values are known to be of one type.
  func narrowed(_ type: ValueType, _ index: Int) -> ValueType {
    guard isStrict, substitution.resolve(type) == .dyn, case .oneOf(let values)? = known[index],
      let first = values.first?.type, values.allSatisfy({ $0.type == first })
    else { return type }
    return first
  }

  /// Notes a part of type `dyn` where one type is needed.
  ///
  /// - Parameters:
  ///   - index: The part.
  ///   - wanted: The type that fits, or `nil` for a type that no known value has.
  ///   - need: What needs the type, as the start of a sentence.
  mutating func requireType(of index: Int, as wanted: ValueType? = nil, _ need: String) {
    guard isStrict, type(index).isUnsure(for: wanted ?? .bool) else { return }
    if let wanted, let possible = possibleTypes(of: index),
      possible.allSatisfy({ substitution.assign($0, to: wanted) })
    {
      return
    }
    noteUnsure(index, need) { checker, type, _ in
      wanted.map { checker.substitution.assign(type, to: $0) } ?? false
    }
  }

  /// Notes arguments of type `dyn` unless every value that they can have is known to fit.
  ///
  /// - Returns: The type of the call.
  mutating func requireTypes(
    of arguments: [Int], for function: FunctionDeclaration,
    _ found: (type: ValueType, overloads: [Int]), asMethod: Bool, at index: Int
  ) -> ValueType {
    guard isStrict else { return found.type }
    let types = arguments.map { type($0) }
    let all = function.overloads
    func unsure(_ overload: Int) -> [Int] {
      types.indices.filter { types[$0].isUnsure(for: all[overload].parameters[$0]) }
    }
    let unsure = found.overloads.map { unsure($0) }
    guard let first = unsure.min(by: { $0.count < $1.count }), !first.isEmpty else {
      return found.type
    }
    if let type = provenType(of: function, arguments, types, asMethod: asMethod) { return type }
    for position in first {
      let others = arguments.indices.filter { $0 != position && types[$0] == .int }
      let need = "\(Self.words(for: function, node(index))) needs one type"
      noteUnsure(arguments[position], need, beside: others.map { arguments[$0] }) {
        checker, type, isWidened in
        var changed = types
        changed[position] = type
        if isWidened { for other in others { changed[other] = .double } }
        return checker.resolve(function, changed, asMethod: asMethod) != nil
      }
    }
    return .unknown
  }

  /// The type of a call if it takes every combination of its arguments' values, or `nil` if it
  /// doesn't or too little is known.
  private func provenType(
    of function: FunctionDeclaration, _ arguments: [Int], _ types: [ValueType], asMethod: Bool
  ) -> ValueType? {
    var combinations: [[ValueType]] = [[]]
    for (argument, type) in zip(arguments, types) {
      let possible = type.isOpen ? possibleTypes(of: argument) ?? [type] : [type]
      combinations = combinations.flatMap { start in possible.map { start + [$0] } }
      guard combinations.count <= Self.maximumCombinations else { return nil }
    }
    var result: ValueType?
    for combination in combinations {
      var copy = self
      guard let found = copy.resolve(function, combination, asMethod: asMethod),
        found.overloads.contains(where: { overload in
          let parameters = function.overloads[overload].parameters
          return zip(combination, parameters).allSatisfy { !$0.isUnsure(for: $1) }
        })
      else { return nil }
      result = result == nil || result == found.type ? found.type : .dyn
    }
    return result
  }

  /// The types that the values of a part can have, or `nil` if they aren't known.
  func possibleTypes(of index: Int) -> [ValueType]? {
    guard let known = known[index] else { return nil }
    switch (type(index), known) {
    case (.dyn, .oneOf(let values)): return Self.types(of: values)
    case (.optional(.dyn), .oneOf(let values)): return Self.types(of: values)?.map { .optional($0) }
    case (.list(.dyn), .list(.oneOf(let values)?, _)):
      // A list may contain several types, so only a single type is certain.
      let types = Self.types(of: values)
      return types?.count == 1 ? types?.map { .list($0) } : nil
    default: return nil
    }
  }

  private static func types(of values: [Value]) -> [ValueType]? {
    var types: [ValueType] = []
    for value in values where !types.contains(value.type) { types.append(value.type) }
    return types.isEmpty ? nil : types
  }

  /// Notes a text that isn't proven to have the form that a function takes.
  mutating func requireForm(_ form: TextForm, of index: Int, for function: String) {
    guard isStrict, known[index]?.proves(form) != true,
      !result.types[node(index).start...index].contains(where: \.isUnknown)
    else { return }
    let text = source(index)
    if case .literal = node(index).kind {
      note(
        "type-mismatch", "'\(function)' takes \(form.described), but \(text) isn't one",
        at: range(index))
      return
    }
    let name = text.count > 60 || text.contains(where: \.isNewline) ? "this" : "'\(text)'"
    note(
      "type-mismatch",
      "'\(function)' takes \(form.described), but \(name) may be any text; ask for "
        + "\(form.described), or write `\(form.function)(\(text))`, which fails on other texts",
      at: range(index),
      fixIts: [
        FixIt(
          "convert it to \(form.described)",
          [
            FixIt.Edit(SourceRange(at: range(index).lowerBound), "\(form.function)("),
            FixIt.Edit(SourceRange(at: range(index).upperBound), ")"),
          ])
      ])
  }

  // MARK: Words

  /// Notes a part whose type isn't known, with ways to make it known.
  ///
  /// - Parameters:
  ///   - index: The part.
  ///   - need: What needs the type.
  ///   - others: The int operands next to it, which become doubles if it does.
  ///   - fits: Whether a type fits, perhaps with the others as doubles.
  mutating func noteUnsure(
    _ index: Int, _ need: String, beside others: [Int] = [],
    where fits: (inout ExpressionChecker, ValueType, _ isWidened: Bool) -> Bool
  ) {
    // A part that has a mistake of its own isn't reported again.
    guard !result.types[node(index).start...index].contains(where: \.isUnknown) else { return }
    if case .call(nil, "dyn", let arguments) = node(index).kind, arguments.count == 1 {
      let plain = source(arguments[0])
      note(
        "dynamic-value", "\(need), which 'dyn' hides; write `\(plain)`", at: range(index),
        fixIts: fits(&self, type(arguments[0]), false)
          ? [FixIt("write `\(plain)`", [FixIt.Edit(range(index), "(\(plain))")], isShown: true)]
          : [])
      return
    }
    let text = source(index)
    let name = text.count > 60 || text.contains(where: \.isNewline) ? "this" : "'\(text)'"
    guard let types = possibleTypes(of: index), types.allSatisfy({ !$0.isOpen }) else {
      note(
        "dynamic-value",
        "\(need), but \(name) may be of any type here; make all that it can be of one type",
        at: range(index))
      return
    }
    let words = types.map { named($0) }.joined(separator: " or ")
    let isNumeric = types.allSatisfy(\.isNumeric)
    let conversions: [(String, ValueType)] =
      (isNumeric ? [("double", .double)] : []) + [("string", .string)]
    let conversion = conversions.first { fits(&self, $0.1, $0.1 == .double) }
    note(
      "dynamic-value",
      "\(need), but \(name) may be \(words) here"
        + (conversion.map { "; write `\($0.0)(\(text))`" }
          ?? "; make all that it can be of one type"),
      at: range(index),
      fixIts: conversion.map { conversion in
        [
          FixIt(
            "convert it to a \(conversion.0)",
            [
              FixIt.Edit(SourceRange(at: range(index).lowerBound), "\(conversion.0)("),
              FixIt.Edit(SourceRange(at: range(index).upperBound), ")"),
            ] + (conversion.1 == .double ? others.flatMap { toDouble($0).flatMap(\.edits) } : []),
            isShown: true)
        ]
      } ?? [])
  }

  /// The name of a function in a message: `'size'`, `'*'`.
  private static func words(
    for function: FunctionDeclaration, _ node: ExpressionNode
  ) -> String {
    switch node.kind {
    case .binary(let binary, _, _): "'\(binary.rawValue)'"
    case .negate: "'-'"
    default: "'\(function.name)'"
    }
  }
}

extension ValueType {
  /// Whether a value of this type may turn out not to fit a parameter.
  package func isUnsure(for parameter: ValueType) -> Bool {
    switch (self, parameter) {
    case (_, .dyn), (_, .undecided), (_, .parameter): false
    case (.dyn, _): true
    case (.list(let type), .list(let wanted)), (.optional(let type), .optional(let wanted)):
      type.isUnsure(for: wanted)
    case (.map(let key, let value), .map(let wantedKey, let wanted)):
      key.isUnsure(for: wantedKey) || value.isUnsure(for: wanted)
    case (.record(let record), .map(_, let wanted)):
      record.fields.contains { $0.type.isUnsure(for: wanted) }
    case (.record(let record), .record(let wanted)):
      wanted.fields.contains { field in
        record[field.name].map { $0.type.isUnsure(for: field.type) } ?? false
      }
    default: false
    }
  }

  /// Whether the type belongs to something that has a mistake, or contains such a type.
  package var isUnknown: Bool { self == .unknown || components.contains { $0.isUnknown } }
}
