// SPDX-License-Identifier: Apache-2.0

import CTerminal
import FlowForms
import Localization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The writing of a tree: everything is made next to its place, and then moved there.
struct TreeChange {
  private let parts: [WriteRequest]
  private let plan: TreePlan
  private let writes: SystemWrites
  private let recovery: TreeRecovery

  /// Whether each unit is in its place.
  private var isMoved: [Bool]

  /// The number of steps so far.
  private var stepCount = 0

  /// The mode of a new file for which the tree has none.
  private let newFileMode = Int(NewFileMode.current)

  init(
    _ parts: [WriteRequest], _ plan: TreePlan, by writes: SystemWrites, _ recovery: TreeRecovery
  ) {
    self.parts = parts
    self.plan = plan
    self.writes = writes.ofManyPaths
    self.recovery = recovery
    isMoved = plan.units.map { _ in false }
  }

  /// Creates the writing that a killed process has left, with what's in its place.
  init(
    _ parts: [WriteRequest], _ plan: TreePlan, isMoved: [Bool], by writes: SystemWrites,
    _ recovery: TreeRecovery
  ) {
    self.init(parts, plan, by: writes, recovery)
    self.isMoved = isMoved
    stepCount = parts.count + 2
  }

  /// What the tree replaces.
  var written: WrittenFile { plan.written }

  private func interrupted(_ path: String) -> SystemWrites.PartFailure {
    .init(path: path, failure: .system(writes.catalog.text(.wasInterrupted)))
  }

  private func place(_ path: String) throws(FileFailure) -> SystemFolder.Place {
    try writes.folder.place(of: path, makesFolders: false, followsLast: false)
  }

  // MARK: Writing

  /// Makes everything next to its place, and moves it there.
  mutating func run(until cancellation: EffectCancellation) throws(SystemWrites.PartFailure) {
    while try advance(until: cancellation) {}
  }

  /// Takes the next step: writes the note, makes a part, notes that all are made, moves a unit, or removes the note.
  ///
  /// A process can be killed between any two steps, and in any of them.
  ///
  /// - Returns: Whether another step follows.
  /// - Throws: The reason why a part can't be written.
  mutating func advance(
    until cancellation: EffectCancellation
  ) throws(SystemWrites.PartFailure) -> Bool {
    let index = stepCount
    stepCount += 1
    switch index {
    case 0: try recovery.note(plan, isPrepared: false)
    case let index where index <= parts.count: try prepare(index - 1, until: cancellation)
    case parts.count + 1: try recovery.note(plan, isPrepared: true)
    case let index where index < parts.count + 2 + plan.units.count:
      try move(index - parts.count - 2, until: cancellation)
    default:
      recovery.sync()
      recovery.forget()
      return false
    }
    return true
  }

  private func prepare(
    _ index: Int, until cancellation: EffectCancellation
  ) throws(SystemWrites.PartFailure) {
    guard let step = plan.steps[index] else { return }
    let part = parts[index]
    if cancellation.isCancelled { throw interrupted(part.path) }
    do throws(FileFailure) {
      let unit = plan.units[step.unit]
      for folder in step.written.madeFolders {
        let place = try place(unit.temporary + folder.dropFirst(unit.place.count))
        guard mkdirat(place.folder, place.name, 0o777) == 0 else { throw FileFailure(code: errno) }
      }
      try prepare(part, step)
    } catch {
      throw .init(path: part.path, failure: error)
    }
  }

  private func prepare(_ part: WriteRequest, _ step: TreePlan.Step) throws(FileFailure) {
    let place = try place(plan.temporary(of: step))
    switch part.kind {
    case .folder, .tree: break
    case .link:
      guard symlinkat(part.linkTarget, place.folder, place.name) == 0 else {
        throw FileFailure(code: errno)
      }
    case .file:
      var mode = part.mode ?? newFileMode
      if part.mode == nil, case .replaced(_, let old) = step.written.previous { mode = old }
      _ = try SystemWrites.prepare(
        part.content, at: place, mode: mode, syncs: false, temporary: place.name)
    }
  }

