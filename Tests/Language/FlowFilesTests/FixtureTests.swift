// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomTesting
import Testing

@testable import FlowFiles
@testable import SourceDiagnostics

/// Each folder in `Tests/Fixtures` is a test case: a file and the expected result.
///
/// `<case>.flow.yaml` is loaded as a flow. `<case>.yaml` is read as YAML, and the result includes
/// the tree. With `RECORD_GOLDENS=1`, or if `expected.txt` is missing, the test writes the result
/// and fails.
@Suite struct FixtureTests {
  static let folder = ProjectFolder.url.appending(path: "Tests").appending(path: "Fixtures")

  static let cases: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  @Test(arguments: cases) func everyFileHasItsRecordedTreeAndDiagnostics(name: String) throws {
    let folder = Self.folder.appending(path: name)
    let expected = folder.appending(path: "expected.txt")
    let flow = folder.appending(path: "\(name).flow.yaml")
    if FileManager.default.fileExists(atPath: flow.path) {
      let found = Self.flowReport(Array(try Data(contentsOf: flow)), name: "\(name).flow.yaml")
      try Golden.compare(found, with: expected)
    }
    let yaml = folder.appending(path: "\(name).yaml")
    if FileManager.default.fileExists(atPath: yaml.path) {
      let found = Self.yamlReport(Array(try Data(contentsOf: yaml)), name: "\(name).yaml")
      try Golden.compare(found, with: expected)
    }
  }

  /// Returns the diagnostics of a flow, or its definition if there are none.
  private static func flowReport(_ bytes: [UInt8], name: String) -> String {
    let loaded = FlowFile.load(bytes, name: name)
    let drawing = Self.drawing(of: loaded.diagnostics)
    guard drawing.isEmpty, let definition = loaded.definition else { return drawing }
    return DefinitionDump.dump(definition)
  }

  private static func drawing(of list: DiagnosticList) -> String {
    let renderer = DiagnosticRenderer()
    return list.isEmpty ? "" : renderer.render(list) + renderer.summary(of: list) + "\n"
  }

  private static func yamlReport(_ bytes: [UInt8], name: String) -> String {
    var options = YAMLOptions()
    options.codeKeys = ["when", "check", "value"]
    options.expectation = "a flow"
    let stream = YAMLReader.read(bytes, name: name, options: options)
    var text = Self.drawing(of: stream.diagnostics)
    for document in stream.documents {
      text += "---\n"
      if let root = document.root { text += TreeDump.dump(root, in: stream.file) }
    }
    return text
  }
}

/// Compares a text with a golden file, or writes the file.
enum Golden {
  static func compare(_ found: String, with url: URL) throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
    guard !isRecording, let expected = try? String(contentsOf: url, encoding: .utf8) else {
      try found.write(to: url, atomically: true, encoding: .utf8)
      Issue.record(
        "wrote \(url.lastPathComponent) of \(url.deletingLastPathComponent().lastPathComponent)")
      return
    }
    guard found != expected else { return }
    let difference = found.split(separator: "\n", omittingEmptySubsequences: false)
      .difference(from: expected.split(separator: "\n", omittingEmptySubsequences: false))
    let lines = difference.map { change in
      switch change {
      case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
      case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
      }
    }
    Issue.record("differs from \(url.path):\n\(lines.joined(separator: "\n"))")
  }
}

/// A tree as text: places, styles, and values, and the source map of scalars whose source differs
/// from their text.
enum TreeDump {
  static func dump(_ node: YAMLNode, in file: SourceFile, indent: Int = 0) -> String {
    let pad = String(repeating: "  ", count: indent)
    let mark = node.isComplete ? "" : " (incomplete)"
    switch node.content {
    case .broken:
      return "\(pad)broken @\(place(node.range, file))\n"
    case .scalar(let scalar):
      return "\(pad)\(describe(scalar, in: file))\n"
    case .list(let items):
      return "\(pad)list @\(place(node.range, file))\(mark)\n"
        + items.map { dump($0, in: file, indent: indent + 1) }.joined()
    case .map(let entries):
      return "\(pad)map @\(place(node.range, file))\(mark)\n"
        + entries.map { entry in
          "\(pad)  \(entry.key.text) @\(place(entry.key.range, file))\n"
            + dump(entry.value, in: file, indent: indent + 2)
        }.joined()
    }
  }

  private static func describe(_ scalar: YAMLScalar, in file: SourceFile) -> String {
    var text = "\(scalar.style) \(scalar.text.debugDescription)"
    if case .string = scalar.value {} else { text += " = \(scalar.value)" }
    text += " @\(place(scalar.range, file))"
    let map = scalar.map(in: file)
    if map.runs.isEmpty, !scalar.text.isEmpty { text += " UNMAPPED" }
    guard map.runs.count > 1 || map.runs.first?.isVerbatim == false else { return text }
    let runs = map.runs.map { run in
      "\(run.decoded)\(run.isVerbatim ? "=" : "~")"
        + String(file[run.source]).debugDescription
    }
    return text + " {\(runs.joined(separator: " "))}"
  }

  private static func place(_ range: SourceRange, _ file: SourceFile) -> String {
    let start = file.position(at: range.lowerBound)
    let end = file.position(at: range.upperBound)
    return "\(start.line):\(start.column)-\(end.line):\(end.column)"
  }
}
