// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowSessions

/// How a file or a tree is written: what each of its parts replaces, and what's moved to its place at once.
///
/// It's known before anything is written, so that a note says what a process that's killed leaves.
struct TreePlan: Hashable {
  /// A file, a link, or a new folder with everything in it, which is first made next to its place.
  struct Unit: Hashable {
    /// The path of its place, with all links resolved.
    let place: String

    /// The path where it's made, in the same folder.
    let temporary: String

    /// Whether it's a folder.
    let isFolder: Bool

    /// Whether it replaces something.
    let isReplacing: Bool

    /// Whether what's in its place is removed, and nothing is made.
    var isRemoval = false
  }

  /// A part that changes something.
  struct Step: Hashable {
    /// Its path, with all links resolved.
    let place: String

    /// The file that it replaces, and the folders that are made for it, outermost first.
    let written: WrittenFile

    /// The index of what it's moved with.
    let unit: Int
  }

  /// The units that are moved to their places, each at once.
  let units: [Unit]

  /// For each part of the tree, how it's written; nil for one that's left alone.
  let steps: [Step?]

  init(units: [Unit], steps: [Step?]) {
    self.units = units
    self.steps = steps
  }

  /// Creates the plan of restoring what was written before.
  init(restoring parts: [WriteRequest], _ written: [WrittenFile?]) {
    let steps = zip(parts, written).map { part, written in
      written.map { Step(place: part.path, written: $0, unit: 0) }
    }
    self.init(units: [], steps: steps)
  }

  /// For each part, what it replaces; nil for one that's left alone.
  var written: [WrittenFile?] { steps.map { $0?.written } }

  /// Returns the path of a part before its unit is in its place.
  func temporary(of step: Step) -> String {
    let unit = units[step.unit]
    return unit.temporary + step.place.dropFirst(unit.place.count)
  }

  /// Returns the indices of the parts for which something is true of their unit.
  func parts(where isIncluded: (Int) -> Bool) -> [Int] {
    steps.indices.filter { index in steps[index].map { isIncluded($0.unit) } ?? false }
  }
}

extension TreePlan {
  /// Finds out what each part replaces, and which folders are new.
  ///
  /// - Parameters:
  ///   - parts: The parts of a tree, each after the folders around it.
  ///   - writes: The folder to write in.
  ///   - recovery: What names temporary files.
  /// - Throws: The reason why a part can't be written.
  init(
    of parts: [WriteRequest], by writes: SystemWrites, naming recovery: TreeRecovery
  ) throws(SystemWrites.PartFailure) {
    var planning = Planning(writes: writes, recovery: recovery)
    for part in parts {
      do throws(FileFailure) {
        try planning.add(part)
      } catch {
        throw .init(path: part.path, failure: error)
      }
    }
    self.init(units: planning.units, steps: planning.steps)
  }

  private struct Planning {
    let writes: SystemWrites
    let recovery: TreeRecovery
    var units: [Unit] = []
    var steps: [Step?] = []

    /// The units of new folders, by their places.
    private var folders: [String: Int] = [:]

    /// The folders that are made for the parts so far.
    private var made: Set<String> = []

    /// The places of files and links that the parts so far remove.
    private var removed: Set<String> = []

    /// The size of what the parts so far replace.
    private var byteCount = 0

    init(writes: SystemWrites, recovery: TreeRecovery) {
      self.writes = writes
      self.recovery = recovery
    }

    mutating func add(_ part: WriteRequest) throws(FileFailure) {
      guard let previous = try previous(of: part) else { return steps.append(nil) }
      let (realPath, missingCount) = try place(of: part)
      let names = realPath.split(separator: "/").map(String.init)
      let folder = names.dropLast(missingCount)
      let isNewFolder = missingCount > 1 || part.kind == .folder
      let root = (folder + [names[folder.count]]).joined(separator: "/")
      let unit: Int
      if isNewFolder, let known = folders[root] {
        unit = known
      } else {
        unit = units.count
        let temporary = (folder + [recovery.temporaryName(steps.count)]).joined(separator: "/")
        units.append(
          Unit(
            place: root, temporary: temporary, isFolder: isNewFolder,
            isReplacing: previous != .nothing, isRemoval: part.kind == .removal))
        if isNewFolder { folders[root] = unit }
      }
      var madeFolders: [String] = []
      let end = part.kind == .folder ? names.count : names.count - 1
      for count in stride(from: folder.count + 1, through: end, by: 1) {
        let path = names[..<count].joined(separator: "/")
        if made.insert(path).inserted { madeFolders.append(path) }
      }
      steps.append(
        Step(
          place: realPath,
          written: WrittenFile(previous: previous, madeFolders: madeFolders), unit: unit))
      if part.kind == .removal { removed.insert(realPath) }
    }

    /// The path of a part's place with all links resolved, and the number of names at its end that don't exist.
    ///
    /// A file that's removed before is a folder that doesn't exist.
    private func place(
      of part: WriteRequest
    ) throws(FileFailure) -> (realPath: String, missingCount: Int) {
      do throws(FileFailure) {
        let place = try writes.place(of: part)
        return (place.realPath, place.name.split(separator: "/").count)
      } catch {
        guard let file = fileInTheWay(of: part, error) else { throw error }
        return (part.path, part.path.dropFirst(file.count).split(separator: "/").count + 1)
      }
    }

    /// The place of a file that's removed before a part is written in a folder with its name; nil if the place of the
    /// part isn't found for another reason.
    private func fileInTheWay(of part: WriteRequest, _ failure: FileFailure) -> String? {
      guard case .notAFolder(let path) = failure, removed.contains(path),
        part.path.hasPrefix(path + "/")
      else { return nil }
      return path
    }

    /// Whether all that's in a folder is removed before a part is written in its place.
    private func isEmptied(_ part: WriteRequest) -> Bool {
      guard part.replacesKind, let files = writes.files(inFolder: part.path) else { return false }
      return removed.isSuperset(of: files)
    }

    /// The file that a part replaces; nil if it's left alone.
    private mutating func previous(
      of part: WriteRequest
    ) throws(FileFailure) -> WrittenFile.Previous? {
      if writes.isSingle { return try writes.previous(ofSingle: part) }
      let present: SystemWrites.Present
      do throws(FileFailure) {
        present = try writes.present(part)
      } catch {
        guard fileInTheWay(of: part, error) != nil else { throw error }
        return .nothing
      }
      switch (present, part.exists) {
      case (.nothing, _): return part.kind == .removal ? nil : .nothing
      case (.obstacle(.folder), .overwrite) where isEmptied(part): return .nothing
      case (.obstacle(let obstacle), .keep) where part.canKeep(obstacle): return nil
      case (.obstacle(let obstacle), _): throw FileFailure.inTheWay(obstacle)
      case (.same, _), (_, .keep): return nil
      // Only what the user has seen is removed.
      case (.file(let old), _) where part.kind == .removal && old.content != part.content:
        throw FileFailure.changed
      case (.link(let old), _) where part.kind == .removal && Array(old.utf8) != part.content:
        throw FileFailure.changed
      case (.file(let old), .overwrite):
        byteCount += old.content.count
        guard byteCount <= SystemWrites.previousTreeLimit else {
          throw FileFailure.tooLarge(limit: SystemWrites.previousTreeLimit)
        }
        return .replaced(old.content, mode: old.mode)
      case (.link(let target), .overwrite): return .link(to: target)
      case (_, .ask), (_, .fail), (_, .append): throw FileFailure.exists
      }
    }
  }
}
