// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
package import FlowHosts
import FlowModel
import FlowSessions

/// The outcome of an update for a file of a project.
package enum UpdateVerdict: String, Hashable, Sendable, CaseIterable {
  /// It's as the new version has it, or the template hasn't changed it.
  case unchanged

  /// Only the user has changed it, and it stays.
  case yours

  /// The template wants a file that exists to be kept, or the user has put something else in the place of one that
  /// the template hasn't changed.
  case kept

  /// It's new or changed, and something is in its place that can't be replaced, so nothing is written.
  case blocked

  /// It's new.
  case added

  /// Only the template has changed it.
  case updated

  /// Both have changed it, and all changes are taken.
  case merged

  /// Both have changed it, and the changes exclude each other.
  case conflict

  /// The template adds it, and the user has made another one.
  case addedByBoth

  /// The template or an answer leaves it out, and the user hasn't changed it.
  case removed

  /// The template or an answer leaves it out, and the user has changed it.
  case dropped

  /// The user has deleted it, and it stays deleted.
  case deleted

  /// It isn't the template's, and the template wants a folder or a file in its place.
  case inTheWay

  /// It depends on a secret, so that no one knows whether the user has changed it.
  case secret

  /// Whether the user decides about it.
  package var isQuestion: Bool {
    switch self {
    case .conflict, .addedByBoth, .dropped, .inTheWay, .secret: true
    case .unchanged, .yours, .kept, .blocked, .added, .updated, .merged, .removed, .deleted: false
    }
  }

  /// Whether something is written or removed without a question.
  package var isChange: Bool {
    switch self {
    case .added, .updated, .merged, .removed: true
    case .unchanged, .yours, .kept, .blocked, .conflict, .addedByBoth, .dropped, .inTheWay: false
    case .deleted, .secret: false
    }
  }
}

/// The user's decision about a file.
package enum UpdateChoice: String, Hashable, Sendable, CaseIterable {
  /// The file stays as it is.
  case keep

  /// The new version replaces it, or it's removed.
  case theirs

  /// Both versions are in it, with marks of a conflict around what excludes each other.
  case markers
}

