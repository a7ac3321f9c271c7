// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// An expression of Jinja with its range.
struct JinjaExpression: Hashable {
  indirect enum Kind: Hashable {
    case literal(JinjaValue)
    case name(String)
    case list([JinjaExpression])
    case tuple([JinjaExpression])
    case dictionary([Pair])
    case attribute(JinjaExpression, String)
    case item(JinjaExpression, JinjaExpression)
    case slice(
      JinjaExpression, start: JinjaExpression?, stop: JinjaExpression?, step: JinjaExpression?)
    case call(JinjaExpression, JinjaArguments)
    case filter(JinjaExpression, String, JinjaArguments)
    case test(JinjaExpression, String, JinjaArguments)
    case not(JinjaExpression)
    case negate(JinjaExpression)
    case arithmetic(String, JinjaExpression, JinjaExpression)
    case concat([JinjaExpression])
    case comparison(JinjaExpression, [Operand])
    case and(JinjaExpression, JinjaExpression)
    case or(JinjaExpression, JinjaExpression)
    case conditional(
      JinjaExpression, then: JinjaExpression, otherwise: JinjaExpression?)
  }

  struct Pair: Hashable {
    let key: JinjaExpression
    let value: JinjaExpression
  }

  struct Operand: Hashable {
    /// `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, or `not in`.
    let sign: String
    let value: JinjaExpression
  }

  let kind: Kind

  /// The range in UTF-8 offsets of the template.
  let range: SourceRange

  static func == (left: JinjaExpression, right: JinjaExpression) -> Bool {
    left.kind == right.kind
  }

  func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// The arguments of a call, a filter, or a test.
struct JinjaArguments: Hashable {
  var values: [JinjaExpression] = []
  var named: [Named] = []

  /// Whether there are arguments such as `*list`.
  var isSpread = false

  struct Named: Hashable {
    let name: String
    let value: JinjaExpression
  }

  var all: [JinjaExpression] { values + named.map(\.value) }

  var isEmpty: Bool { values.isEmpty && named.isEmpty && !isSpread }

  /// The argument at a position, or of a name.
  func value(_ position: Int, _ name: String) -> JinjaExpression? {
    position < values.count ? values[position] : named.first { $0.name == name }?.value
  }
}

extension JinjaExpression {
  /// The expressions that it consists of.
  var children: [JinjaExpression] {
    switch kind {
    case .literal, .name: []
    case .list(let items), .tuple(let items), .concat(let items): items
    case .dictionary(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .attribute(let operand, _), .not(let operand), .negate(let operand): [operand]
    case .item(let operand, let key): [operand, key]
    case .slice(let operand, let start, let stop, let step):
      [operand] + [start, stop, step].compactMap { $0 }
    case .call(let operand, let arguments), .filter(let operand, _, let arguments),
      .test(let operand, _, let arguments):
      [operand] + arguments.all
    case .arithmetic(_, let left, let right), .and(let left, let right), .or(let left, let right):
      [left, right]
    case .comparison(let first, let operands): [first] + operands.map(\.value)
    case .conditional(let condition, let then, let otherwise):
      [condition, then] + [otherwise].compactMap { $0 }
    }
  }
}
