// SPDX-License-Identifier: Apache-2.0

import FlowForms

/// How much of a secret a value contains, and which secret.
struct Secrecy: Hashable {
  /// How much of a secret a value contains.
  enum Degree: Int, Comparable {
    /// Nothing.
    case clean

    /// The value is a secret.
    case whole

    /// The value contains a secret, or was computed from one.
    case part

    static func < (left: Degree, right: Degree) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much of a secret a value contains.
  var degree: Degree

  /// The number of the name whose value is the secret; nil if the value is clean.
  var origin: Int?

  static let clean = Secrecy(degree: .clean, origin: nil)

  /// Returns the secrecy of a value that's either of two.
  func or(_ other: Secrecy) -> Secrecy { other.degree > degree ? other : self }

  /// The secrecy of a value that's computed from this one.
  var asPart: Secrecy {
    degree == .clean ? self : Secrecy(degree: .part, origin: origin)
  }
}

extension InputType {
  /// Whether values of the type are secrets, or contain one.
  var degreeOfSecrecy: Secrecy.Degree {
    switch self {
    case .field(let type): type == .secret ? .whole : .clean
    case .list(let element): element.degreeOfSecrecy == .clean ? .clean : .part
    case .map(let value): value.degreeOfSecrecy == .clean ? .clean : .part
    case .record(let parts):
      parts.contains { $0.type.degreeOfSecrecy != .clean } ? .part : .clean
    }
  }

  /// Returns the type of a part of its values.
  func part(named field: String) -> InputType? {
    switch self {
    case .record(let parts): parts.first { $0.name == field }?.type
    case .map(let value): value
    default: nil
    }
  }

  /// The type of its elements.
  var element: InputType? {
    switch self {
    case .list(let element), .map(let element): element
    default: nil
    }
  }
}
