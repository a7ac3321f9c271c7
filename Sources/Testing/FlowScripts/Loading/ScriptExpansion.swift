// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import SourceDiagnostics

/// Makes the tests of the documents of a file: puts beginnings before the tests that name them, and makes
/// a test of each row of a table.
///
/// It works on nodes, so that a mistake in a test points at the text that's wrong, wherever the text comes
/// from.
struct ScriptExpansion {
  /// A test of a document.
  struct Test {
    let root: YAMLNode

    /// The place of its row; nil if it isn't of a table.
    var place: SourcePlace?
  }

  private let file: SourceFile

  /// The number of nodes that tests may still copy.
  private var nodesLeft: Int

  /// The documents that a test can begin with, by name.
  private var beginnings: [String: Beginning] = [:]

  /// A document that tests can begin with.
  private struct Beginning {
    let entries: [YAMLEntry]
    let place: SourcePlace

    /// Whether it's no test itself.
    let isOnlyBeginning: Bool

    let nodeCount: Int
    var isUsed = false
  }

  init(file: SourceFile, maximumNodes: Int) {
    self.file = file
    nodesLeft = maximumNodes
  }

  /// The findings about beginnings with which no test begins, in the order of the file.
  var unusedBeginnings: [Diagnostic] {
    beginnings.filter { $0.value.isOnlyBeginning && !$0.value.isUsed }
      .map { name, beginning in
        Diagnostic(
          "unused-beginning", .warning, "no test begins with '\(name)'", at: beginning.place)
      }
      .sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }

  /// Returns the tests of a document, and what's wrong with its beginning or its table.
  mutating func tests(in root: YAMLNode) -> (tests: [Test], found: DiagnosticList) {
    var found = DiagnosticList()
    guard case .map(var entries) = root.content else { return ([Test(root: root)], found) }
    guard spend(root.nodeCount, at: root.testRange, &found) else { return ([], found) }
    if let begin = entries.entry("begin") {
      guard let merged = begun(entries, by: begin, &found) else { return ([], found) }
      entries = merged
    }
    if let name = entries.entry("beginning") {
      keep(entries, named: name, isOnlyBeginning: true, &found)
      return ([], found)
    }
    if let name = entries.entry("test") {
      keep(entries, named: name, isOnlyBeginning: false, &found)
    }
    let test = root.with(entries)
    guard let table = entries.entry("each") else { return ([Test(root: test)], found) }
    return (rows(of: table, in: test.with(entries.filter { $0.key.text != "each" }), &found), found)
  }

  private mutating func spend(
    _ count: Int, at range: SourceRange, _ found: inout DiagnosticList
  ) -> Bool {
    nodesLeft -= count
    guard nodesLeft < 0 else { return true }
    found.add(
      Diagnostic(
        "too-large",
        "the tests of this file, with their beginnings and rows, have too many parts; split the file",
        at: SourcePlace(file, range)))
    return false
  }

  // MARK: Beginnings

  private mutating func keep(
    _ entries: [YAMLEntry], named name: YAMLEntry, isOnlyBeginning: Bool,
    _ found: inout DiagnosticList
  ) {
    guard case .scalar(let scalar) = name.value.content, entries.entry("each") == nil else {
      if isOnlyBeginning {
        found.add(
          Diagnostic(
            "wrong-type", "a beginning has a name, and no rows",
            at: SourcePlace(file, name.key.range)))
      }
      return
    }
    if isOnlyBeginning {
      for entry in entries where ["test", "outcome", "output"].contains(entry.key.text) {
        found.add(
          Diagnostic(
            "wrong-key", "'\(entry.key.text)' belongs to a test, not to a beginning",
            at: SourcePlace(file, entry.key.range)))
      }
    }
    if let other = beginnings[scalar.text] {
      let areTests = !isOnlyBeginning && !other.isOnlyBeginning
      let message =
        areTests
        ? "two tests are called '\(scalar.text)'; a report can't tell them apart"
        : "the name '\(scalar.text)' is taken; a beginning needs a name of its own"
      found.add(
        Diagnostic(
          "duplicate-name", areTests ? .warning : .error, message,
          at: SourcePlace(file, scalar.range), notes: [.init("it's taken here", at: other.place)]))
      guard areTests else { return }
    }
    beginnings[scalar.text] = Beginning(
      entries: entries, place: SourcePlace(file, scalar.range), isOnlyBeginning: isOnlyBeginning,
      nodeCount: entries.reduce(0) { $0 + $1.value.nodeCount })
  }

