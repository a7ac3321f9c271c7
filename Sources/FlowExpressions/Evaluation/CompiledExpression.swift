// SPDX-License-Identifier: Apache-2.0

/// An expression that was parsed, checked and made ready to be evaluated any number of times.
public struct CompiledExpression: Sendable {
  /// The whole expression.
  public let root: ParsedExpression

  /// The type that its value has; `dyn` where that is known only when it is evaluated.
  public let type: ValueType

  let checked: CheckedTree
  /// The type that the value must have, when the checker could not decide it.
  private let expected: ValueType?
  private let plan: Plan
  private let names: [String]
  private let localCount: Int
  private let bindingCount: Int
  private let options: ExpressionOptions
  private let zones: any TimeZoneSource

  init(
    root: ParsedExpression, type: ValueType, expected: ValueType?, checked: CheckedTree,
    plan: Plan,
    names: [String], localCount: Int, bindingCount: Int, options: ExpressionOptions,
    zones: any TimeZoneSource
  ) {
    self.root = root
    self.type = type
    self.checked = checked
    self.expected = expected.flatMap { $0 == type || !type.isOpen ? nil : $0 }
    self.plan = plan
    self.names = names
    self.localCount = localCount
    self.bindingCount = bindingCount
    self.options = options
    self.zones = zones
  }

  /// The text that it was read from.
  public var text: String { root.tree.text }

  /// The names of the scope that it uses, each once, in the order of their first appearance.
  public var freeNames: [String] {
    var seen: Set<String> = []
    return references.map(\.name).filter { seen.insert($0).inserted }
  }

  /// Every place where it uses a name of the scope, in the order of the text.
  package var references: [NameReference] { checked.references }

  /// What is known of its value beyond the type: from its literals, and from the names in it.
  package var knownValues: KnownValues? { checked.knownValues }

  /// The type that the checker deduced for a part of this expression.
  ///
  /// - Parameter part: A part of ``root``.
  /// - Returns: The type; `dyn` for parts of other expressions.
  public func type(of part: ParsedExpression) -> ValueType {
    part.tree === root.tree ? checked.types[part.index] : .dyn
  }

  /// Evaluates the expression.
  ///
  /// - Parameter bindings: The values of its names.
  /// - Returns: The value, of type ``type``.
  /// - Throws: Why there is no value.
  public func evaluate(in bindings: some Bindings) throws(EvaluationError) -> Value {
    var frame = Frame(
      scope: bindings, names: names, localCount: localCount, bindingCount: bindingCount,
      options: options, zones: zones, isPartial: false)
    return try finished(try plan.evaluate(&frame), &frame)
  }

  /// The value, once it is known to be what was asked for and not too big to be used.
  private func finished(_ value: Value, _ frame: inout Frame) throws(EvaluationError) -> Value {
    switch value {
    case .list, .map, .optional:
      // Parts may be shared; what takes little room here can be huge when it is written.
      if root.tree.makesValues, !value.isSmaller(than: &frame.context.remainingCost) {
        throw EvaluationContext.costLimit().located(at: root.range)
      }
    default: break
    }
    if let expected, !expected.contains(value) {
      throw EvaluationError(
        .noOverload,
        "\(value.type.withArticle) was found where \(expected.withArticle) is expected",
        at: root.range)
    }
    return value
  }

  /// Evaluates a condition to its truth.
  ///
  /// - Parameter bindings: The values of its names.
  /// - Returns: The truth.
  /// - Throws: Why there is no truth; `no-overload` when the value is no bool.
  public func isTrue(in bindings: some Bindings) throws(EvaluationError) -> Bool {
    var frame = Frame(
      scope: bindings, names: names, localCount: localCount, bindingCount: bindingCount,
      options: options, zones: zones, isPartial: false)
    return try plan.truth(&frame)
  }

  /// Evaluates the expression as far as the names that have values allow.
  ///
  /// - Parameter bindings: The values that are known.
  /// - Returns: The value if they suffice for one, else what is lacking.
  public func evaluatePartially(in bindings: some Bindings) -> PartialResult {
    var frame = Frame(
      scope: bindings, names: names, localCount: localCount, bindingCount: bindingCount,
      options: options, zones: zones, isPartial: true)
    do throws(EvaluationError) {
      return .value(try finished(try plan.evaluate(&frame), &frame))
    } catch {
      return error.code == .unknownName && !error.unknownNames.isEmpty
        ? .lacking(error.unknownNames) : .failure(error)
    }
  }
}

/// What an expression comes to when not all of its names have values.
public enum PartialResult: Sendable, Hashable {
  /// The value, which does not depend on what is unknown.
  case value(Value)

  /// The names without values on which the result depends.
  case lacking([String])

  /// It fails, whatever the unknown values are.
  case failure(EvaluationError)
}
