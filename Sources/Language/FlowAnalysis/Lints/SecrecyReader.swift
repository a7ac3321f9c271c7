// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds the secrets in the values of expressions, and where they come from, also in a flow with mistakes.
///
/// A value that's computed from a secret is a secret; `SecretReader` follows secrets through
/// expressions, and `FlowSecrets` through names.
struct SecrecyReader {
  private let index: FlowIndex

  /// The flow that's checked, which knows the names of used flows, too.
  private let whole: FlowIndex

  /// The indices of the expressions of calls and of computed values, by the index of their step.
  private let sources: [Int: [Int]]

  /// The names that were given around places, by the scope of the place.
  private let known = KnownElements()

  /// Creates a reader for a flow, which may be used in the one that's checked.
  init(_ index: FlowIndex, in whole: FlowIndex) {
    self.index = index
    self.whole = whole
    sources = Dictionary(
      grouping: index.expressions.indices.filter { number in
        [.compute, .callValue, .input].contains(index.expressions[number].role)
          && index.expressions[number].step != nil
      }
    ) { index.expressions[$0].step ?? 0 }
  }

  /// Whether any name contains a secret; otherwise, there's nothing to check.
  var hasSecrets: Bool { !whole.secrets.isEmpty }

  /// Returns the shape of the value of an expression; clean if it has mistakes.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - bound: The innermost name that stands for an element here; nil if there's none.
  /// - Returns: The shape.
  func shape(of expression: IndexedExpression, in bound: BoundElement?) -> SecretShape {
    guard let checked = expression.checked else { return .clean }
    return Self.shape(of: checked, secretNames(in: checked, bound))
  }

  /// Returns the names that stand for elements of lists and for other values in an expression; nil if there are
  /// none.
  ///
  /// - Complexity: O(1) if it was called for the scope around the innermost of them, apart from the size of the
  ///   expression that it comes from.
  func binding(of expression: IndexedExpression) -> BoundElement? {
    var chain: [(scope: Int, name: IndexedName)] = []
    var scope = expression.scope
    while known.elements[scope] == nil, let (name, outer) = index.boundName(in: scope) {
      chain.append((scope, name))
      scope = outer
    }
    var element = known.elements[scope]
    for (scope, name) in chain.reversed() {
      guard let source = name.elements.map({ index.expressions[$0] }) else { continue }
      let inner = BoundElement(
        name: name.id.name, source: source,
        shape: shape(of: source, in: binding(of: source)).shape(of: name.kind), outer: element)
      known.elements[scope] = inner
      element = inner
    }
    return element
  }

  private static func shape(
    of checked: FlowExpression, _ names: [(name: String, shape: SecretShape)]
  ) -> SecretShape {
    guard !names.isEmpty else { return .clean }
    var reader = SecretReader(names: Dictionary(names) { first, _ in first })
    return reader.shape(of: checked.compiled.root)
  }

  /// Returns the names in an expression that hold secrets, in order of first appearance.
  private func secretNames(
    in checked: FlowExpression, _ bound: BoundElement?
  ) -> [(name: String, shape: SecretShape)] {
    checked.compiled.freeNames.compactMap { name in
      let shape =
        bound?.element(named: name)?.shape
        ?? whole.answerScopes.origin(of: name, in: checked.scope).map {
          whole.secrets.shape(at: $0)
        }
        ?? .clean
      return shape.isClean ? nil : (name, shape)
    }
  }

  // MARK: Origins

  /// The maximum number of names to go back from a computed value to its secret, and of names in an
  /// expression to try.
  private static let maximumSteps = (back: 100, names: 16)