  /// Returns the entries of a document after those of the one that it begins with.
  ///
  /// The document's own settings win, and its steps follow those of its beginning.
  private mutating func begun(
    _ entries: [YAMLEntry], by begin: YAMLEntry, _ found: inout DiagnosticList
  ) -> [YAMLEntry]? {
    guard case .scalar(let name) = begin.value.content else {
      found.add(
        Diagnostic(
          "wrong-type", "'begin' takes the name of a beginning or of a test above",
          at: SourcePlace(file, begin.value.range)))
      return nil
    }
    guard let beginning = beginnings[name.text] else {
      let near = NearMiss.nearest(to: name.text, in: Array(beginnings.keys).sorted())
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      found.add(
        Diagnostic(
          "unknown-beginning", "no beginning or test '\(name.text)' is above this test\(hint)",
          at: SourcePlace(file, name.range)))
      return nil
    }
    beginnings[name.text]?.isUsed = true
    guard spend(beginning.nodeCount, at: begin.value.range, &found) else { return nil }
    var merged = entries.filter { $0.key.text != "begin" }
    for inherited in beginning.entries
    where !["test", "beginning", "outcome", "output"].contains(inherited.key.text) {
      guard let index = merged.firstIndex(where: { $0.key.text == inherited.key.text }) else {
        merged.append(inherited)
        continue
      }
      merged[index].value = merged[index].value.following(inherited.value)
    }
    return merged
  }

  // MARK: Tables

  /// Returns a test for each row of a table.
  private mutating func rows(
    of table: YAMLEntry, in root: YAMLNode, _ found: inout DiagnosticList
  ) -> [Test] {
    guard case .list(let rows) = table.value.content, !rows.isEmpty else {
      found.add(
        Diagnostic(
          "wrong-type", "'each' takes a list of rows, each a map from columns to values",
          at: SourcePlace(file, table.value.range)))
      return []
    }
    var tests: [Test] = []
    var names: Set<String> = []
    var used: Set<String> = []
    for (index, row) in rows.enumerated() {
      guard case .map(let columns) = row.content else {
        found.add(
          Diagnostic(
            "wrong-type", "a row is a map from columns to values",
            at: SourcePlace(file, row.range)))
        continue
      }
      var filling = RowFilling(columns: columns)
      guard spend(root.nodeCount + row.nodeCount, at: row.range, &found) else { return tests }
      var filled = filling.node(root)
      for missing in filling.missing {
        found.add(
          Diagnostic(
            "unknown-column", "row \(index + 1) has no column '\(missing)', which the test uses",
            at: SourcePlace(file, row.range)))
      }
      used.formUnion(filling.used)
      if let name = filled.testName, !names.insert(name).inserted || name == root.testName {
        filled = filled.named("\(name) (row \(index + 1))")
      }
      tests.append(Test(root: filled, place: SourcePlace(file, row.range)))
    }
    for row in rows {
      guard case .map(let columns) = row.content,
        let column = columns.first(where: { !used.contains($0.key.text) })
      else { continue }
      found.add(
        Diagnostic(
          "unused-column", "nothing in the test uses the column '\(column.key.text)'",
          at: SourcePlace(file, column.key.range)))
      break
    }
    return tests
  }
}

/// Puts the values of a row into the places that name its columns.
private struct RowFilling {
  let columns: [String: YAMLNode]
  var used: Set<String> = []
  var missing: [String] = []

  init(columns: [YAMLEntry]) {
    self.columns = Dictionary(columns.map { ($0.key.text, $0.value) }) { $1 }
  }

  mutating func node(_ node: YAMLNode) -> YAMLNode {
    switch node.content {
    case .broken: return node
    case .list(let items):
      var items = items
      for index in items.indices { items[index] = self.node(items[index]) }
      var filled = node
      filled.content = .list(items)
      return filled
    case .map(let entries):
      var entries = entries
      for index in entries.indices { entries[index].value = self.node(entries[index].value) }
      return node.with(entries)
    case .scalar(let scalar): return self.scalar(scalar, of: node)
    }
  }