/// An update of a project: what the recorded version made, what the new one makes, and what's there, file by file.
///
/// It's a value, and knows nothing of a disk.
package struct UpdatePlan: Sendable {
  /// A file in an update.
  package struct Entry: Hashable, Sendable {
    /// The path relative to the folder of the project.
    package let path: String

    package internal(set) var verdict: UpdateVerdict

    /// The file that's there.
    package internal(set) var mine: FoundFile

    /// The content that the recorded version made; nil if it made nothing, or that isn't known.
    package let base: FileIdentity?

    /// The file that the new version makes; nil if it makes nothing.
    package let theirs: RenderedProject.File?

    /// The result of merging: the whole content for `merged`, and the one with marks for `conflict`, if it can have
    /// them.
    package internal(set) var merged: FileIdentity?

    /// The files and links in its place, or in that of a folder around it, without which it can't be written.
    package internal(set) var obstacles: [String] = []

    /// The user's possible decisions, the one that changes nothing first.
    package var choices: [UpdateChoice] {
      guard verdict.isQuestion else { return [] }
      return [.keep, .theirs] + (verdict == .conflict && merged != nil ? [.markers] : [])
    }
  }

  /// The files in the order of their paths.
  package private(set) var entries: [Entry] = []

  /// The paths of files of the recorded version that didn't become what the record says.
  package private(set) var unlikeRecord: [String] = []

  /// The number of files whose contents were merged.
  private(set) var mergeCount = 0

  private let theirs: RenderedProject

  /// The folders in which there's nothing that are new.
  package let newFolders: [String]

  /// The paths of files in the place of others that are removed without a question.
  private var leaving: Set<String> = []

  /// The paths of recorded files whose secrets aren't known, so that no version makes them.
  private var withoutSecret: [String] = []

  /// Compares the three versions of a project.
  ///
  /// - Parameters:
  ///   - recorded: The files that the record lists.
  ///   - base: What the recorded version makes; nil if that isn't known.
  ///   - theirs: What the new version makes.
  ///   - hasSecrets: Whether a secret was given or entered, and not only drawn, so that it may be another one than that
  ///     of the project.
  ///   - restored: The paths of files that the user has deleted and wants back.
  ///   - find: Finds what's at paths of the project.
  ///   - list: Returns the paths of all files in a folder of the project; nil if not all of it can be removed.
  ///   - merge: Merges the user's version of a file, the recorded one, and the new one.
  /// - Complexity: O(*n* log *n*) in the size of the files, and one merge for each that both have changed.
  package init(
    recorded: [UpdateRecord.File], base: RenderedProject?, theirs: RenderedProject,
    givenSecrets hasSecrets: Bool = true, restoring restored: Set<String> = [],
    find: ([String]) -> [FoundFile], list: (String) -> [String]? = { _ in nil },
    merge: (_ mine: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) -> FileMerge.Outcome
  ) {
    self.theirs = theirs
    let folders = (base.map { theirs.emptyFolders.subtracting($0.emptyFolders) } ?? []).sorted()
    newFolders = zip(folders, find(folders)).filter { $1 == .nothing }.map(\.0)
    let records = Dictionary(recorded.map { ($0.path, $0) }) { first, _ in first }
    let paths = Set(records.keys).union(theirs.files.keys).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    for (path, mine) in zip(paths, find(paths)) {
      let record = records[path]
      var known = base?.files[path]
      if let digest = record?.digest {
        if base != nil, known?.digest != digest {
          unlikeRecord.append(path)
          known = nil
        }
      } else {
        known = nil
      }
      var entry = Entry(
        path: path, verdict: .unchanged, mine: mine, base: known?.identity,
        theirs: theirs.files[path])
      // Without its secret, the recorded version doesn't make it either.
      let lacksSecret =
        record != nil && record?.digest == nil && theirs.files[path] == nil
        && base.map { $0.files[path] == nil } == true
      if lacksSecret { withoutSecret.append(path) }
      // A file that both versions make alike is another one only by its secret, which wasn't given.
      let hasOwnSecret =
        !hasSecrets && record != nil && record?.digest == nil && mine.identity != nil
        && entry.theirs.map { $0.identity != mine.identity } == true
        && base?.files[path]?.identity == entry.theirs?.identity
      guard
        let verdict = hasOwnSecret || lacksSecret && mine != .nothing
          ? .kept : Self.verdict(of: entry, record, isRestored: restored.contains(path))
      else { continue }
      entry.verdict = verdict
      if verdict == .conflict { self.merge(&entry, by: merge) }
      entries.append(entry)
    }
    findObstacles(records, find: find, list: list)
  }

  /// Finds what's in the place of files that would be written: a file becomes a folder, or a folder a file.
  private mutating func findObstacles(
    _ records: [String: UpdateRecord.File], find: ([String]) -> [FoundFile],
    list: (String) -> [String]?
  ) {
    var indices = Dictionary(uniqueKeysWithValues: zip(entries.map(\.path), entries.indices))
    let left = Set(records.keys.filter { theirs.files[$0] == nil })
    let count = entries.count
    var known: [String: FoundFile] = [:]
    func look(_ path: String) -> FoundFile {
      if let found = known[path] { return found }
      let found = find([path])[0]
      known[path] = found
      return found
    }
    for index in entries.indices where entries[index].theirs != nil {
      let path = entries[index].path
      // The link itself is in the way, not the file that it leads to.
      if !left.isEmpty,
        let link = Self.folders(around: path).first(where: left.contains),
        case .link = look(link)
      {
        entries[index].mine = .obstacle(.link)
        entries[index].verdict = .blocked
        continue
      }
      guard entries[index].verdict == .blocked, case .obstacle(let obstacle) = entries[index].mine
      else { continue }
      var found: [String] = []
      if obstacle == .folder {
        found = list(path) ?? []
      } else if let file = Self.folders(around: path).first(where: { look($0).isFile }) {
        found = [file]
      }
      guard !found.isEmpty, found.allSatisfy({ look($0).identity != nil }) else { continue }
      entries[index].verdict = .added
      entries[index].obstacles = found
      for path in found { addObstacle(path, look(path), &indices) }
    }
    if entries.count > count { entries = entries.sortedAsPaths(\.path) }
  }

  /// Adds a file or a link that's in the place of another, about which the user decides unless it goes anyway.
  private mutating func addObstacle(
    _ path: String, _ found: FoundFile, _ indices: inout [String: Int]
  ) {
    if let known = indices[path] {
      if entries[known].verdict == .removed {
        leaving.insert(path)
      } else {
        entries[known].verdict = .dropped
      }
    } else {
      indices[path] = entries.count
      entries.append(
        Entry(path: path, verdict: .inTheWay, mine: found, base: nil, theirs: nil))
    }
  }

  /// The folders around a path, the outermost first.
  private static func folders(around path: String) -> [String] {
    let names = path.split(separator: "/")
    return (1..<max(1, names.count)).map { names.prefix($0).joined(separator: "/") }
  }

  /// Returns what becomes of a file; nil if no version has it any more.
  private static func verdict(
    of entry: Entry, _ record: UpdateRecord.File?, isRestored: Bool
  ) -> UpdateVerdict? {
    let mine = entry.mine.identity
    let theirs = entry.theirs?.identity
    if case .obstacle = entry.mine {
      guard let theirs = entry.theirs else { return .kept }
      return record.map { $0.digest == theirs.digest } == true ? .kept : .blocked
    }
    if mine != nil, mine == theirs { return .unchanged }
    if entry.theirs?.isKept == true, mine != nil { return .kept }
    guard let record else { return mine == nil ? .added : .addedByBoth }
    if mine == nil { return theirs == nil ? nil : isRestored ? .added : .deleted }
    guard let digest = record.digest, entry.theirs?.isSecret != true else {
      return theirs == nil ? .dropped : .secret
    }
    // A base is known only if it has the recorded digest.
    let isChanged = entry.base.map { mine != $0 } ?? (mine?.digest != digest)
    guard let theirs = entry.theirs else { return isChanged ? .dropped : .removed }
    if theirs.digest == digest { return isChanged ? .yours : .unchanged }
    return isChanged ? .conflict : .updated
  }

  /// Merges what both have changed.
  private mutating func merge(
    _ entry: inout Entry,
    by merge: (_ mine: [UInt8], _ base: [UInt8], _ theirs: [UInt8]) -> FileMerge.Outcome
  ) {
    guard case .file(let mine, _) = entry.mine,
      case .file(let base, let wasExecutable)? = entry.base,
      case .file(let theirs, let becomesExecutable)? = entry.theirs?.identity,
      case .file(_, let isExecutable)? = entry.mine.identity
    else { return }
    // Of two values, one that differs from the recorded one is the change.
    let mode = isExecutable == wasExecutable ? becomesExecutable : isExecutable
    mergeCount += 1
    switch merge(mine, base, theirs) {
    case .merged(let bytes):
      entry.merged = .file(bytes, isExecutable: mode)
      entry.verdict = .merged
    case .conflict(let bytes): entry.merged = .file(bytes, isExecutable: mode)
    case .impossible: break
    }
  }

  /// The files about which the user decides.
  package var questions: [Entry] { entries.filter(\.verdict.isQuestion) }

  /// The files whose place is taken by something that can't be replaced.
  package var blocked: [Entry] { entries.filter { $0.verdict == .blocked } }

  /// Whether anything would be written or removed, is asked about, or is blocked.
  package var hasChanges: Bool {
    !newFolders.isEmpty
      || entries.contains {
        $0.verdict.isChange || $0.verdict.isQuestion || $0.verdict == .blocked
      }
  }

  /// Returns the write that carries out the update, with the new record.
  ///
  /// - Parameters:
  ///   - choices: What was decided about files, by their paths; those without a decision stay.
  ///   - flow: The id of the flow.
  /// - Returns: A tree that's written whole or not at all.
  /// - Complexity: O(*n* log *n*) in the number of files that change.
  package func request(
    choosing choices: [String: UpdateChoice], of flow: String
  ) -> WriteRequest {
    var parts = newFolders.map {
      WriteRequest(path: $0, content: [], exists: .keep, kind: .folder)
    }
    for entry in entries {
      guard var part = part(of: entry, choosing: choices) else { continue }
      part.replacesKind = true
      parts.append(part)
    }
    parts.append(
      WriteRequest(
        path: UpdateRecord.path(of: flow, in: ""), content: record, exists: .overwrite))
    // Removals come first, because other files take their places.
    let sorted = parts.sortedAsPaths(\.path)
    return WriteRequest(
      path: ".", content: [], exists: .overwrite,
      kind: .tree(sorted.filter { $0.kind == .removal } + sorted.filter { $0.kind != .removal }))
  }

  /// Returns whether a file is written or removed.
  package func changes(_ entry: Entry, choosing choices: [String: UpdateChoice]) -> Bool {
    part(of: entry, choosing: choices) != nil
  }

  /// The new record, in which files stay whose secrets aren't known.
  private var record: [UInt8] {
    guard !withoutSecret.isEmpty,
      var record = UpdateRecord.read(theirs.record, name: "the record").record
    else { return theirs.record }
    record.files += withoutSecret.map { .init(path: $0, digest: nil) }
    record.files = record.files.sortedAsPaths(\.path)
    return Array(record.text.utf8)
  }

  private func part(of entry: Entry, choosing choices: [String: UpdateChoice]) -> WriteRequest? {
    let choice = choices[entry.path] ?? .keep
    guard entry.obstacles.allSatisfy({ leaving.contains($0) || choices[$0] == .theirs }) else {
      return nil
    }
    let result: FileIdentity?
    switch entry.verdict {
    case .unchanged, .yours, .kept, .blocked, .deleted: return nil
    case .added, .updated: result = entry.theirs?.identity
    case .merged: result = entry.merged
    case .removed: result = nil
    case .conflict, .addedByBoth, .dropped, .inTheWay, .secret:
      switch choice {
      case .keep: return nil
      case .theirs: result = entry.theirs?.identity
      case .markers: result = entry.merged
      }
    }
    return Self.part(entry, becoming: result)
  }

  /// Returns the part that makes something of a file; nil if it's that already.
  private static func part(_ entry: Entry, becoming result: FileIdentity?) -> WriteRequest? {
    switch result {
    case nil:
      let content: [UInt8]
      switch entry.mine {
      case .file(let bytes, _): content = bytes
      case .link(let target): content = Array(target.utf8)
      case .nothing, .obstacle: return nil
      }
      return WriteRequest(path: entry.path, content: content, exists: .overwrite, kind: .removal)
    case .link(let target)?:
      return WriteRequest(
        path: entry.path, content: Array(target.utf8), exists: .overwrite, kind: .link)
    case .file(let bytes, let isExecutable)?:
      var mode = entry.theirs?.mode
      if case .file(_, let old) = entry.mine {
        // Only the bits for executing change.
        mode = isExecutable ? old | (old & 0o444) >> 2 : old & ~0o111
      } else if isExecutable {
        mode = mode ?? 0o755
      }
      return WriteRequest(
        path: entry.path, content: bytes, mode: mode, exists: .overwrite,
        isSecret: entry.theirs?.isSecret == true)
    }
  }
}
