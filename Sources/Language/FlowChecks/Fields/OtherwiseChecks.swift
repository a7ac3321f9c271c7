// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks the values of questions that aren't asked.
extension FlowChecking {
  /// Checks the value of a field where it isn't asked, which is evaluated where its conditions are false.
  mutating func checkOtherwise(
    _ setting: Setting, of field: FieldDefinition, expecting type: ValueType
  ) -> CheckedSetting? {
    // A condition with a mistake is a condition, too.
    guard !conditionsInScope.isEmpty || unknownConditions > 0 else {
      understand {
        _ = $0.check(
          setting, of: field, for: .setting(.otherwise), expecting: type, name: "otherwise")
      }
      report(
        Diagnostic(
          "unknown-key",
          "'otherwise' means nothing for a question that's always asked; remove it, or add 'when'",
          at: setting.place,
          fixIts: setting.place.removal(ofKey: "otherwise").map {
            [FixIt("remove it", [.init($0, "")], isShown: true, isSafe: true)]
          } ?? []))
      return nil
    }
    return outsideConditions { checking in
      let checked = checking.check(
        setting, of: field, for: .setting(.otherwise), expecting: type, name: "otherwise")
      guard case .computed(let expression)? = checked,
        case .optional = expression.compiled.type
      else { return checked }
      checking.reportMayBeMissing(expression)
      return nil
    }
  }

  /// Checks something that's evaluated whether or not those conditions around the current place that are in its scope
  /// are true.
  private mutating func outsideConditions<Result>(
    _ check: (inout FlowChecking) -> Result
  ) -> Result {
    let (outer, conditions) = (proven, conditionsInScope)
    for conjunct in conditions.flatMap(\.compiled.root.conjuncts) {
      if let count = proven[conjunct] { proven[conjunct] = count > 1 ? count - 1 : nil }
    }
    conditionsInScope = []
    follower?.suspend(conditions.count)
    let result = check(&self)
    follower?.resume()
    (proven, conditionsInScope) = (outer, conditions)
    return result
  }

  /// Returns the fields in a part of the plan that have a value where they aren't asked, without those of
  /// items and of used flows.
  func fieldsWithOtherwise(in part: Range<Int>) -> [SkippedField] {
    var found: [SkippedField] = []
    var index = part.lowerBound
    var depth = 0
    while index < part.upperBound {
      switch plan[index] {
      case .call: depth += 1
      case .result: depth -= 1
      case .step(let step):
        if case .repeat(let list) = step.kind { index = list.end }
        guard depth == 0 else { break }
        for (element, item) in step.elements.enumerated()
        where item.field?.settings[.otherwise] != nil {
          found.append(SkippedField(plan: index, element: element))
        }
      case .branch, .compute, .itemEnd: break
      }
      index += 1
    }
    return found
  }

  /// Returns what's known about the values of a field's name.
  func knownValues(ofNamed field: CheckedField) -> KnownValues? {
    let known = checkedValues(of: field)
    if field.type.form != nil { return known }
    switch field.settings[.otherwise] {
    case nil: return known
    case .known(let value)?: return KnownValues.joined([known, .oneOf([value])])
    case .computed(let expression)?:
      return KnownValues.joined([known, expression.compiled.knownValues])
    }
  }
}

extension SourcePlace {
  /// Returns the range of a key of a map and its value, which is at this place, with what separates it from
  /// the entry before; nil if the key isn't right before the value.
  fileprivate func removal(ofKey key: String) -> SourceRange? {
    let bytes = Array(file.text.utf8)
    var start = range.lowerBound
    func skip(_ isSkipped: (UInt8) -> Bool) {
      while start > 0, isSkipped(bytes[start - 1]) { start -= 1 }
    }
    let blank = UInt8(ascii: " ")
    skip { $0 == blank }
    let head = Array("\(key):".utf8)
    guard start >= head.count, bytes[start - head.count..<start].elementsEqual(head) else {
      return nil
    }
    start -= head.count
    skip { $0 == blank }
    guard start > 0, [UInt8(ascii: "\n"), UInt8(ascii: ",")].contains(bytes[start - 1]) else {
      return nil
    }
    return SourceRange(start - 1, range.upperBound)
  }
}
