// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The table of `Tests/Contract.md`, and what the contract says of the modules themselves.
@Suite struct ContractTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The Swift files below a folder, from the package's.
  private static func files(below folder: String) throws -> [String] {
    let root = package.appending(path: folder).resolvingSymlinksInPath()
    let all = try #require(FileManager.default.enumerator(atPath: root.path))
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder + "/" + $0 }
  }

  /// The rows of the tables: a rule, and the tests that are named for it.
  private static func table() throws -> [(rule: String, tests: [String])] {
    try text("Tests/Contract.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 2, cells[1] != "tests",
        !cells[0].hasPrefix("---")
      else { return nil }
      return (cells[0], cells[1].components(separatedBy: ", "))
    }
  }

  @Test func everyTestInTheTableExists() throws {
    var texts: [String: String] = [:]
    for path in try Self.files(below: "Tests") {
      let name = path.split(separator: "/").last.map { String($0.dropLast(6)) } ?? ""
      texts[name, default: ""] += try Self.text(path)
    }
    let table = try Self.table()
    #expect(table.count > 250)
    for (rule, tests) in table {
      for test in tests {
        let parts = test.split(separator: ".").map(String.init)
        try #require(parts.count == 2, "\(rule): '\(test)' is no file and function")
        let text = texts[parts[0]] ?? ""
        let place = text.firstRange(of: "func \(parts[1])(")
        #expect(place != nil, "\(rule): there is no test \(test)")
        // The attribute stands before the function, behind whatever is declared before that.
        let before = place.map { text[..<$0.lowerBound] } ?? ""
        let declaration = before.components(separatedBy: "\n  }\n").last ?? ""
        #expect(declaration.contains("@Test"), "\(rule): \(test) is no test")
      }
    }
  }

  @Test func everyIdOfTheContractIsInTheTable() throws {
    let rules = try Self.table().map(\.rule)
    func ids(_ prefix: String, _ numbers: [ClosedRange<Int>]) -> [String] {
      numbers.flatMap(\.self).map { "\(prefix)\($0)" }
    }
    let features = [1...14, 20...37, 40...59, 60...68, 70...74, 76...78, 80...89, 90...97]
    let all =
      ids("C-", [1...6]) + ids("SF-", [1...23]) + ids("SC-", [1...21]) + ids("AL-", [1...16])
      + ids("DS-", [1...6]) + ids("CS-", [1...14]) + ids("V-", [1...20]) + ids("G-", [1...19])
      + ids("F", features + [100...104, 110...116])
    for id in all {
      #expect(rules.count { $0 == id } == 1, "\(id) stands in the table once")
    }
    #expect(Set(rules).count == rules.count)
  }

  /// 0.1: the flow knows neither cells nor clock nor its view.
  @Test func theStackOfStepsImportsNothing() throws {
    let files = try Self.files(below: "Sources/StackFlowCore/Stack")
    #expect(files.count > 5)
    for path in files {
      let imports = try Self.text(path).split(separator: "\n").filter { $0.contains("import ") }
      #expect(imports.filter { !$0.hasPrefix("///") && !$0.hasPrefix("  ///") } == [], "\(path)")
    }
  }

  /// 0.1, G-16: events come in by name, times from a clock that is given, and nothing else at all.
  @Test(arguments: ["TerminalCells", "ScrollStackLayout", "StackFlowCore"])
  func noModuleReadsTheEnvironmentOrAClockOfItsOwn(module: String) throws {
    let files = try Self.files(below: "Sources/" + module)
    #expect(files.count > 10)
    for path in files {
      let text = try Self.text(path)
      let found = [
        "getenv", "import Foundation", "import Glibc", "ContinuousClock", "readLine", "print(",
      ].filter { text.contains($0) }
      #expect(found.isEmpty, "\(path)")
    }
  }

  @Test func eachModuleIsAProductOfThePackage() throws {
    let manifest = try Self.text("Package.swift")
    for module in ["TerminalCells", "ScrollStackLayout", "StackFlowCore"] {
      #expect(manifest.contains(#".library(name: "\#(module)", targets: ["\#(module)"])"#))
    }
  }
}
