// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
package import SourceDiagnostics

extension UpdateRecord {
  /// The maximum size of a record in bytes: 16 MiB.
  package static let limit = 16 << 20

  /// Reads a record, which a user may have edited.
  ///
  /// Every mistake is found in one run, and is at its place. A path that leaves the folder, or has a control character,
  /// is one.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: Its name in messages.
  /// - Returns: The record, or nil if the file has mistakes; its findings; and where its answers and inputs are, by
  ///   `answers.NAME` and `inputs.NAME`.
  /// - Complexity: O(*n*) in the size of the file, of which at most ``limit`` bytes are read.
  package static func read(
    _ bytes: [UInt8], name: String
  ) -> (record: UpdateRecord?, diagnostics: DiagnosticList, places: [String: SourcePlace]) {
    var options = YAMLOptions.data
    options.maximumByteCount = limit
    options.repairsSyntax = false
    options.expectation = "the record of an update"
    let stream = YAMLReader.read(bytes, name: name, options: options)
    guard !stream.diagnostics.hasErrors, let root = stream.root else {
      return (nil, stream.diagnostics, [:])
    }
    var reading = RecordReading(file: stream.file, diagnostics: stream.diagnostics)
    let record = reading.record(root)
    return (reading.diagnostics.hasErrors ? nil : record, reading.diagnostics, reading.places)
  }
}

/// Reads the parts of a record.
private struct RecordReading {
  let file: SourceFile
  var diagnostics: DiagnosticList
  var places: [String: SourcePlace] = [:]

  private static let keys = [
    "record", "flow", "version", "source", "commit", "digest", "stackflow", "now", "zone",
    "language", "inputs", "answers", "files",
  ]

  private mutating func report(_ id: DiagnosticID, _ message: String, at range: SourceRange) {
    diagnostics.add(Diagnostic(id, message, at: SourcePlace(file, range)))
  }

  private mutating func wrong(_ node: YAMLNode, _ expected: String) {
    report("wrong-type", "expected \(expected)", at: node.range)
  }

  mutating func record(_ root: YAMLNode) -> UpdateRecord? {
    guard case .map(let entries) = root.content else {
      wrong(root, "the record of an update: a map")
      return nil
    }
    var values: [String: YAMLNode] = [:]
    for entry in entries {
      let key = entry.key.text
      guard Self.keys.contains(key) else {
        let near = NearMiss.nearest(to: key, in: Self.keys).map { "; did you mean '\($0)'?" } ?? ""
        report("unknown-key", "unknown key '\(key)' in a record\(near)", at: entry.key.range)
        continue
      }
      values[key] = entry.value
    }
    for key in ["record", "flow", "version", "digest", "now", "zone"] where values[key] == nil {
      report(
        "missing-key", "a record needs '\(key)'",
        at: SourceRange(at: root.range.lowerBound))
    }
    if let node = values["record"], let format = number(node), format != UpdateRecord.format {
      report(
        "unsupported-version",
        "this version of stackflow reads version \(UpdateRecord.format) of records, found \(format)",
        at: node.range)
    }
    let flow = values["flow"].flatMap { text($0) } ?? ""
    var record = UpdateRecord(
      flow: flow, version: values["version"].flatMap { number($0) } ?? 1,
      source: values["source"].flatMap { text($0) },
      commit: values["commit"].flatMap { commit($0) },
      digest: values["digest"].flatMap { digest($0) } ?? 0,
      program: values["stackflow"].flatMap { text($0) },
      now: values["now"].flatMap { time($0) } ?? .epoch,
      zone: values["zone"].flatMap { zone($0) } ?? "",
      language: values["language"].flatMap { text($0) })
    if let node = values["inputs"] {
      for entry in map(node, "the inputs, by their names") {
        record.inputs[entry.key.text] = entry.value.dataValue
        places["inputs." + entry.key.text] = SourcePlace(file, entry.value.range)
      }
    }
    if let node = values["answers"] {
      for entry in map(node, "the answers, by their names") {
        if let answer = answer(entry) { record.answers.append(answer) }
        places["answers." + entry.key.text] = SourcePlace(file, entry.value.range)
      }
    }
    if let node = values["files"] { record.files = files(node) }
    return record
  }

