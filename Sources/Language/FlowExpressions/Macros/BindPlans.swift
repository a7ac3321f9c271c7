// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// `cel.bind`: binds a name to a value, which is evaluated when the name is first needed, if ever.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class BindPlan: Plan, @unchecked Sendable {
  let number: Int
  let body: Plan

  init(_ number: Int, _ body: Plan, _ range: SourceRange) {
    self.number = number
    self.body = body
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    frame.bindings[number] = .unread
    return try body.evaluate(&frame)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    frame.bindings[number] = .unread
    return try body.truth(&frame)
  }
}

/// A name bound by `cel.bind`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class BindingPlan: Plan, @unchecked Sendable {
  let number: Int
  let value: Plan
  /// Whether the value itself binds names, at the positions of names that are bound here by now.
  let bindsNames: Bool

  init(_ number: Int, _ value: Plan, bindsNames: Bool, _ range: SourceRange) {
    self.number = number
    self.value = value
    self.bindsNames = bindsNames
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    switch frame.bindings[number] {
    case .value(let value): return value
    case .failed(let error): throw error
    case .unread: break
    }
    let locals = bindsNames ? frame.locals : []
    defer { if bindsNames { frame.locals = locals } }
    do throws(EvaluationError) {
      let value = try value.evaluate(&frame)
      frame.bindings[number] = .value(value)
      return value
    } catch {
      frame.bindings[number] = .failed(error)
      throw error
    }
  }
}
