// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import JSONRPC
import SourceDiagnostics
import Synchronization

// Keeps the documents as the client has them, and publishes what's wrong with them.
extension EditorServer {
  /// Performs a notification; unknown ones are ignored.
  mutating func notice(
    _ method: String, _ parameters: ValueMap, _ messages: inout [Value]
  ) throws(RPCError) {
    let document = parameters["textDocument"]
    let address = document?["uri"]?.text
    switch method {
    case "textDocument/didOpen":
      guard let address, let text = document?["text"]?.text else { return }
      let path = DocumentAddress.path(of: address)
      documents[path] = OpenDocument(
        address: address, text: DocumentText(Array(text.utf8)),
        version: document?["version"]?.integer)
      update(path)
    case "textDocument/didChange":
      guard let address else { return }
      change(
        DocumentAddress.path(of: address), parameters["contentChanges"]?.items ?? [],
        version: document?["version"]?.integer)
    case "textDocument/didClose":
      guard let address else { return }
      let path = DocumentAddress.path(of: address)
      documents[path] = nil
      workspace.set(path, nil)
      unsettled.removeAll { $0 == path }
      resting.removeAll { $0 == path }
      found[path] = nil
      unsettleAll()
      messages += publish()
    case "workspace/didChangeWatchedFiles":
      for change in parameters["changes"]?.items ?? [] {
        guard let address = change["uri"]?.text else { continue }
        let path = DocumentAddress.path(of: address)
        // An open document counts, whatever is on disk.
        guard documents[path] == nil || change["type"]?.integer != 2 else { continue }
        workspace.forget(path, isSameFile: change["type"]?.integer == 2)
      }
      unsettleAll()
    default: break
    }
  }

  private mutating func change(_ path: String, _ changes: [Value], version: Int?) {
    guard var document = documents[path] else { return }
    // Without other owners, the text isn't copied.
    documents[path] = nil
    workspace.letGo(path)
    for change in changes {
      guard let text = change["text"]?.text else { continue }
      document.text.replace(
        change["range"].flatMap { range(of: $0, in: document.text) }, with: text)
    }
    document.version = version ?? document.version
    documents[path] = document
    update(path)
  }

  private mutating func update(_ path: String) {
    workspace.set(path, documents[path]?.text.lines)
    unsettleAll()
    unsettled.removeAll { $0 == path }
    unsettled.append(path)
    resting = []
  }

  /// Has all documents checked, those that were changed last at first; what didn't change isn't read again.
  private mutating func unsettleAll() {
    let known = Set(unsettled)
    unsettled = documents.keys.filter { !known.contains($0) }.sorted() + unsettled
  }

  // MARK: Findings

  /// Checks what has changed, and publishes what was found.
  ///
  /// Of a flow, only what a change can reach is checked, if that's possible; ``rest(while:)`` does what's left. That's
  /// everything if the client pulls findings: it asks at once for those that it shows, which are found then, and once.
  ///
  /// - Parameter isQuiet: Whether no message has come in; otherwise, the rest stays for the next time.
  /// - Returns: The messages for the client.
  public mutating func settle(while isQuiet: () -> Bool) -> [String] {
    if client.pullsFindings {
      (resting, unsettled) = (resting + unsettled, [])
      return []
    }
    return check(while: isQuiet)
  }

  /// Checks all documents that aren't settled.
  private mutating func check(while isQuiet: () -> Bool) -> [String] {
    guard !unsettled.isEmpty else { return [] }
    texts.forget()
    let checks = workspace.checkCount
    while isQuiet(), let path = unsettled.popLast() {
      if workspace.awaitsCheck(path) {
        resting.append(path)
        // The findings in its flow are outdated.
        found[path] = found[path]?.filter { $0.key == path }
      } else {
        found[path] = workspace.findings(of: path)
      }
    }
    var messages = publish()
    if client.pullsFindings, client.refreshesFindings, workspace.checkCount > checks,
      unsettled.isEmpty, documents.count > 1
    {
      messages.append(request("workspace/diagnostic/refresh", nil))
    }
    return messages.map(Self.text)
  }

  /// Whether ``rest(while:)`` has something to do.
  package var isTired: Bool { !workspace.tiredFlows.isEmpty || !resting.isEmpty }

