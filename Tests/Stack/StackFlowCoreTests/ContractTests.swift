// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The table in `Tests/Contract.md`, and the contract's rules about modules.
@Suite struct ContractTests {
  private static let table = "Tests/Contract.md"

  @Test func everyTestInTheTableExists() throws {
    let rows = try TestTable.rows(of: Self.table)
    #expect(rows.count > 250)
    try expectEqual(TestTable.faults(of: rows), [])
  }

  @Test func everyIdOfTheContractIsInTheTable() throws {
    let rules = try TestTable.rows(of: Self.table).map(\.rule)
    let ids = try contractIDs()
    #expect(ids.count > 220)
    for id in ids.sorted() {
      expectEqual(rules.count { $0 == id }, 1, "\(id) is in the table once")
    }
    expectEqual(Set(rules.filter(Self.isID)).subtracting(ids), [])
    expectEqual(Set(rules).count, rules.count)
  }

  /// The ids that the contract defines, in bold at the start of an item or in a table.
  ///
  /// The declined feature (F75) has no test.
  private func contractIDs() throws -> Set<String> {
    let text = try PackageFiles.text("Documentation/Contract.md")
    let ids = text.split(separator: "\n").flatMap { line -> [String] in
      let definition: Substring
      if line.hasPrefix("- **") {
        definition = line.dropFirst(4).prefix { $0 != "." && $0 != "*" }
      } else if line.hasPrefix("| "), !line.contains("(declined)") {
        definition = line.dropFirst(2).prefix { $0 != "|" }
      } else {
        return []
      }
      let words = definition.split { $0 == " " || $0 == "," }.map(String.init)
      return Array(words.prefix(while: Self.isID))
    }
    return Set(ids)
  }

  private static func isID(_ word: String) -> Bool {
    word.wholeMatch(of: /(C|SF|SC|AL|DS|CS|V|G)-\d+|F\d+/) != nil
  }

  /// 0.1: the flow doesn't depend on cells, a clock, or its view.
  @Test func theStepStackImportsNothing() throws {
    let files = try PackageFiles.swift(below: "Sources/Stack/StackFlowCore/Stack")
    #expect(files.count > 5)
    for path in files {
      let imports = try PackageFiles.text(path).split(separator: "\n").filter {
        $0.contains("import ")
      }
      expectEqual(imports.filter { !$0.hasPrefix("///") && !$0.hasPrefix("  ///") }, [], "\(path)")
    }
  }

  /// 0.1, G-16: the only inputs are events and an injected clock.
  @Test(arguments: ["Terminal/TerminalCells", "Stack/ScrollStackLayout", "Stack/StackFlowCore"])
  func noModuleReadsTheEnvironmentOrAClock(module: String) throws {
    let files = try PackageFiles.swift(below: "Sources/" + module)
    #expect(files.count > 10)
    for path in files {
      let text = try PackageFiles.text(path).split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("///") }.joined(separator: "\n")
      let found = [
        // clock: what the engines don't use.
        "getenv", "import Foundation", "import CLibrary", "ContinuousClock", "readLine", "print(",
      ].filter { text.contains($0) }
      #expect(found.isEmpty, "\(path)")
    }
  }

  /// SF-3: owners of rows expose them read-only; a stack of models is a stack.
  @Test func noOwnerOfRowsExposesItsStack() throws {
    let owners = [
      "Stack/ScrollStackLayout/Container", "Stack/StackFlowCore/View",
    ]
    for path in try owners.flatMap({ try PackageFiles.swift(below: "Sources/" + $0) }) {
      for line in try PackageFiles.text(path).split(separator: "\n")
      where line.trimmingPrefix(while: \.isWhitespace).hasPrefix("public ") {
        let isStack = [": ScrollStack ", ": ScrollStack?", "-> ScrollStack ", "-> ScrollStack?"]
          .contains { (line + " ").contains($0) }
        #expect(!isStack, "\(path): \(line)")
      }
    }
  }

  @Test func everyModuleIsInAProduct() throws {
    let manifest = try PackageFiles.text("Package.swift")
    let product = try #require(
      manifest.split(separator: ".library(").first { $0.contains(#"name: "StackFlowCore""#) })
    for module in ["TerminalCells", "ScrollStackLayout", "StackFlowCore"] {
      #expect(product.contains(#""\#(module)""#))
    }
  }
}
