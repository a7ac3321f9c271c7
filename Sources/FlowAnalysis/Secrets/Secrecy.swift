// SPDX-License-Identifier: Apache-2.0

import FlowForms

/// How much of a secret a value holds, and whose.
struct Secrecy: Hashable {
  /// How much.
  enum Degree: Int, Comparable {
    /// Nothing.
    case clean

    /// It is a secret as it was given.
    case whole

    /// A secret is a part of it, or it was computed from one.
    case part

    static func < (left: Degree, right: Degree) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much.
  var degree: Degree

  /// The number of the name whose value is the secret; nil when clean.
  var origin: Int?

  static let clean = Secrecy(degree: .clean, origin: nil)

  /// The secrecy of a value that is one of two.
  func or(_ other: Secrecy) -> Secrecy { other.degree > degree ? other : self }

  /// The secrecy of a value that was made from this one.
  var asPart: Secrecy {
    degree == .clean ? self : Secrecy(degree: .part, origin: origin)
  }
}

extension InputType {
  /// Whether it is a secret, or holds one.
  var degreeOfSecrecy: Secrecy.Degree {
    switch self {
    case .field(let type): type == .secret ? .whole : .clean
    case .list(let element): element.degreeOfSecrecy == .clean ? .clean : .part
    case .map(let value): value.degreeOfSecrecy == .clean ? .clean : .part
    case .record(let parts):
      parts.contains { $0.type.degreeOfSecrecy != .clean } ? .part : .clean
    }
  }

  /// The type of a part of its values.
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
