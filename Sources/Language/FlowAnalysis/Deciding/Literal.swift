// SPDX-License-Identifier: Apache-2.0

/// A variable of a clause search, or its negation.
struct Literal: Hashable {
  /// Twice the variable's number, plus one for the negation.
  let code: Int32

  init(code: Int32) { self.code = code }

  init(variable: Int, isTrue: Bool = true) { code = Int32(variable) << 1 | (isTrue ? 0 : 1) }

  /// The number of the variable.
  var variable: Int { Int(code >> 1) }

  /// Whether it's the variable itself rather than its negation.
  var isTrue: Bool { code & 1 == 0 }

  /// An index into tables with an entry for each literal.
  var index: Int { Int(code) }

  static prefix func ! (literal: Literal) -> Literal { Literal(code: literal.code ^ 1) }
}