  private mutating func move(
    _ index: Int, until cancellation: EffectCancellation
  ) throws(SystemWrites.PartFailure) {
    guard !isMoved[index] else { return }
    let unit = plan.units[index]
    if cancellation.isCancelled { throw interrupted(unit.place) }
    do throws(FileFailure) {
      try move(unit)
    } catch {
      throw .init(path: unit.place, failure: error)
    }
    isMoved[index] = true
  }

  private func move(_ unit: TreePlan.Unit) throws(FileFailure) {
    let place = try place(unit.temporary)
    let name = String(unit.place.split(separator: "/").last ?? "")
    let code: Int32
    if unit.isReplacing {
      code = renameat(place.folder, place.name, place.folder, name) == 0 ? 0 : errno
    } else {
      code = ct_rename_new(place.folder, place.name, name)
    }
    guard code == 0 else { throw code == EEXIST ? FileFailure.exists : FileFailure(code: code) }
  }

  // MARK: Checking

  /// Throws unless what isn't in its place can be moved there: nothing else is there now, and it's whole.
  func checkMovable() throws(SystemWrites.PartFailure) {
    let folder = writes.ofManyPaths.folder
    for (part, step) in zip(parts, plan.steps) {
      guard let step, !isMoved[step.unit] else { continue }
      do throws(FileFailure) {
        guard try isAsBefore(step, in: folder), try isWhole(part, step) else {
          throw FileFailure.changed
        }
      } catch {
        throw .init(path: part.path, failure: error)
      }
    }
  }

  /// Whether the place of a part is as it was when the process began.
  private func isAsBefore(
    _ step: TreePlan.Step, in folder: SystemFolder
  ) throws(FileFailure) -> Bool {
    let place = try folder.place(of: step.place, makesFolders: false, followsLast: false)
    switch step.written.previous {
    case .nothing:
      var status = stat()
      return fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) != 0
        && (errno == ENOENT || errno == ENOTDIR)
    case .replaced(let bytes, _): return try SystemWrites.OldFile(place)?.content == bytes
    case .link(let target): return try SystemWrites.target(at: place) == target
    case .appended, .tree: return false
    }
  }

  /// Whether what was made of a part is all there.
  private func isWhole(_ part: WriteRequest, _ step: TreePlan.Step) throws(FileFailure) -> Bool {
    let place = try place(plan.temporary(of: step))
    switch part.kind {
    case .file: return try SystemWrites.OldFile(place, limit: .max)?.content == part.content
    case .link: return try SystemWrites.target(at: place) == part.linkTarget
    case .folder, .tree:
      var status = stat()
      return fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0
        && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  // MARK: Back

  /// Takes everything back, as far as that's possible.
  func undo() {
    _ = try? takeBack()
    discardUnmoved()
    recovery.forget()
  }

  /// Restores what was moved to its place.
  ///
  /// If a file has changed since then, nothing is restored.
  ///
  /// - Returns: The indices of the parts that were moved.
  func takeBack() throws(SystemWrites.PartFailure) -> [Int] {
    let moved = plan.parts { isMoved[$0] }
    try writes.restoreTree(
      moved.map { parts[$0] }, moved.map { plan.steps[$0]?.written },
      temporary: { recovery.restoringName(moved[$0]) })
    return moved
  }

  /// Removes what was made next to its place and not moved there.
  func discardUnmoved() {
    for index in plan.parts(where: { !isMoved[$0] }).reversed() { discard(index) }
  }

  /// Removes what was made of a part next to its place, and the folders that were made for it.
  private func discard(_ index: Int) {
    guard let step = plan.steps[index] else { return }
    if parts[index].kind != .folder, let place = try? place(plan.temporary(of: step)) {
      unlinkat(place.folder, place.name, 0)
    }
    let unit = plan.units[step.unit]
    for folder in step.written.madeFolders.reversed() {
      let path = unit.temporary + folder.dropFirst(unit.place.count)
      guard let place = try? place(path) else { continue }
      unlinkat(place.folder, place.name, AT_REMOVEDIR)
    }
  }
}

extension WriteRequest {
  /// The target of a link.
  fileprivate var linkTarget: String { String(decoding: content, as: UTF8.self) }
}