  /// Returns the name whose value is the secret in the value of an expression, or nil if none is
  /// found.
  func origin(of expression: IndexedExpression, in bound: BoundElement?) -> IndexedName? {
    var (expression, bound) = (expression, bound)
    for _ in 0..<Self.maximumSteps.back {
      guard let checked = expression.checked else { return nil }
      let names = secretNames(in: checked, bound).prefix(Self.maximumSteps.names)
      guard let text = names.first(where: { !Self.shape(of: checked, [$0]).isClean })?.name else {
        return nil
      }
      if let element = bound?.element(named: text) {
        (expression, bound) = (element.source, binding(of: element.source))
        continue
      }
      guard let name = name(text, in: expression) else { return nil }
      if name.kind == .items { return name.step.map { index.names[index.name(ofStep: $0)] } }
      guard let computed = name.elements.map({ index.expressions[$0] }) ?? computedFrom(name) else {
        return name
      }
      (expression, bound) = (computed, nil)
    }
    return nil
  }

  /// Returns the name to which a text in an expression refers.
  private func name(_ text: String, in expression: IndexedExpression) -> IndexedName? {
    index.uses[expression.uses].first { $0.text == text }?.name.map { index.names[$0] }
  }

  /// Returns the expression from which a name got its secret, or nil if the name is the secret.
  private func computedFrom(_ name: IndexedName) -> IndexedExpression? {
    guard let step = name.step else { return nil }
    let expressions = (sources[step] ?? []).map { index.expressions[$0] }
    switch index.steps[step].step.kind {
    case .compute: return expressions.first
    case .run(let run) where run.isSecret == nil:
      return expressions.first { !shape(of: $0, in: nil).isClean }
    default: return nil
    }
  }

  /// Returns whether an expression is a name, or a part of one, whose value is a secret rather than
  /// computed from one.
  func isSecretItself(_ expression: IndexedExpression, in bound: BoundElement?) -> Bool {
    let text = expression.source.text.trimmingWhitespace
    let first = String(text.prefix { $0 != "." })
    guard text.isPathOfNames, bound?.element(named: first) == nil,
      shape(of: expression, in: bound) == .secret, let name = name(first, in: expression)
    else { return false }
    switch (name.kind, name.step.map { index.steps[$0].step.kind }) {
    case (.items, _), (.itemElement, _): return false
    case (.step, .compute(let inner)): return inner.text.trimmingWhitespace.isPathOfNames
    case (.step, .run(let run)): return run.isSecret == true
    default: return true
    }
  }
}

extension IndexedName {
  /// The verb for what happens where it's declared.
  var verb: String {
    switch kind {
    case .input: "given"
    case .step(.compute): "computed"
    case .step(.run): "captured"
    default: "asked"
    }
  }
}

extension String {
  /// Whether it's a name, or several names separated by dots.
  fileprivate var isPathOfNames: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }

  /// The text without leading and trailing white space.
  var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// The names that are given around places.
private final class KnownElements {
  /// The innermost name, by scope.
  var elements: [Int: BoundElement] = [:]
}

extension SecretShape {
  /// Returns the shape of what a name stands for that comes from a value of this shape.
  fileprivate func shape(of kind: IndexedName.Kind) -> SecretShape {
    switch kind {
    case .binding: self
    case .elementKey: self == .secret ? .secret : .clean
    case .elementPosition: .clean
    default: element
    }
  }
}

/// A name that stands for the elements of a list, or for another value, where an expression is evaluated:
/// `item`, or a name that a text gives.
final class BoundElement {
  let name: String

  /// The expression of the value, or of the list or the map.
  let source: IndexedExpression

  /// The shape of what it stands for.
  let shape: SecretShape

  /// The next name around it.
  let outer: BoundElement?

  init(name: String, source: IndexedExpression, shape: SecretShape, outer: BoundElement?) {
    self.name = name
    self.source = source
    self.shape = shape
    self.outer = outer
  }

  /// Returns what gives a name its meaning; nil if nothing does.
  func element(named name: String) -> BoundElement? {
    var next: BoundElement? = self
    while let element = next {
      if element.name == name { return element }
      next = element.outer
    }
    return nil
  }
}
