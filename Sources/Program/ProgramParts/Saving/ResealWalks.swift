// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowHosts
import FlowSessions
import SavedWalks
import SealedWalks

/// The command `stackflow walks reseal`.
struct ResealWalks: StoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "reseal", abstract: "Seal the walks of a service with another key.",
    discussion: """
      The first key of the file seals, and all of them open. When nothing is left, the other keys can be \
      taken out of the file. Services can run meanwhile, if they know all of these keys.

      Example: stackflow walks reseal --store /var/lib/flows --key-file /etc/flows.key
      """)

  @Option(
    help: ArgumentHelp(
      "The folder or the database of the walks: --store of 'stackflow serve'.",
      valueName: "place"),
    completion: .directory)
  var store: String

  @OptionGroup var sealing: KeyFileOption

  init() {}

  var needsOtherProgram: Bool { StorePlace.isDatabase(store) }

  func validate() throws {
    if sealing.keyFile == nil { throw ValidationError("name the file of the keys with --key-file") }
  }

  func run() async throws {
    guard needsOtherProgram || SystemFiles.isFolder(store) else {
      throw ProgramOutput.fail(.usage, "there's no folder '\(store)'")
    }
    let place = try sealing.place(store).store
    let left: [String]
    do throws(WalkStoreError) {
      left = try await place.resealAll()
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
    guard !left.isEmpty else { return }
    for id in left { ProgramOutput.list(id + "\n") }
    throw ProgramOutput.fail(
      .sessionInUse,
      (left.count == 1 ? "1 walk isn't" : "\(left.count) walks aren't")
        + " sealed with the first key, because of another process, damage, or a key that the file doesn't have; "
        + "try again later")
  }
}
