// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowSessions
import ProgramParts
import SavedWalks
import SealedWalks

/// Seals what's stored with another key.
struct ResealCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reseal", abstract: "Seal all walks of a store with the first key.",
    discussion: """
      The file of keys has a line for each key: the first seals, and all of them open. When nothing is left, \
      the other keys can be taken out of the file.

      Example: stackflow-web reseal --store walks --key-file keys
      """)

  @OptionGroup(title: "Where") var place: PlaceOptions

  func run() async throws {
    let site = try place.existingStore(try place.sealing.ringOrOwn())
    let left: [String]
    do throws(WalkStoreError) { left = try await site.store.resealAll() } catch {
      throw ProgramFailure(.usage, error.message)
    }
    for id in left { print(id) }
    guard left.isEmpty else {
      throw ProgramFailure(
        .usage,
        "these walks aren't sealed with the first key, because of another process, damage, or a key that the "
          + "file doesn't have; try again later: \(left.count)")
    }
  }
}

#endif
