// SPDX-License-Identifier: Apache-2.0

/// The checker's decisions so far about types that it didn't know.
///
/// Unification as in the language's reference checker: `dyn` agrees with everything, the more
/// general of two agreeing types is kept, and a type never becomes part of itself.
struct TypeSubstitution {
  private var decided: [ValueType?] = []
  private var trail: [(index: Int, before: ValueType?)] = []

  /// Returns a new undecided type.
  mutating func fresh() -> ValueType {
    decided.append(nil)
    return .undecided(decided.count - 1)
  }

  private func find(_ type: ValueType) -> ValueType? {
    if case .undecided(let index) = type, decided.indices.contains(index) {
      decided[index]
    } else {
      nil
    }
  }

  private mutating func decide(_ type: ValueType, _ decision: ValueType) {
    guard case .undecided(let index) = type, decided.indices.contains(index) else { return }
    trail.append((index, decided[index]))
    decided[index] = decision
  }

  /// The type with all decisions substituted; a type that's still undecided can become `dyn`.
  func resolve(_ type: ValueType, undecidedIsDynamic: Bool = false) -> ValueType {
    switch type {
    case .undecided:
      if let decision = find(type) {
        return resolve(decision, undecidedIsDynamic: undecidedIsDynamic)
      }
      return undecidedIsDynamic && type != .unknown ? .dyn : type
    case .list, .map, .type, .optional, .opaque, .record:
      return type.replacingComponents { resolve($0, undecidedIsDynamic: undecidedIsDynamic) }
    default: return type
    }
  }

  /// Returns whether each type is assignable to the wanted type at its index.
  ///
  /// Decides undecided types only if all are.
  mutating func assign(_ types: [ValueType], to wanted: [ValueType]) -> Bool {
    guard types.count == wanted.count else { return false }
    let mark = trail.count
    for (type, want) in zip(types, wanted) where !isAssignable(type, want) {
      rollBack(to: mark)
      return false
    }
    return true
  }

  /// Returns whether a type is assignable to another.
  ///
  /// Decides undecided types only if it is.
  mutating func assign(_ type: ValueType, to wanted: ValueType) -> Bool {
    let mark = trail.count
    if isAssignable(type, wanted) { return true }
    rollBack(to: mark)
    return false
  }

  /// A mark to which decisions can be rolled back.
  var mark: Int { trail.count }

  /// Rolls back all decisions since a mark.
  mutating func rollBack(to mark: Int) {
    while trail.count > mark, let last = trail.popLast() { decided[last.index] = last.before }
  }

  /// The common type of two alternatives, or `nil` if they have none.
  mutating func join(_ left: ValueType?, _ right: ValueType) -> ValueType? {
    guard let left else { return right }
    guard assign(left, to: right) else { return nil }
    return TypeSubstitution.moreGeneral(left, right)
  }

  private mutating func isAssignable(_ type: ValueType, _ wanted: ValueType) -> Bool {
    if type == .unknown || wanted == .unknown { return true }
    if case .undecided = wanted {
      let (valid, wasDecided) = substitutes(type, for: wanted)
      if valid { return true }
      if wasDecided { return false }
    }
    if case .undecided = type { return substitutes(wanted, for: type).valid }
    switch (type, wanted) {
    case (.dyn, _), (_, .dyn): return true
    case (.null, _): return TypeSubstitution.takesNull(wanted)
    case (_, .null): return TypeSubstitution.takesNull(type)
    case (.type, .type): return true
    case (.list(let a), .list(let b)), (.optional(let a), .optional(let b)):
      return isAssignable(a, b)
    case (.map(let k1, let v1), .map(let k2, let v2)):
      return isAssignable(k1, k2) && isAssignable(v1, v2)
    case (.opaque(let a, let p1), .opaque(let b, let p2)):
      guard TextBytes.equal(a, b), p1.count == p2.count else { return false }
      for (x, y) in zip(p1, p2) where !isAssignable(x, y) { return false }
      return true
    case (.record(let a), .record(let b)): return isAssignable(a, b)
    case (.record(let record), .map(let key, let value)):
      return isAssignable(.string, key) && isAssignable(commonType(of: record), value)
    case (.map(let key, let value), .record(let record)):
      return isAssignable(key, .string) && isAssignable(value, commonType(of: record))
    case (.parameter(let a), .parameter(let b)): return TextBytes.equal(a, b)
    default: return type == wanted
    }
  }

  private mutating func isAssignable(_ record: RecordType, _ wanted: RecordType) -> Bool {
    for field in wanted.fields {
      guard let other = record[field.name] else {
        if field.isOptional { continue }
        return false
      }
      if other.isOptional && !field.isOptional { return false }
      if !isAssignable(other.type, field.type) { return false }
    }
    return true
  }

  /// The type of all fields of a record if they share one, and otherwise `dyn`.
  func commonType(of record: RecordType) -> ValueType {
    guard let first = record.fields.first?.type else { return .dyn }
    return record.fields.allSatisfy { $0.type == first } ? first : .dyn
  }

  private mutating func substitutes(
    _ type: ValueType, for undecided: ValueType
  ) -> (valid: Bool, wasDecided: Bool) {
    if type == undecided { return (true, true) }
    if let decision = find(undecided) {
      let isSame = type == decision
      if isSame, type.components.isEmpty { return (true, true) }
      guard isSame || isAssignable(type, decision) else { return (false, true) }
      let general = TypeSubstitution.moreGeneral(type, decision)
      if isFree(undecided, in: general) { decide(undecided, general) }
      return (true, true)
    }
    if isFree(undecided, in: type) {
      decide(undecided, type)
      return (true, false)
    }
    return (false, false)
  }

  /// Whether an undecided type doesn't occur in another.
  private func isFree(_ undecided: ValueType, in type: ValueType) -> Bool {
    if undecided == type { return false }
    if case .undecided = type {
      return find(type).map { isFree(undecided, in: $0) } ?? true
    }
    return type.components.allSatisfy { isFree(undecided, in: $0) }
  }

  static func takesNull(_ type: ValueType) -> Bool {
    switch type {
    case .null, .opaque, .optional, .timestamp, .duration: true
    default: false
    }
  }

  /// Returns the more general of two types that agree.
  ///
  /// Values of both have it, so it has the names in results of both.
  static func moreGeneral(_ left: ValueType, _ right: ValueType) -> ValueType {
    isNoMoreSpecific(left, right) ? left.addingKeys(of: right) : right.addingKeys(of: left)
  }

  private static func isNoMoreSpecific(_ left: ValueType, _ right: ValueType) -> Bool {
    if left.isDynamic { return true }
    if right.isDynamic { return false }
    if right == .null { return takesNull(left) }
    switch (left, right) {
    case (.list(let a), .list(let b)), (.optional(let a), .optional(let b)):
      return isNoMoreSpecific(a, b)
    case (.map(let k1, let v1), .map(let k2, let v2)):
      return isNoMoreSpecific(k1, k2) && isNoMoreSpecific(v1, v2)
    case (.map, .record): return true
    case (.opaque(let a, let p1), .opaque(let b, let p2)):
      return TextBytes.equal(a, b) && p1.count == p2.count
        && zip(p1, p2).allSatisfy { isNoMoreSpecific($0, $1) }
    case (.record(let a), .record(let b)):
      // The type with fewer guarantees is more general.
      return a == b
        || (a.fields.count <= b.fields.count && a.fields.allSatisfy { b[$0.name] != nil })
    case (.type, .type): return true
    default: return left == right
    }
  }
}