  /// A scalar that's one column has the column's value; in others, its text replaces `${COLUMN}`.
  private mutating func scalar(_ scalar: YAMLScalar, of node: YAMLNode) -> YAMLNode {
    let parts = Self.parts(of: scalar.text)
    if parts.count == 1, case .column(let name) = parts[0] { return value(name) ?? node }
    guard
      parts.contains(where: { if case .column = $0 { true } else { false } })
        || parts.count > 1
    else { return node }
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .column(let name):
        guard case .scalar(let value)? = value(name)?.content else { continue }
        text += value.text
      }
    }
    var filled = node
    filled.content = .scalar(scalar.replacingText(with: text))
    return filled
  }

  private mutating func value(_ name: String) -> YAMLNode? {
    guard let value = columns[name] else {
      if !missing.contains(name) { missing.append(name) }
      return nil
    }
    used.insert(name)
    return value
  }

  private enum Part {
    case text(String)
    case column(String)
  }

  /// The parts of a text: `$${` is a literal `${`.
  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var words = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if rest.starts(with: "$${".unicodeScalars) {
        words += "${"
        rest = rest.dropFirst(3)
        // The rest isn't a column, so that a lone `$${` is one part of its own.
        if parts.isEmpty { parts.append(.text("")) }
      } else if rest.starts(with: "${".unicodeScalars), let end = rest.firstIndex(of: "}") {
        if !words.isEmpty { parts.append(.text(words)) }
        words = ""
        let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
        parts.append(.column(String(name)))
        rest = rest[rest.index(after: end)...]
      } else {
        words.unicodeScalars.append(scalar)
        rest = rest.dropFirst()
      }
    }
    if !words.isEmpty || parts.isEmpty { parts.append(.text(words)) }
    return parts
  }
}

extension [YAMLEntry] {
  fileprivate func entry(_ key: String) -> YAMLEntry? { first { $0.key.text == key } }
}

extension YAMLNode {
  /// The number of nodes in it, itself included.
  fileprivate var nodeCount: Int {
    switch content {
    case .scalar, .broken: 1
    case .list(let items): items.reduce(1) { $0 + $1.nodeCount }
    case .map(let entries): entries.reduce(1) { $0 + $1.value.nodeCount }
    }
  }

  /// The name of the test or the beginning.
  var testName: String? {
    guard case .map(let entries) = content,
      case .scalar(let name)? = (entries.entry("test") ?? entries.entry("beginning"))?.value.content
    else { return nil }
    return name.text
  }

  /// The range of what names the test, or of the whole document.
  var testRange: SourceRange {
    guard case .map(let entries) = content, let first = entries.entry("test") ?? entries.first
    else {
      return range
    }
    return first.key.range
  }

  fileprivate func with(_ entries: [YAMLEntry]) -> YAMLNode {
    var node = self
    node.content = .map(entries)
    return node
  }

  fileprivate func named(_ name: String) -> YAMLNode {
    guard case .map(var entries) = content,
      let index = entries.firstIndex(where: { $0.key.text == "test" }),
      case .scalar(let scalar) = entries[index].value.content
    else { return self }
    entries[index].value.content = .scalar(scalar.replacingText(with: name))
    return with(entries)
  }

  /// The value of a setting that follows the value of a beginning: steps are added, maps are merged, and
  /// anything else replaces it.
  fileprivate func following(_ earlier: YAMLNode) -> YAMLNode {
    switch (earlier.content, content) {
    case (.list(let before), .list(let own)):
      var node = self
      node.content = .list(before + own)
      return node
    case (.map(let before), .map(let own)):
      let names = Set(own.map(\.key.text))
      return with(before.filter { !names.contains($0.key.text) } + own)
    default: return self
    }
  }
}

extension SourceRange {
  /// Whether another range begins in it.
  func holds(_ other: SourceRange) -> Bool {
    other.lowerBound >= lowerBound && other.lowerBound <= upperBound
  }
}