  // MARK: Values

  private mutating func text(_ node: YAMLNode) -> String? {
    guard case .scalar(let scalar) = node.content, scalar.value != .null else {
      wrong(node, "a text")
      return nil
    }
    return scalar.text
  }

  private mutating func number(_ node: YAMLNode) -> Int? {
    guard case .int(let number)? = node.dataValue, number >= 0 else {
      wrong(node, "a whole number")
      return nil
    }
    return Int(clamping: number)
  }

  private mutating func digest(_ node: YAMLNode) -> UInt64? {
    guard case .scalar(let scalar) = node.content,
      let file = UpdateRecord.File(words: scalar.text[...] + " -"), let digest = file.digest
    else {
      wrong(node, "a digest: \(UpdateRecord.digestLength) hexadecimal digits")
      return nil
    }
    return digest
  }

  private mutating func commit(_ node: YAMLNode) -> String? {
    guard let text = text(node) else { return nil }
    guard (7...64).contains(text.utf8.count), text.utf8.allSatisfy(\.isHexDigit) else {
      wrong(node, "a commit: hexadecimal digits")
      return nil
    }
    return text
  }

  private mutating func time(_ node: YAMLNode) -> Timestamp? {
    guard let text = text(node) else { return nil }
    guard let time = try? Timestamp(text) else {
      wrong(node, "a time, such as 2026-01-02T03:04:05Z")
      return nil
    }
    return time
  }

  private mutating func zone(_ node: YAMLNode) -> String? {
    guard let text = text(node) else { return nil }
    // A zone that has no name in the folder of zones is known only where it's the machine's own.
    guard
      ["UTC", "Etc/UTC"].contains(text) || SystemHost.zone(named: text) != nil
        || SystemHost.zone.name == text
    else {
      wrong(node, "a time zone that this machine knows, such as Europe/Amsterdam")
      return nil
    }
    return text
  }

  private mutating func map(_ node: YAMLNode, _ expected: String) -> [YAMLEntry] {
    guard case .map(let entries) = node.content else {
      wrong(node, expected)
      return []
    }
    return entries
  }

  private mutating func answer(_ entry: YAMLEntry) -> UpdateRecord.Answer? {
    let origins = AnswerOrigin.allCases.filter { $0 != .effect }
    guard case .map(let parts) = entry.value.content, parts.count == 1, let part = parts.first,
      let origin = origins.first(where: { $0.rawValue == part.key.text }),
      let value = part.value.dataValue
    else {
      let words = origins.map(\.rawValue).joined(separator: ", ")
      wrong(entry.value, "an answer with its origin, such as { typed: x }; origins are \(words)")
      return nil
    }
    return .init(name: entry.key.text, value: value, origin: origin)
  }

  private mutating func files(_ node: YAMLNode) -> [UpdateRecord.File] {
    guard case .list(let nodes) = node.content else {
      if case .scalar(let scalar) = node.content, scalar.value == .null { return [] }
      wrong(node, "the list of the files")
      return []
    }
    var files: [UpdateRecord.File] = []
    var known: Set<String> = []
    for node in nodes {
      guard case .scalar(let scalar) = node.content,
        let file = UpdateRecord.File(words: scalar.text[...])
      else {
        wrong(node, "a digest, or 'secret', and the path of a file")
        continue
      }
      guard Self.isInside(file.path) else {
        report(
          "path-outside", "'\(file.path)' isn't the path of a file in the project", at: node.range)
        continue
      }
      guard known.insert(file.path).inserted else {
        report("same-name", "'\(file.path)' is recorded twice", at: node.range)
        continue
      }
      files.append(file)
    }
    return files
  }

  /// Whether a path names a file in a folder without leaving it.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      } && path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case 0x30...0x39, 0x61...0x66, 0x41...0x46: true
    default: false
    }
  }
}
