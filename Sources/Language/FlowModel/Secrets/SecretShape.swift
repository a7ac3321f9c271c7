// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// The parts of a value that are secrets or were computed from secrets.
package struct SecretShape: Sendable, Hashable {
  /// The distribution of secrets in a value.
  package indirect enum Kind: Sendable, Hashable {
    /// The value contains no secrets.
    case clean

    /// The whole value is a secret.
    case secret

    /// Each element of a list, or each value of a map, has this shape.
    case elements(SecretShape)

    /// These parts of a record contain secrets; all others don't.
    case record([String: SecretShape])
  }

  let kind: Kind

  /// The number of distinct parts.
  private let size: Int

  /// The limit on ``size``.
  ///
  /// A value with a larger shape counts as a secret as a whole.
  private static let maximumSize = 1_000

  private init(_ kind: Kind, size: Int) {
    self.kind = size > Self.maximumSize ? .secret : kind
    self.size = size > Self.maximumSize ? 1 : size
  }

  package static let clean = SecretShape(.clean, size: 1)
  package static let secret = SecretShape(.secret, size: 1)

  /// Returns the shape of a list or a map whose elements have a shape.
  package static func elements(_ shape: SecretShape) -> SecretShape {
    shape.isClean ? .clean : SecretShape(.elements(shape), size: shape.size + 1)
  }

  /// Returns the shape of a record whose parts have these shapes.
  package static func record(_ parts: [(name: String, shape: SecretShape)]) -> SecretShape {
    var shapes: [String: SecretShape] = [:]
    for (name, shape) in parts where !shape.isClean {
      shapes[name] = shapes[name].map { $0.or(shape) } ?? shape
    }
    guard !shapes.isEmpty else { return .clean }
    return SecretShape(.record(shapes), size: shapes.values.reduce(1) { $0 + $1.size })
  }

  /// Whether it contains no secrets.
  package var isClean: Bool { kind == .clean }

  /// The shape of a value that was computed from this one without keeping its parts separate.
  var asWhole: SecretShape { isClean ? .clean : .secret }

  /// Returns the shape of a value that has one of two shapes.
  package func or(_ other: SecretShape) -> SecretShape {
    switch (kind, other.kind) {
    case (.clean, _): return other
    case (_, .clean): return self
    case (.elements(let one), .elements(let two)): return .elements(one.or(two))
    case (.record(let one), .record(let two)):
      return .record((Array(one) + Array(two)).map { (name: $0.key, shape: $0.value) })
    default: return .secret
    }
  }

  /// Returns the shape of a map of this shape to which parts are added, which win over its own.
  func merged(with parts: [(name: String, shape: SecretShape)]) -> SecretShape {
    guard case .record(var own) = kind else { return or(.record(parts)) }
    for part in parts { own[part.name] = nil }
    return .record(own.map { (name: $0.key, shape: $0.value) } + parts)
  }

  /// Returns whether a value of another shape has secrets only where this one has them.
  package func covers(_ other: SecretShape) -> Bool { or(other) == self }

  /// Returns the shape of the part of a record, or of the value of a map, with a name.
  func part(named name: String) -> SecretShape {
    switch kind {
    case .clean: .clean
    case .secret: .secret
    case .elements(let shape): shape
    case .record(let parts): parts[name] ?? .clean
    }
  }

  /// The shape of an element at an unknown position.
  package var element: SecretShape {
    switch kind {
    case .clean: .clean
    case .secret: .secret
    case .elements(let shape): shape
    case .record(let parts): parts.values.reduce(.clean) { $0.or($1) }
    }
  }

  /// Returns a value of this shape with secrets masked.
  ///
  /// Absent values stay absent.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  package func masked(_ value: Value) -> Value {
    if isClean { return value }
    switch (kind, value) {
    case (_, .null), (_, .optional(nil)): return value
    case (_, .optional(let inner?)): return .optional(masked(inner))
    case (.elements(let shape), .list(let values)): return .list(values.map(shape.masked))
    case (.elements(let shape), .map(let map)):
      var result = ValueMap()
      for entry in map { result[entry.key] = shape.masked(entry.value) }
      return .map(result)
    case (.record(let parts), .map(let map)):
      var result = ValueMap()
      for entry in map {
        result[entry.key] = (parts[entry.key.plainText] ?? .clean).masked(entry.value)
      }
      return .map(result)
    default: return .string(AnswerText.mask)
    }
  }

  /// Returns the non-empty texts in the secret parts of a value.
  package func secretTexts(in value: Value) -> [String] {
    if isClean { return [] }
    switch (kind, value) {
    case (_, .optional(let inner)): return inner.map(secretTexts) ?? []
    case (.elements(let shape), .list(let values)): return values.flatMap(shape.secretTexts)
    case (.elements(let shape), .map(let map)):
      return map.flatMap { shape.secretTexts(in: $0.value) }
    case (.record(let parts), .map(let map)):
      return map.flatMap { (parts[$0.key.plainText] ?? .clean).secretTexts(in: $0.value) }
    default: return value.texts
    }
  }
}

extension InputType {
  /// Whether values of this type contain secrets.
  package var holdsSecrets: Bool { !secretShape.isClean }

  /// The shape of values of this type.
  package var secretShape: SecretShape {
    switch self {
    case .field(let type): type == .secret ? .secret : .clean
    case .list(let element), .map(let element): .elements(element.secretShape)
    case .record(let parts): .record(parts.map { ($0.name, $0.type.secretShape) })
    }
  }
}
