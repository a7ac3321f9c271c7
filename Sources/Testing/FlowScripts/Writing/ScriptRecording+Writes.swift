// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowSessions

// The files that a walk wrote, and what it found in their places.
extension ScriptRecording {
  /// Adds what came of a write: what was in the places of its files, and what was decided about it.
  mutating func addResult(
    _ result: EffectResult, of write: WriteRequest, _ step: String, _ before: FlowSession
  ) {
    let parts = write.parts
    switch result {
    case .written(let written):
      var all = [Optional(written)]
      if write.isTree {
        guard case .tree(let files) = written.previous, files.count == parts.count else { return }
        all = files
      }
      perform(
        write, zip(parts, all).map { add($0, $1, step, before.fileDecision(at: $0.path)) }, step)
    case .done:
      perform(write, parts.map { add($0, nil, step, before.fileDecision(at: $0.path)) }, step)
    case .failed: addObstacle(to: parts)
    case .ended, .returned: break
    }
  }

  private mutating func perform(_ write: WriteRequest, _ parts: [WriteRequest], _ step: String) {
    var decided = write
    if write.isTree {
      decided.kind = .tree(parts)
    } else {
      decided.exists = parts[0].exists
    }
    _ = files.perform(EffectRequest(step: step, effect: .write(decided)))
  }

  /// Adds what was in the place of a file, and the decision about it.
  ///
  /// - Parameters:
  ///   - part: The file.
  ///   - written: What it replaced; nil if it was left alone.
  ///   - step: The step.
  ///   - decision: What was decided; nil if nothing was, or it isn't known.
  /// - Returns: The file with the policy that was decided.
  private mutating func add(
    _ part: WriteRequest, _ written: WrittenFile?, _ step: String, _ decision: FileDecision?
  ) -> WriteRequest {
    var decided = part
    guard part.kind != .folder else { return part }
    switch written?.previous {
    case .nothing?, .appended?, .tree?:
      correctKept(nil, at: part)
      return part
    case .replaced(let old, _)?:
      addReplaced(String(decoding: old, as: UTF8.self), at: part)
      decided.exists = .overwrite
    case .link(let target)?:
      addReplaced(target, at: part)
      decided.exists = .overwrite
    case nil where part.exists == .keep || isKept(part, decision):
      if decision?.isAbout(part, .folder) == true || isOther(part, decision) {
        add("", at: part, isFolder: true)
      } else if !files.contains(part.path) {
        decided.exists = .keep
        add(part.isSecret ? nil : found(part), at: decided)
        keptFiles[ScriptedPaths.normalized(part.path)] = decided
      }
      decided.exists = .keep
    case nil:
      // It was there already. A secret stays out of the script, so there it's written.
      guard !part.isSecret, let text = String(validating: part.content, as: UTF8.self) else {
        return part
      }
      add(text, at: part)
      return part
    }
    if part.exists == .ask { add(step, .typed(decided.exists == .keep ? "no" : "yes")) }
    return decided
  }

  /// Adds what a write replaced.
  private mutating func addReplaced(_ text: String, at part: WriteRequest) {
    let text = part.isSecret ? nil : text
    correctKept(text, at: part)
    add(text, at: part)
  }

  /// Corrects what was in a file that an earlier write has kept, once the walk changes it: what's there when the walk
  /// is recorded is what the walk has written.
  private mutating func correctKept(_ text: String?, at part: WriteRequest) {
    let path = ScriptedPaths.normalized(part.path)
    guard let kept = keptFiles.removeValue(forKey: path), options.files.isEmpty else { return }
    set(text, at: kept, path: kept.path)
  }

  /// Forgets what was in the files that a walk is about to replace by secrets: in a saved walk, that isn't in the log.
  mutating func forgetSecretFiles(_ before: FlowSession) {
    guard case .needs(.effect(let request)) = before.state, case .write(let write) = request.effect
    else { return }
    for part in write.parts where part.isSecret && part.exists != .keep {
      guard before.fileDecision(at: part.path)?.isReplaced != false else { continue }
      correctKept(nil, at: part)
    }
  }

  /// Whether the user kept what was in the place of a file.
  private func isKept(_ part: WriteRequest, _ decision: FileDecision?) -> Bool {
    if let decision { return !decision.isReplaced }
    if files.contains(part.path) { return files.meetsFile(part) }
    guard part.exists == .ask, case .differs? = options.found(part) else { return false }
    return true
  }

  /// Whether what was kept is neither a file nor a folder, such as a pipe, which a script shows as a folder.
  private func isOther(_ part: WriteRequest, _ decision: FileDecision?) -> Bool {
    let others: [WriteObstacle] = part.kind == .link ? [.pipe, .device] : [.link, .pipe, .device]
    return others.contains { decision?.isAbout(part, $0) == true }
  }

  /// The maximum size in bytes of a file that was kept and is in a script, 64 KiB, and of all of them together, 1 MiB:
  /// a script of 4 MiB is read.
  private static let foundLimit = 64 << 10
  private static let foundTotal = 1 << 20

  /// The text of a file that was kept; nil if it isn't known, isn't text, or is long.
  private mutating func found(_ part: WriteRequest) -> String? {
    guard case .differs(let bytes?)? = options.found(part), bytes.count <= Self.foundLimit,
      foundBytes + bytes.count <= Self.foundTotal
    else { return nil }
    foundBytes += bytes.count
    return String(validating: bytes, as: UTF8.self)
  }

  /// Adds what was at the place of a file before, unless it's known.
  ///
  /// - Parameters:
  ///   - text: The text of a file; nil for any that differs from what would be written.
  ///   - part: The file.
  ///   - isFolder: Whether it was a folder.
  private mutating func add(_ text: String?, at part: WriteRequest, isFolder: Bool = false) {
    guard options.files.isEmpty, !files.contains(part.path) else { return }
    set(text, at: part, path: part.path + (isFolder ? "/" : ""))
  }

  private mutating func set(_ text: String?, at part: WriteRequest, path: String) {
    let other = part.content.isEmpty ? "\n" : ""
    let known = text.flatMap { Array($0.utf8) == part.content && part.exists == .keep ? nil : $0 }
    files.add(path, known ?? other)
    script.files[path] = known ?? other
  }

  /// Adds what can have been the reason why a write failed, if nothing that's known is one.
  private mutating func addObstacle(to parts: [WriteRequest]) {
    guard options.files.isEmpty,
      let part = parts.first(where: { $0.kind != .folder && !files.contains($0.path) })
    else { return }
    switch part.exists {
    case .ask where parts.count > 1, .keep: break
    case .fail: add(nil, at: part)
    // Of a file, the replay would ask, and the walk has no answer.
    case .ask, .overwrite, .append: add("", at: part, isFolder: true)
    }
  }
}

extension FileDecision {
  /// Whether it was made about a part of a tree that can't replace what's there.
  fileprivate func isAbout(_ part: WriteRequest, _ obstacle: WriteObstacle) -> Bool {
    fingerprint != nil && fingerprint == part.fingerprint(at: obstacle)
  }
}
