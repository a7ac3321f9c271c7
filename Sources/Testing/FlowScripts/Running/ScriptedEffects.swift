// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions
import FlowModel
import Synchronization

/// The effects of a scripted test.
///
/// It runs no commands, and writes files to a folder in memory.
final class ScriptedEffects: EffectHost {
  /// The effects so far, and the current files.
  struct Record {
    /// The contents of the files, by path.
    var files: [String: [UInt8]] = [:]

    /// The paths of the folders that are empty at the start, with the folders around them.
    var emptyFolders: Set<String> = []

    /// The paths of all folders.
    var folders: Set<String> { emptyFolders.union(ScriptedEffects.folders(of: files.keys)) }

    /// Creates a record of nothing but files.
    ///
    /// - Parameters:
    ///   - files: The contents of the files, by path.
    ///   - emptyFolders: The paths of empty folders, each ending in `/`.
    init(files: [String: [UInt8]] = [:], emptyFolders: [String] = []) {
      self.files = files
      self.emptyFolders = ScriptedEffects.folders(
        of: emptyFolders.map { ScriptedEffects.normalized($0) + "/" })
    }

    /// Returns what each part of a write would replace.
    func outlooks(of write: WriteRequest) -> [WriteOutlook] {
      let folders = folders
      return write.parts.map { part in
        let path = ScriptedEffects.normalized(part.path)
        if part.kind == .folder { return files[path] == nil ? .same : .blocked(by: .file) }
        if folders.contains(path) { return .blocked(by: .folder) }
        guard let old = files[path] else { return .new }
        return old == part.content ? .same : .differs(from: old)
      }
    }

    /// The ids of the commands and actions that ran, in order, whether they succeeded or failed.
    var ran: [String] = []

    /// The ids of the steps that were undone, in order.
    var undone: [String] = []

    /// How often each step's results were used, by id.
    fileprivate(set) var taken: [String: Int] = [:]

    /// How often each step's undo was tried since its last run, by id.
    fileprivate var attempts: [String: Int] = [:]

    /// How many results of undos were used at most, by the id of the step and the position of its run.
    fileprivate(set) var undoTaken: [String: [Int: Int]] = [:]

    /// How many undos ran, whether they succeeded or failed.
    fileprivate(set) var undoCount = 0

    /// The id of the first step that ran without a scripted result.
    var missing: String?
  }

  private let runs: [String: ScriptedRun]
  private let state: Mutex<Record>

  init(runs: [String: ScriptedRun], files: [String: String]) {
    self.runs = runs
    var record = Record(emptyFolders: files.keys.filter { $0.hasSuffix("/") })
    for (path, text) in files where !path.hasSuffix("/") {
      record.files[Self.normalized(path)] = Array(text.utf8)
    }
    state = Mutex(record)
  }

  /// Creates a copy, in which more can happen than here.
  init(copying other: ScriptedEffects) {
    runs = other.runs
    state = Mutex(other.record)
  }

  /// The record so far.
  var record: Record { state.withLock { $0 } }

  func permission(for request: EffectRequest) -> EffectPermission {
    switch request.effect {
    case .write(let write) where write.parts.contains(where: { Self.leadsOut($0.path) }):
      .refused(reason: FileFailure.leadsOut.reason)
    default: .granted
    }
  }

  func outlook(of part: WriteRequest) -> WriteOutlook { outlooks(of: part)[0] }

