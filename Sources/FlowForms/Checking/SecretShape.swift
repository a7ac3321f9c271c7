// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Which parts of a value are secrets, or were computed from one.
struct SecretShape: Sendable, Hashable {
  /// How the secrets lie in the value.
  indirect enum Kind: Sendable, Hashable {
    /// There is none.
    case clean

    /// The value as a whole is one.
    case secret

    /// Each element of a list, or value of a map, has this shape.
    case elements(SecretShape)

    /// These parts of a record have secrets; all others have none.
    case record([String: SecretShape])
  }

  let kind: Kind

  /// The number of parts that are told apart.
  private let size: Int

  /// The limit on ``size``; a value of a larger shape counts as a secret as a whole.
  private static let maximumSize = 1_000

  private init(_ kind: Kind, size: Int) {
    self.kind = size > Self.maximumSize ? .secret : kind
    self.size = size > Self.maximumSize ? 1 : size
  }

  static let clean = SecretShape(.clean, size: 1)
  static let secret = SecretShape(.secret, size: 1)

  /// The shape of a list or a map by that of its elements.
  static func elements(_ shape: SecretShape) -> SecretShape {
    shape.isClean ? .clean : SecretShape(.elements(shape), size: shape.size + 1)
  }

  /// The shape of a record by those of its parts.
  static func record(_ parts: [(name: String, shape: SecretShape)]) -> SecretShape {
    var shapes: [String: SecretShape] = [:]
    for (name, shape) in parts where !shape.isClean {
      shapes[name] = shapes[name].map { $0.or(shape) } ?? shape
    }
    guard !shapes.isEmpty else { return .clean }
    return SecretShape(.record(shapes), size: shapes.values.reduce(1) { $0 + $1.size })
  }

  /// Whether no part is a secret.
  var isClean: Bool { kind == .clean }

  /// The shape of a value that was made from this one in a way that keeps no parts apart.
  var asWhole: SecretShape { isClean ? .clean : .secret }

  /// The shape of a value that is one of two.
  func or(_ other: SecretShape) -> SecretShape {
    switch (kind, other.kind) {
    case (.clean, _): return other
    case (_, .clean): return self
    case (.elements(let one), .elements(let two)): return .elements(one.or(two))
    case (.record(let one), .record(let two)):
      return .record((Array(one) + Array(two)).map { (name: $0.key, shape: $0.value) })
    default: return .secret
    }
  }

  /// The shape of the part of a record, or of a value of a map, under a name.
  func part(named name: String) -> SecretShape {
    switch kind {
    case .clean: .clean
    case .secret: .secret
    case .elements(let shape): shape
    case .record(let parts): parts[name] ?? .clean
    }
  }

  /// The shape of an element whose place isn't known.
  var element: SecretShape {
    switch kind {
    case .clean: .clean
    case .secret: .secret
    case .elements(let shape): shape
    case .record(let parts): parts.values.reduce(.clean) { $0.or($1) }
    }
  }

  /// A value of this shape with dots for each secret; what is absent stays absent.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  func masked(_ value: Value) -> Value {
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

  /// The texts in the secret parts of a value that aren't empty.
  func secretTexts(in value: Value) -> [String] {
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
  /// Which parts of a value of this type are secrets.
  var secretShape: SecretShape {
    switch self {
    case .field(let type): type == .secret ? .secret : .clean
    case .list(let element), .map(let element): .elements(element.secretShape)
    case .record(let parts): .record(parts.map { ($0.name, $0.type.secretShape) })
    }
  }
}
