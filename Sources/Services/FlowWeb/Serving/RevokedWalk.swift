// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import SavedWalks

/// A visitor has asked for a walk by an address that was revoked.
struct RevokedWalk: Error {}

extension WalkSummary {
  /// Whether the address of the walk was revoked, and the walk has another one.
  var isRevoked: Bool { notes["revoked"] != nil }

  /// The name of the folder with the files of the walk; nil if it's the id.
  var filesFolder: String? {
    if case .string(let name)? = notes["files"] { name } else { nil }
  }
}

extension WalkStore {
  /// The names of the folders that walks may have files in.
  func foldersOfFiles() async throws(WalkStoreError) -> Set<String> {
    var folders: Set<String> = []
    var last: String?
    while true {
      let page = try await list(after: last, limit: 1_000)
      for entry in page where entry.summary?.isRevoked != true {
        folders.insert(entry.summary?.filesFolder ?? entry.id)
      }
      guard page.count == 1_000 else { return folders }
      last = page.last?.id
    }
  }

  /// Removes what addresses that were revoked have left of walks that are gone: a visitor who has one learns that it's gone, too.
  ///
  /// - Complexity: O(*n*) in the number of walks.
  package func removeRevokedAddresses() async throws(WalkStoreError) {
    var revoked: [(entry: StoredWalk.Entry, folder: String)] = []
    var last: String?
    repeat {
      let page = try await list(after: last, limit: 1_000)
      for entry in page where entry.summary?.isRevoked == true {
        revoked.append((entry, entry.summary?.filesFolder ?? entry.id))
      }
      last = page.count == 1_000 ? page.last?.id : nil
    } while last != nil
    guard !revoked.isEmpty else { return }
    // A walk has its new address before its old one is revoked, so it's there by now.
    let kept = try await foldersOfFiles()
    for (entry, folder) in revoked where !kept.contains(folder) {
      do throws(WalkStoreError) {
        try await remove(entry.id, after: entry.revision)
      } catch {
        guard error.isOfThisWalk else { throw error }
      }
    }
  }

  /// Gives a walk of a ``WebService`` another address; everyone who has the old one learns that it was revoked.
  ///
  /// - Parameter id: The id of the walk, which is in its address.
  /// - Returns: The new id.
  /// - Throws: ``WalkStoreError``; unknown if there's no walk, or its address was revoked before, and unavailable if it
  ///   changes all the time.
  public func revokeAddress(of id: String) async throws(WalkStoreError) -> String {
    let parts = id.split(separator: "-")
    let beginning = parts.count == 3 ? "\(parts[0])-\(parts[1])-" : ""
    for _ in 0..<5 {
      let stored = try await load(id)
      var summary = stored.summary ?? WalkSummary(stored.walk)
      guard !summary.isRevoked else { throw WalkStoreError.unknown(id) }
      let new = beginning + WalkID.random()
      summary.notes["files"] = .string(summary.filesFolder ?? id)
      try await create(new, stored.walk, summary: summary)
      var (rest, end) = (stored.walk, summary)
      rest.events = []
      end.notes["revoked"] = .bool(true)
      (end.state, end.step, end.outcome, end.output) = (.ended, nil, nil, nil)
      do throws(WalkStoreError) {
        try await replace(id, with: rest, after: stored.revision, holding: nil, summary: end)
        return new
      } catch {
        try await remove(new)
        guard case .conflict = error else { throw error }
      }
    }
    throw .unavailable(reason: "the walk is being changed all the time")
  }
}

extension WalkStoreError {
  /// Whether it's about the state of one walk, and others can be changed.
  fileprivate var isOfThisWalk: Bool {
    switch self {
    case .unknown, .conflict, .leased, .leaseLost, .damaged: true
    default: false
    }
  }
}
