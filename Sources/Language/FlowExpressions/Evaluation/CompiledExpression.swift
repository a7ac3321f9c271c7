// SPDX-License-Identifier: Apache-2.0

/// An expression that was parsed, checked, and prepared; evaluate it any number of times.
public struct CompiledExpression: Sendable {
  /// The whole expression.
  package let root: ParsedExpression

  /// The type of its value; `dyn` if it's known only during evaluation.
  public let type: ValueType

  let checked: CheckedExpression
  /// The required type of the value, if the checker couldn't decide it.
  private let expected: ValueType?
  private let plan: Plan
  private let names: [String]
  private let localCount: Int
  private let bindingCount: Int
  private let options: ExpressionOptions
  private let zones: any TimeZoneSource

  init(
    root: ParsedExpression, type: ValueType, expected: ValueType?, checked: CheckedExpression,
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

  /// The names from the scope that it uses, each once, in order of first appearance.
  package var freeNames: [String] {
    var seen: Set<String> = []
    return references.map(\.name).filter { seen.insert($0).inserted }
  }

  /// Every use of a name from the scope, in source order.
  package var references: [NameReference] { checked.references }

  /// The known facts about its value beyond the type, from its literals and names.
  package var knownValues: KnownValues? { checked.knownValues }

  /// The name of which its value has some of the elements; nil if it isn't known.
  package var elementsOf: String? { checked.elementsOf }

  /// Returns the type that the checker deduced for a part of this expression.
  ///
  /// - Parameter part: A part of ``root``.
  /// - Returns: The type; `dyn` for a part of another expression.
  package func type(of part: ParsedExpression) -> ValueType {
    part.tree === root.tree ? checked.types[part.index] : .dyn
  }

  /// Evaluates the expression.
  ///
  /// - Parameter bindings: The values of its names.
  /// - Returns: The value, of type ``type``.
  /// - Throws: An ``EvaluationError`` if there's no value.
  public func evaluate(in bindings: some Bindings) throws(EvaluationError) -> Value {
    var frame = Frame(
      scope: bindings, names: names, localCount: localCount, bindingCount: bindingCount,
      options: options, zones: zones, isPartial: false)
    return try finished(try plan.evaluate(&frame), &frame)
  }

  /// Evaluates the expression as a part of another evaluation, whose budget it uses.
  func evaluate(
    in bindings: some Bindings, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    var frame = Frame(
      scope: bindings, names: names, localCount: localCount, bindingCount: bindingCount,
      options: options, zones: zones, isPartial: false)
    frame.context = context
    defer { context.remainingCost = frame.context.remainingCost }
    return try finished(try plan.evaluate(&frame), &frame)
  }

  /// The value, after checking that it has the expected type and isn't too large to use.
  private func finished(_ value: Value, _ frame: inout Frame) throws(EvaluationError) -> Value {
    switch value {
    case .list, .map, .optional:
      // Parts may be shared, so a value that's small in memory can be huge for whatever reads it.
      guard root.tree.makesValues else { break }
      let allowed = min(options.maximumValueSize, frame.context.remainingCost)
      var left = allowed
      guard value.isSmaller(than: &left) else {
        let error =
          allowed == options.maximumValueSize
          ? EvaluationError(
            .valueLimit,
            "the value would have more than \(allowed) parts; sixteen bytes of text count as a part"
          )
          : EvaluationContext.costLimit()
        throw error.located(at: root.range)
      }
      frame.context.remainingCost -= allowed - left
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

  /// Evaluates a condition.
  ///
  /// - Parameter bindings: The values of its names.
  /// - Returns: Whether the condition holds.
  /// - Throws: An ``EvaluationError`` if there's no result; `no-overload` if the value isn't a
  ///   bool.
  public func isTrue(in bindings: some Bindings) throws(EvaluationError) -> Bool {
    var frame = Frame(
      scope: bindings, names: names, localCount: localCount, bindingCount: bindingCount,
      options: options, zones: zones, isPartial: false)
    return try plan.truth(&frame)
  }

  /// Evaluates the parts of the expression whose names have values.
  ///
  /// - Parameter bindings: The known values.
  /// - Returns: The value if the known values determine it, and otherwise the names that are
  ///   lacking.
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

/// The result of an evaluation in which not all names have values.
public enum PartialResult: Sendable, Hashable {
  /// The value, which doesn't depend on anything unknown.
  case value(Value)

  /// The names without values that the result depends on.
  case lacking([String])

  /// It fails whatever the unknown values are.
  case failure(EvaluationError)
}