  /// Checks the flows as a whole of which only what a change can reach was checked, and then what depends on that.
  ///
  /// A driver calls it when the user doesn't type.
  ///
  /// - Parameter isQuiet: Whether no message has come in; otherwise, the rest stays for the next time.
  /// - Returns: The messages for the client.
  public mutating func rest(while isQuiet: () -> Bool) -> [String] {
    let changed = workspace.changedFlows
    for path in workspace.tiredFlows where isQuiet() { _ = workspace.view(of: path) }
    (unsettled, resting) = (resting + unsettled, [])
    let messages = check(while: isQuiet)
    guard client.refreshesTokens, !changed.isEmpty else { return messages }
    return messages + [Self.text(request("workspace/semanticTokens/refresh", nil))]
  }

  /// Returns the messages about files whose findings have changed.
  private mutating func publish() -> [Value] {
    guard !client.pullsFindings else { return [] }
    var all: [String: [Diagnostic]] = [:]
    for path in found.keys.sorted() {
      for (file, diagnostics) in found[path] ?? [:] {
        let known = Set((all[file] ?? []).map(SaidFinding.init))
        all[file, default: []] += diagnostics.filter { !known.contains(SaidFinding($0)) }
      }
    }
    let paths = Set(all.keys).union(published.keys).union(documents.keys)
    var messages: [Value] = []
    for path in paths.sorted() {
      let values = (all[path] ?? []).map { value(of: $0, at: path) }
      let version = documents[path]?.version
      let known = published[path]
      guard
        known?.values ?? (documents[path] == nil ? [] : nil) != values
          || version != nil && known?.version != version
      else { continue }
      let isSettled = !unsettled.contains(path) && !resting.contains(path)
      guard isSettled || documents[path] == nil else { continue }
      published[path] =
        values.isEmpty && documents[path] == nil
        ? nil : PublishedFindings(version: version, values: values)
      messages.append(
        Self.notification(
          "textDocument/publishDiagnostics",
          .object([
            "uri": .string(address(of: path)),
            "version": documents[path]?.version.map { .number($0) },
            "diagnostics": .list(values),
          ])))
    }
    return messages
  }

  /// The report of `textDocument/diagnostic`.
  mutating func report(_ request: DocumentRequest) -> Value {
    let path = request.path
    let findings = workspace.findings(of: path)
    found[path] = findings
    func items(_ file: String) -> Value {
      .list((findings[file] ?? []).map { value(of: $0, at: file) })
    }
    var related: [(String, Value?)] = []
    if client.takesRelatedDocuments {
      for file in findings.keys.sorted() where file != path {
        related.append((address(of: file), .object(["kind": "full", "items": items(file)])))
      }
    }
    return .object([
      "kind": "full", "items": items(path),
      "relatedDocuments": related.isEmpty ? nil : .object(related),
    ])
  }

  // MARK: Places

  /// The address of a file, as the client calls it.
  func address(of path: String) -> String {
    documents[path]?.address ?? DocumentAddress.address(of: path)
  }

  /// The text of a file, for positions in it.
  package func text(at path: String) -> DocumentText {
    documents[path]?.text ?? texts.text(at: path) { workspace.files.read(path) ?? [] }
  }

  func range(of value: Value, in text: DocumentText) -> SourceRange? {
    guard let start = value["start"].flatMap(TextPosition.init),
      let end = value["end"].flatMap(TextPosition.init)
    else { return nil }
    return SourceRange(
      text.offset(of: start, in: client.encoding), text.offset(of: end, in: client.encoding))
  }

  func value(of range: SourceRange, in text: DocumentText) -> Value {
    .object([
      "start": text.position(of: range.lowerBound, in: client.encoding).value,
      "end": text.position(of: range.upperBound, in: client.encoding).value,
    ])
  }
}

/// The texts of files that aren't open, while a message is performed.
final class FileTexts: Sendable {
  private let texts = Mutex<[String: DocumentText]>([:])

  func text(at path: String, reading read: () -> [UInt8]) -> DocumentText {
    if let known = texts.withLock({ $0[path] }) { return known }
    let text = DocumentText(read())
    texts.withLock { $0[path] = text }
    return text
  }

  func forget() { texts.withLock { $0 = [:] } }
}

/// The findings that a client has.
struct PublishedFindings: Sendable {
  let version: Int?
  let values: [Value]
}

/// Identifies a finding, however often its file is read.
private struct SaidFinding: Hashable {
  let range: SourceRange
  let id: DiagnosticID
  let message: String

  init(_ diagnostic: Diagnostic) {
    (range, id, message) = (diagnostic.place.range, diagnostic.id, diagnostic.message)
  }
}
