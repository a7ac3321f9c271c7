// SPDX-License-Identifier: Apache-2.0

import Testing

/// The table of `Tests/Contract.md`, and what the contract says of the modules themselves.
@Suite struct ContractTests {
  private static let table = "Tests/Contract.md"

  @Test func everyTestInTheTableExists() throws {
    let rows = try TestTable.rows(of: Self.table)
    #expect(rows.count > 250)
    #expect(try TestTable.faults(of: rows) == [])
  }

  @Test func everyIdOfTheContractIsInTheTable() throws {
    let rules = try TestTable.rows(of: Self.table).map(\.rule)
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
    let files = try PackageFiles.swift(below: "Sources/StackFlowCore/Stack")
    #expect(files.count > 5)
    for path in files {
      let imports = try PackageFiles.text(path).split(separator: "\n").filter {
        $0.contains("import ")
      }
      #expect(imports.filter { !$0.hasPrefix("///") && !$0.hasPrefix("  ///") } == [], "\(path)")
    }
  }

  /// 0.1, G-16: events come in by name, times from a clock that is given, and nothing else at all.
  @Test(arguments: ["TerminalCells", "ScrollStackLayout", "StackFlowCore"])
  func noModuleReadsTheEnvironmentOrAClockOfItsOwn(module: String) throws {
    let files = try PackageFiles.swift(below: "Sources/" + module)
    #expect(files.count > 10)
    for path in files {
      let text = try PackageFiles.text(path)
      let found = [
        "getenv", "import Foundation", "import Glibc", "ContinuousClock", "readLine", "print(",
      ].filter { text.contains($0) }
      #expect(found.isEmpty, "\(path)")
    }
  }

  /// SF-3: whoever decides which rows there are lets others read them, and no more.
  @Test func noOwnerOfRowsHandsOutItsStack() throws {
    let owners = [
      "ScrollStackLayout/Container", "ScrollStackLayout/Dynamic", "StackFlowCore/View",
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

  @Test func eachModuleIsAProductOfThePackage() throws {
    let manifest = try PackageFiles.text("Package.swift")
    for module in ["TerminalCells", "ScrollStackLayout", "StackFlowCore"] {
      #expect(manifest.contains(#".library(name: "\#(module)", targets: ["\#(module)"])"#))
    }
  }
}
