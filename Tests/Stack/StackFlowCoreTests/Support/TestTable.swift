// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomTesting

/// The files of the package, by their paths relative to its root.
enum PackageFiles {
  private static let package = ProjectFolder.url

  static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// Returns the files in a folder whose names have a suffix.
  static func files(below folder: String, ending end: String) throws -> [String] {
    let root = package.appending(path: folder).resolvingSymlinksInPath()
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(end) }.sorted().map { folder + "/" + $0 }
  }

  /// Returns the Swift files in a folder.
  static func swift(below folder: String) throws -> [String] {
    try files(below: folder, ending: ".swift")
  }
}

/// Tables that map rules to the tests that cover them.
enum TestTable {
  /// A rule, and its tests: `File.function`, or `theme/flow: title` for a script of `Tests/Flows`.
  struct Row {
    let rule: String
    let tests: [String]
  }

  /// Returns the rows of all tables in a file.
  static func rows(of path: String) throws -> [Row] {
    try PackageFiles.text(path).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 2, cells[1] != "tests", !cells[0].hasPrefix("---")
      else { return nil }
      return Row(rule: cells[0], tests: cells[1].components(separatedBy: ", "))
    }
  }

  /// Returns the listed tests that don't exist, each with what's wrong.
  static func faults(of rows: [Row]) throws -> [String] {
    var texts: [String: String] = [:]
    for path in try PackageFiles.swift(below: "Tests") {
      let name = path.split(separator: "/").last.map { String($0.dropLast(6)) } ?? ""
      texts[name, default: ""] += try PackageFiles.text(path)
    }
    return rows.flatMap { row in
      row.tests.compactMap { test in fault(of: test, in: texts).map { "\(row.rule): \($0)" } }
    }
  }

  private static func fault(of test: String, in texts: [String: String]) -> String? {
    let script = test.components(separatedBy: ": ")
    if script.count == 2 {
      let text = try? PackageFiles.text("Tests/Flows/\(script[0]).test.yaml")
      return text?.split(separator: "\n").contains("test: \(script[1])") == true
        ? nil : "there is no script \(test)"
    }
    let parts = test.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return "'\(test)' is no file and function" }
    let text = texts[parts[0]] ?? ""
    guard let place = text.firstRange(of: "func \(parts[1])(") else {
      return "there is no test \(test)"
    }
    // The attribute is between the previous declaration and the function.
    let before = text[..<place.lowerBound].components(separatedBy: "\n  }\n").last ?? ""
    return before.contains("@Test") ? nil : "\(test) is no test"
  }
}
