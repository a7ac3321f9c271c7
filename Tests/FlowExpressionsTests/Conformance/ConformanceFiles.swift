// SPDX-License-Identifier: Apache-2.0

@testable import FlowExpressions

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The files of conformance cases: those beside the package when they are there, else our copy.
enum ConformanceFiles {
  static let names = [
    "basic", "bindings_ext", "comparisons", "conversions", "encoders_ext", "fields", "fp_math",
    "integer_math", "lists", "logic", "macros", "macros2", "math_ext", "namespace", "network_ext",
    "optionals", "parse", "plumbing", "string", "string_ext", "timestamps", "type_deduction",
  ]

  struct Missing: Error {
    let path: String
  }

  struct Unreadable: Error {
    let line: String
  }

  private static let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  static func cases(of name: String) throws -> [ConformanceCase] {
    let paths = [
      "/\(root)/../shared/conformance/cel/\(name).jsonl",
      "/\(root)/Tests/Fixtures/cel/\(name).jsonl",
    ]
    guard let text = paths.lazy.compactMap({ contents(of: $0) }).first else {
      throw Missing(path: paths[1])
    }
    return try text.split(separator: "\n").map { line in
      guard let each = ConformanceCase(line: String(line)) else {
        throw Unreadable(line: String(line))
      }
      return each
    }
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
