// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics
import StackFlowCore

// Adds to the writes of a flow with `updatable` the record of what they make.
extension FlowSession {
  /// Returns a write with the record of what it and the writes before it have made, as a tree of both.
  ///
  /// Content that's appended to a file isn't recorded.
  ///
  /// - Parameters:
  ///   - request: The write.
  ///   - secrets: The paths of its files that depend on secrets.
  ///   - write: The step.
  /// - Returns: The write with the record.
  /// - Throws: ``FlowFailure`` if it leaves the folder of the first write.
  /// - Complexity: O(*n* log *n*) in the size of what the writes make.
  func recorded(
    _ request: WriteRequest, _ secrets: Set<String>, of write: CheckedWrite
  ) throws(FlowFailure) -> WriteRequest {
    guard request.isTree || request.exists != .append else { return request }
    let earlier = earlierRecord
    let place = write.pathPlace
    let folder = earlier?.recordedFolder ?? request.projectFolder(of: write)
    let prefix = folder.isEmpty ? "" : folder + "/"
    let recordPath = UpdateRecord.path(of: flow.definition.id.name, in: folder)
    var files: [UpdateRecord.File] = []
    var known: Set<String> = []
    for part in request.parts {
      let isAround = part.kind == .folder && (folder + "/").hasPrefix(part.path + "/")
      guard part.path.hasPrefix(prefix) || isAround else {
        throw FlowFailure(
          message: catalog.text(
            .writeLeavesFolder,
            ["path": .quoted(part.path), "folder": .quoted(folder.isEmpty ? "." : folder)]),
          place: place)
      }
      if part.path == recordPath {
        throw FlowFailure(
          message: catalog.text(.treeNameTwice, ["path": .quoted(part.path)]), place: place)
      }
      guard let identity = FileIdentity(part) else { continue }
      let path = String(part.path.dropFirst(prefix.count))
      known.insert(path)
      files.append(.init(path: path, digest: secrets.contains(part.path) ? nil : identity.digest))
    }
    if let earlier {
      files += UpdateRecord.files(of: String(decoding: earlier.content, as: UTF8.self))
        .filter { !known.contains($0.path) }
    }
    var record = emptyRecord(in: folder)
    record.files = files.sortedAsPaths(\.path)
    let part = WriteRequest(
      path: recordPath, content: Array(record.text.utf8), exists: .overwrite)
    let root = request.isTree ? request.path : folder.isEmpty ? "." : folder
    return WriteRequest(
      path: root, content: [], exists: request.exists, isSecret: request.isSecret,
      kind: .tree((request.parts + [part]).sortedAsPaths(\.path)))
  }

  /// Returns the record that's a part of a request; nil if there's none.
  func record(in request: EffectRequest) -> WriteRequest? {
    guard flow.definition.isUpdatable, case .write(let write) = request.effect, write.isTree else {
      return nil
    }
    return write.recordPart(of: flow.definition.id.name)
  }

  /// The record of the last write below the top step; nil if nothing was written.
  private var earlierRecord: WriteRequest? {
    for depth in (0..<stack.count).reversed() {
      if let record = stack.entry(at: depth)?.item.submission?.effect?.record { return record }
    }
    return nil
  }

  /// The record of this walk without files.
  private func emptyRecord(in folder: String) -> UpdateRecord {
    let definition = flow.definition
    let text = definition.file.text
    var fingerprint = Fingerprint()
    fingerprint.add(text)
    let source = options.source ?? (text.isEmpty ? nil : FlowSource(location: definition.file.name))
    var location = source?.location
    if let path = location, source?.commit == nil, source?.isRecorded != true, !path.hasPrefix("/"),
      !path.contains(":")
    {
      let depth = folder.split(separator: "/").count { $0 != "." }
      location = String(repeating: "../", count: depth) + path
    }
    var record = UpdateRecord(
      flow: definition.id.name, version: definition.version, source: location,
      commit: source?.commit, digest: fingerprint.value, program: source?.program,
      now: timeOfNames,
      zone: options.zone.name, language: options.language)
    for (index, input) in flow.inputs.enumerated()
    where flow.secrets.shape(at: .input(index)).isClean {
      record.inputs[input.definition.name.name] = inputs[index]
    }
    for answer in answers
    where !answer.id.contains("[") && !holdsSecret(answer.value, of: answer.id) {
      record.answers.append(
        .init(
          name: flow.dataName(of: answer.id), value: flow.data(of: answer.value, for: answer.id),
          origin: answer.origin))
    }
    // A field that was left empty on purpose has no answer, and yet isn't asked again.
    let empty = typedAnswers.filter { $0.value == .null }.keys.sorted()
    for id in empty where !id.contains("[") && answer(id) == nil && !flow.takesSecret(id) {
      record.answers.append(.init(name: flow.dataName(of: id), value: .null, origin: .typed))
    }
    return record
  }

  /// Returns whether an answer is a secret, or a list with one in a record.
  private func holdsSecret(_ value: Value, of id: String) -> Bool {
    guard flow.takesSecret(id) else { return false }
    guard let index = flow.stepIndices[id], let list = flow.repeat(at: index),
      case .list(let records) = value
    else { return true }
    return records.contains { !secrets(in: $0.asMap, of: list.scope).allSatisfy { $0 == .null } }
  }

  /// Whether the content of a file depends on a secret that the walk has.
  func readsSecret(_ content: CheckedWrite.Content) -> Bool {
    guard hasSecrets else { return false }
    return switch content {
    case .parts(let parts):
      parts.contains { part in
        (part.text.expressions + [part.when, part.each].compactMap { $0 }).contains(
          where: readsSecret)
      }
    case .json(let output), .yaml(let output):
      !flow.secrets.shape(ofDataIn: output, of: flow).isClean
    case .bytes, .tree: false
    }
  }
}

extension WriteRequest {
  /// The record of a flow that's a part of a tree; nil if there's none.
  package func recordPart(of flow: String) -> WriteRequest? {
    let end = UpdateRecord.path(of: flow, in: "")
    return parts.first { $0.path == end || $0.path.hasSuffix("/" + end) }
  }

  /// The folder that a record is about; empty for the working directory.
  package var recordedFolder: String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
  }

  /// Returns the folder of the project that a first write makes; empty for the working directory.
  ///
  /// It's the folder of a tree, or the only one in it if its name is computed, as that of a project is.
  fileprivate func projectFolder(of write: CheckedWrite) -> String {
    if case .tree(let tree) = write.content {
      let root = path == "." ? "" : path
      guard tree.each == nil, tree.entries.count == 1, case .folder = tree.entries[0].content,
        !tree.entries[0].name.expressions.isEmpty,
        let only = parts.first(where: { $0.path != root && $0.kind == .folder })?.path,
        parts.allSatisfy({ $0.path == root || $0.path == only || $0.path.hasPrefix(only + "/") })
      else { return root }
      return only
    }
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    return names.dropLast().filter { $0 != "." }.joined(separator: "/")
  }
}
