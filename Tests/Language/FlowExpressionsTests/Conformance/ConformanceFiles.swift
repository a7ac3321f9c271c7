// SPDX-License-Identifier: Apache-2.0

import ExpressionConformance

@testable import FlowExpressions

/// The files of conformance cases: those next to the package if they exist, and otherwise our copy.
enum ConformanceFiles {
  static let names = [
    "basic", "bindings_ext", "comparisons", "conversions", "encoders_ext", "fields", "fp_math",
    "integer_math", "lists", "logic", "macros", "macros2", "math_ext", "namespace", "network_ext",
    "optionals", "parse", "plumbing", "string", "string_ext", "timestamps", "type_deduction",
  ]

  /// The zones in the tests.
  static var zones: any TimeZoneSource { ZoneFixtures.table }

  struct Missing: Error {
    let path: String
  }

  struct Unreadable: Error {
    let line: String
  }

  private static let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")

  static func cases(of name: String) throws -> [ConformanceCase] {
    let paths = [
      "/\(root)/../shared/conformance/cel/\(name).jsonl",
      "/\(root)/Tests/Fixtures/cel/\(name).jsonl",
    ]
    guard let text = paths.lazy.compactMap({ TextFile.contents(of: $0) }).first else {
      throw Missing(path: paths[1])
    }
    return try text.split(separator: "\n").map { line in
      guard let each = ConformanceCase(line: String(line)) else {
        throw Unreadable(line: String(line))
      }
      return each
    }
  }
}