  func outlooks(of write: WriteRequest) -> [WriteOutlook] { record.outlooks(of: write) }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    state.withLock { record in
      if request.isUndo { record.undoCount += 1 }
      return switch request.effect {
      case .write(let write): Self.write(write, &record)
      case .restore(let restore): Self.restore(restore, request.step, &record)
      case .command, .action: result(of: request, &record)
      }
    }
  }

  // MARK: Commands

  private func result(of request: EffectRequest, _ record: inout Record) -> EffectResult {
    let isAction = if case .action = request.effect { true } else { false }
    if request.isUndo {
      let outcome = undoOutcome(of: request.step, &record)
      let result = outcome.result(isAction: isAction)
      if outcome.isSuccess { record.undone.append(request.step) }
      return result
    }
    record.ran.append(request.step)
    record.attempts[request.step] = 0
    guard let run = runs[request.step], !run.outcomes.isEmpty else {
      if record.missing == nil { record.missing = request.step }
      return .failed(message: "has no result in 'runs:'")
    }
    // The last result is used for all further runs.
    let index = min(record.taken[request.step, default: 0], run.outcomes.count - 1)
    record.taken[request.step, default: 0] += 1
    return run.outcomes[index].result(isAction: isAction)
  }

  /// Returns the next result of undoing the last run of a step.
  private func undoOutcome(of step: String, _ record: inout Record) -> ScriptedRun.Outcome {
    let last = (runs[step]?.outcomes.count ?? 1) - 1
    let position = max(0, min(record.taken[step, default: 0] - 1, last))
    let attempt = record.attempts[step, default: 0]
    record.attempts[step] = attempt + 1
    let taken = record.undoTaken[step]?[position] ?? 0
    record.undoTaken[step, default: [:]][position] = max(taken, attempt + 1)
    let outcomes = runs[step]?.undos[position] ?? []
    return outcomes.isEmpty ? ScriptedRun.Outcome() : outcomes[min(attempt, outcomes.count - 1)]
  }

  // MARK: Files

  static func write(_ write: WriteRequest, _ record: inout Record) -> EffectResult {
    if case .tree(let parts) = write.kind { return self.write(parts, &record) }
    let path = normalized(write.path)
    guard let old = record.files[path] else {
      if record.folders.contains(path) {
        return FileFailure.inTheWay(.folder).result(at: write.path)
      }
      record.files[path] = write.content
      return .written(WrittenFile(previous: .nothing))
    }
    switch write.exists {
    case .ask where old == write.content, .overwrite where old == write.content, .keep:
      return .done
    case .ask, .fail: return FileFailure.exists.result()
    case .overwrite:
      record.files[path] = write.content
      return .written(WrittenFile(previous: .replaced(old, mode: 0o644)))
    case .append:
      if write.content.isEmpty { return .done }
      record.files[path] = old + write.content
      return .written(WrittenFile(previous: .appended(count: old.count)))
    }
  }

  /// Writes the files of a tree, all or none.
  ///
  /// Folders follow from the paths of files, and a link is a file
  /// with its target.
  private static func write(_ parts: [WriteRequest], _ record: inout Record) -> EffectResult {
    let before = record.files
    var written: [WrittenFile?] = []
    let folders = record.folders
    for part in parts {
      let path = normalized(part.path)
      guard part.kind != .folder else {
        if record.files[path] != nil { return failure(part, .inTheWay(.file), before, &record) }
        written.append(nil)
        continue
      }
      if folders.contains(path) {
        guard part.exists == .keep else {
          return failure(part, .inTheWay(.folder), before, &record)
        }
        written.append(nil)
        continue
      }
      guard let old = record.files[path] else {
        record.files[path] = part.content
        written.append(WrittenFile(previous: .nothing))
        continue
      }
      if old == part.content || part.exists == .keep {
        written.append(nil)
      } else if part.exists == .overwrite {
        record.files[path] = part.content
        written.append(WrittenFile(previous: .replaced(old, mode: 0o644)))
      } else {
        return failure(part, .exists, before, &record)
      }
    }
    return written.contains { $0 != nil }
      ? .written(WrittenFile(previous: .tree(written))) : .done
  }

  /// Returns the folders around some paths.
  fileprivate static func folders(of paths: some Sequence<String>) -> Set<String> {
    var folders: Set<String> = []
    for path in paths {
      var rest = path[...]
      while let end = rest.lastIndex(of: "/") {
        rest = rest[..<end]
        guard folders.insert(String(rest)).inserted else { break }
      }
    }
    return folders
  }

  private static func failure(
    _ part: WriteRequest, _ failure: FileFailure, _ before: [String: [UInt8]],
    _ record: inout Record
  ) -> EffectResult {
    record.files = before
    return failure.result(at: part.path)
  }

  /// Restores the files of a tree, all or none.
  private static func restore(
    _ parts: [WriteRequest], _ written: [WrittenFile?], _ step: String, _ record: inout Record
  ) -> EffectResult {
    var files = record.files
    for (part, written) in zip(parts, written) {
      guard let written else { continue }
      let path = normalized(part.path)
      guard files[path] == part.content || files[path] == nil && written.previous == .nothing else {
        return FileFailure.changed.result(at: part.path)
      }
      if case .replaced(let old, _) = written.previous {
        files[path] = old
      } else {
        files[path] = nil
      }
    }
    record.files = files
    record.undone.append(step)
    return .done
  }

  static func restore(
    _ restore: RestoreRequest, _ step: String, _ record: inout Record
  ) -> EffectResult {
    if case .tree(let parts) = restore.write.kind {
      guard case .tree(let written) = restore.written.previous else { return .done }
      return self.restore(parts, written, step, &record)
    }
    let path = normalized(restore.write.path)
    let content = restore.write.content
    let expected: Bool
    let before: [UInt8]?
    switch (restore.written.previous, record.files[path]) {
    case (.nothing, let found): (expected, before) = (found == nil || found == content, nil)
    case (.replaced(let old, _), let found): (expected, before) = (found == content, old)
    case (.appended(let count), let found):
      let old = found.map { Array($0.prefix(count)) } ?? []
      (expected, before) = (found == old + content, old)
    case (.link, _), (.tree, _): (expected, before) = (false, nil)
    }
    guard expected else {
      return FileFailure.changed.result()
    }
    record.files[path] = before
    record.undone.append(step)
    return .done
  }

  /// Returns whether a path leads out of the folder in memory, which has no links.
  static func leadsOut(_ path: String) -> Bool {
    if path.hasPrefix("/") { return true }
    var depth = 0
    for part in path.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return true }
    }
    return depth == 0
  }

  /// Returns the path under which a file is stored.
  static func normalized(_ path: String) -> String { ScriptedPaths.normalized(path) }
}

extension ScriptedRun.Outcome {
  /// Whether it's a success.
  var isSuccess: Bool { status == 0 }

  /// Returns the result that a host would return.
  package func result(isAction: Bool) -> EffectResult {
    if isAction {
      guard isSuccess else {
        return .failed(message: errors.isEmpty ? "failed" : "failed: \(errors)")
      }
      return .returned(value)
    }
    return .ended(CommandResult(status: status, output: Array(output.utf8), errors: errors))
  }

  private var output: String {
    switch content {
    case .nothing: ""
    case .text(let text): text
    case .lines(let lines): lines.map { $0 + "\n" }.joined()
    case .json(let value): JSONWriter().text(of: value) ?? ""
    }
  }

  private var value: Value {
    switch content {
    case .nothing: .int(Int64(status))
    case .text(let text): .string(text)
    case .lines(let lines): .list(lines.map { .string($0) })
    case .json(let value): value
    }
  }
}
