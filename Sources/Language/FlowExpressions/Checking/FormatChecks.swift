// SPDX-License-Identifier: Apache-2.0

import Localization
import SourceDiagnostics

// Literal formats: `'%s of %d'.format([name, count])` is checked like a call with typed parameters.
extension ExpressionChecker {
  /// Notes clauses of a literal format that are unknown, have no value, or don't take a value of
  /// its type.
  mutating func checkFormat(_ text: Int, _ values: Int) {
    guard isStrict, case .literal(.string(let format)) = node(text).kind else { return }
    var clauses: [FormatClause] = []
    for part in FormatClause.all(of: format) {
      switch part {
      case .success(let clause): clauses.append(clause)
      case .failure(let mistake): return note("invalid-format", mistake.message, at: range(text))
      }
    }
    guard case .list(let elements) = node(values).kind, !elements.contains(where: \.isOptional)
    else {
      if case .list(let element) = type(values) {
        for clause in clauses { check(clause, takes: element, at: values) }
      }
      return
    }
    if clauses.count != elements.count {
      let (wanted, found) = (clauses.count, elements.count)
      note(
        "invalid-format", found > wanted ? .warning : .error,
        "the format has \(wanted) clause\(wanted == 1 ? "" : "s"), but is given "
          + "\(found) value\(found == 1 ? "" : "s")", at: range(values))
    }
    for (clause, element) in zip(clauses, elements) {
      guard type(element.value) == .dyn else {
        check(clause, takes: type(element.value), at: element.value)
        continue
      }
      if possibleTypes(of: element.value)?.allSatisfy(clause.takes) != true {
        noteUnsure(element.value, "'\(clause)' takes \(clause.described)") {
          clause.takes($1) && !$2
        }
      }
    }
  }

  /// Notes a literal pattern of a date with a field that isn't known, and a literal language without words.
  mutating func checkDateFormat(_ arguments: [Int]) {
    if type(arguments[0]) == .string { requireForm(.date, of: arguments[0], for: "formatDate") }
    if case .literal(.string(let pattern)) = node(arguments[1]).kind {
      do throws(DatePattern.Mistake) {
        _ = try DatePattern(pattern)
      } catch {
        note("invalid-format", error.message, at: range(arguments[1]))
      }
    }
    guard let last = arguments.dropFirst(2).first,
      case .literal(.string(let language)) = node(last).kind,
      MessageCatalog.builtIn(for: language) == nil
    else { return }
    let languages = MessageCatalog.builtIn.map { "'\($0.language)'" }.joined(separator: ", ")
    note(
      "invalid-format",
      "'\(language)' isn't a language that dates can be written in; those are \(languages)",
      at: range(last))
  }

  private mutating func check(_ clause: FormatClause, takes type: ValueType, at index: Int) {
    guard !clause.takes(type) else { return }
    if noteUnproven(among: [index], where: { clause.takes($1[0]) }) { return }
    let other = FormatClause.proposal(for: type)
    note(
      "invalid-format",
      "'\(clause)' takes \(clause.described), not \(named(type))"
        + (other.map { "; write '\($0)'" } ?? ""), at: range(index))
  }
}

/// A clause of a format: `%s`, `%.2f`.
struct FormatClause: CustomStringConvertible {
  /// An invalid clause.
  struct Mistake: Error {
    let message: String
  }

  /// The letter that selects the notation.
  let letter: Unicode.Scalar

  /// The clause as written.
  let description: String

  /// The clauses of a format, in order.
  static func all(of format: String) -> [Result<FormatClause, Mistake>] {
    var clauses: [Result<FormatClause, Mistake>] = []
    var scalars = Array(format.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "%" else { continue }
      if scalars.first == "%" {
        scalars.removeFirst()
        continue
      }
      var source = "%"
      if scalars.first == "." {
        source += "."
        scalars.removeFirst()
        while let digit = scalars.first, ("0"..."9").contains(digit) {
          source.unicodeScalars.append(digit)
          scalars.removeFirst()
        }
        guard source != "%." else {
          clauses.append(.failure(Mistake(message: "a precision needs digits, as in '%.2f'")))
          return clauses
        }
      }
      guard let letter = scalars.popFirst() else {
        let message = "the format ends inside a clause; write '%%' for a percent sign"
        clauses.append(.failure(Mistake(message: message)))
        return clauses
      }
      source.unicodeScalars.append(letter)
      guard "sdfeboxX".unicodeScalars.contains(letter) else {
        clauses.append(
          .failure(
            Mistake(
              message:
                "'\(source)' isn't a clause; the clauses are %s, %d, %f, %e, %b, %o, %x, and %X, and "
                + "'%%' for a percent sign")))
        return clauses
      }
      clauses.append(.success(FormatClause(letter: letter, description: source)))
    }
    return clauses
  }

  /// The values that the clause takes, in words for users.
  var described: String {
    switch letter {
    case "s": "a value with a text"
    case "b": "a whole number or a bool"
    case "o": "a whole number"
    case "x", "X": "a whole number, a string or bytes"
    default: "a number"
    }
  }

  /// Whether the clause takes values of a type; always true for `dyn`.
  func takes(_ type: ValueType) -> Bool {
    switch (letter, type) {
    case (_, .dyn), (_, .undecided), (_, .parameter): true
    case ("s", .optional), ("s", .opaque): false
    case ("s", _): type.components.allSatisfy { takes($0) }
    case ("d", .double), ("f", .double), ("e", .double): true
    case ("b", .bool): true
    case ("x", .string), ("X", .string), ("x", .bytes), ("X", .bytes): true
    case (_, .int), (_, .uint): true
    default: false
    }
  }

  /// The clause for values of a type, or `nil` if no clause takes them.
  static func proposal(for type: ValueType) -> String? {
    switch type {
    case .optional, .opaque: nil
    case .double: "%f"
    default: "%s"
    }
  }
}
