// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The state of a running evaluation.
struct Frame {
  /// The value of a name, once it was read.
  enum Slot {
    case unread
    case absent
    case value(Value)
  }

  /// The value of a name that `cel.bind` binds, once it was needed.
  enum Binding {
    case unread
    case value(Value)
    indirect case failed(EvaluationError)
  }

  /// The values of the names; of the first two, without an array.
  struct Slots {
    private var first = Slot.unread
    private var second = Slot.unread
    private var others: [Slot]

    init(count: Int) { others = count > 2 ? Array(repeating: .unread, count: count - 2) : [] }

    subscript(slot: Int) -> Slot {
      @inline(__always) _read {
        switch slot {
        case 0: yield first
        case 1: yield second
        default: yield others[slot - 2]
        }
      }
      @inline(__always) set {
        switch slot {
        case 0: first = newValue
        case 1: second = newValue
        default: others[slot - 2] = newValue
        }
      }
    }
  }

  let scope: any Bindings
  let names: [String]
  var slots: Slots
  var locals: [Value]
  var bindings: [Binding]
  var context: EvaluationContext
  /// Whether the operands after an unknown one are still evaluated, to find all names that are
  /// lacking.
  let isPartial: Bool

  init(
    scope: any Bindings, names: [String], localCount: Int, bindingCount: Int,
    options: ExpressionOptions, zones: any TimeZoneSource, isPartial: Bool
  ) {
    self.scope = scope
    self.names = names
    // Most expressions have a name or two, and nothing else.
    slots = Slots(count: names.count)
    locals = localCount == 0 ? [] : Array(repeating: .null, count: localCount)
    bindings = bindingCount == 0 ? [] : Array(repeating: .unread, count: bindingCount)
    context = EvaluationContext(
      remainingCost: options.maximumCost, maximumTextLength: options.maximumTextLength,
      zones: zones)
    self.isPartial = isPartial
  }

  /// The value of a name, or `nil` if it has none.
  @inline(__always)
  mutating func value(slot: Int) -> Value? {
    switch slots[slot] {
    case .value(let value): value
    case .absent: nil
    case .unread: read(slot)
    }
  }

  private mutating func read(_ slot: Int) -> Value? {
    guard let value = scope.value(of: names[slot]) else {
      slots[slot] = .absent
      return nil
    }
    slots[slot] = .value(value)
    return value
  }
}
