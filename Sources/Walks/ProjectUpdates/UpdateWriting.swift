// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions
import FlowHosts
import FlowSessions

/// Writes updates of a project, whole or not at all, whatever ends the process.
///
/// Before anything is written, the whole update is put beside the records, so that the next one can complete it or take
/// it back.
package struct UpdateWriting: Sendable {
  /// The remains of an update whose process was killed.
  package enum Recovery: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// It's complete now.
    case completed

    /// It's taken back.
    case takenBack

    /// Some files are as it wrote them, and some aren't; what's there counts.
    case unknown

    /// It can neither be completed nor be taken back.
    case failed(String)
  }

  private let folder: String
  private let writes: SystemWrites
  private let flow: String

  /// Creates the writing of updates in the folder of a project, by the flow with an id.
  package init(folder: String, flow: String) {
    self.folder = folder
    self.flow = flow
    writes = SystemWrites(folder: folder)
  }

  private var pendingPath: String { "\(folder)/\(UpdateRecord.folderName)/\(flow).update" }

  var attempt: EffectAttempt { EffectAttempt(walk: "update", step: flow) }

  /// Carries out an update.
  ///
  /// - Returns: Why it failed, if it did; then everything is as it was, or the words say what isn't.
  package func write(_ request: WriteRequest) -> String? {
    if let failure = note(request) { return failure }
    let result = writes.write(request, of: attempt)
    writes.conclude(request, of: attempt)
    SystemFiles.remove(pendingPath)
    if case .failed(let message) = result { return message }
    return nil
  }

  /// Puts an update beside the records, and returns why that failed.
  func note(_ request: WriteRequest) -> String? {
    let saved = EffectRequest(step: "update", effect: .write(request)).value(for: .walk)
    guard let text = JSONWriter().text(of: saved) else { return "the update can't be noted" }
    do throws(SystemFiles.Failure) {
      try SystemFiles.makeFolder("\(folder)/\(UpdateRecord.folderName)")
      try SystemFiles.write(text + "\n", to: pendingPath, isPrivate: true)
    } catch {
      return error.message
    }
    return nil
  }

  /// Whether there's an update whose process was killed.
  package var isUnfinished: Bool { SystemFiles.exists(pendingPath) }

  /// Completes an update whose process was killed, or takes it back.
  package func recover() -> Recovery {
    guard isUnfinished else { return .nothing }
    guard let bytes = try? SystemFiles.read(pendingPath, limit: Self.pendingLimit),
      case .map(let map)? = try? Value(json: String(decoding: bytes, as: UTF8.self))
    else { return .failed("'\(pendingPath)' can't be read") }
    var reader = EntryReader<Damage>(map)
    guard let saved = try? EffectRequest(&reader), case .write(var request) = saved.effect,
      case .tree(var parts) = request.kind
    else { return .failed("'\(pendingPath)' isn't the note of an update") }
    for index in parts.indices { parts[index].replacesKind = parts[index].kind != .folder }
    request.kind = .tree(parts)
    let recovery: Recovery
    switch writes.recover(request, of: attempt) {
    case .ended(.failed(let message)): return .failed(message)
    case .ended: recovery = .completed
    case .notPerformed: recovery = .takenBack
    case .unknown: recovery = .unknown
    }
    writes.conclude(request, of: attempt)
    SystemFiles.remove(pendingPath)
    return recovery
  }

  /// The maximum size of the note in bytes: all that an update can write, in Base64.
  private static let pendingLimit = 128 << 20

  private struct Damage: EntryReaderError {
    init(entry message: String) {}
  }

  /// Leaves conflicts to the index of git, so that a merge tool finds them: the recorded version, the user's, and the
  /// new one of each file.
  ///
  /// - Parameter entries: The files that were written with marks of conflicts.
  /// - Returns: Why it isn't possible; nil if it's done.
  package func leaveToIndex(_ entries: [UpdatePlan.Entry]) -> String? {
    guard let prefix = git(["rev-parse", "--show-prefix"], input: "") else {
      return "the folder isn't in a repository of git"
    }
    let place = String(prefix.prefix { $0 != "\n" })
    let versions = entries.compactMap { entry -> [FileIdentity]? in
      guard let base = entry.base, let mine = entry.mine.identity, let theirs = entry.theirs else {
        return nil
      }
      return [base, mine, theirs.identity]
    }
    var files: [(name: String, content: [UInt8])] = []
    for case .file(let bytes, _) in versions.joined() { files.append(("\(files.count)", bytes)) }
    // The content of a file may be no text, so that it can't be an argument or an input.
    let output = SystemFiles.withTemporary(files) { folder in
      git(
        ["hash-object", "-w", "--no-filters", "--stdin-paths"],
        input: files.map { "\(folder)/\($0.name)\n" }.joined())
    }
    var names = (output ?? "").split(separator: "\n")[...]
    guard names.count == files.count, files.count == 3 * entries.count else {
      return "git can't take the files"
    }
    var lines = ""
    for (entry, versions) in zip(entries, versions) {
      for (stage, version) in zip(1..., versions) {
        guard case .file(_, let isExecutable) = version, let name = names.popFirst() else {
          continue
        }
        let end = "\t\(place)\(entry.path)\0"
        if stage == 1 { lines += "0 \(String(repeating: "0", count: name.count))" + end }
        lines += "\(isExecutable ? "100755" : "100644") \(name) \(stage)" + end
      }
    }
    return git(["update-index", "-z", "--index-info"], input: lines) == nil
      ? "git doesn't take the conflicts" : nil
  }

  private func git(_ arguments: [String], input: String) -> String? {
    guard let timeout = try? TimeSpan(seconds: 60) else { return nil }
    let command = CommandRequest(
      arguments: ["git"] + arguments, passed: ["PATH", "HOME"], input: input, timeout: timeout,
      keepsOutput: true)
    guard
      case .ended(let result) = SystemCommands(folder: folder).run(
        command, until: EffectCancellation()), result.status == 0
    else { return nil }
    return String(decoding: result.output, as: UTF8.self)
  }
}
