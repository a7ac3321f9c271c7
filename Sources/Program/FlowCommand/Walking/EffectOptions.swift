// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowEffects
import FlowHosts
import FlowSessions
import FlowWalks
import Localization

/// The effects that a flow may have without a user's approval.
struct EffectOptions: ParsableArguments {
  @Flag(
    help: "Let the flow run its commands without asking.")
  var allowRun = false

  @Option(
    help: ArgumentHelp(
      "Let the flow write files in this folder of the working directory.", valueName: "dir"),
    completion: .directory)
  var allowWrite: [String] = []

  func validate() throws {
    for folder in allowWrite where SystemFiles.exists(folder) && !SystemFiles.isFolder(folder) {
      throw ValidationError("--allow-write takes a folder, and '\(folder)' isn't one")
    }
  }

  /// The permissions.
  ///
  /// The user is asked about everything else.
  var permissions: SystemEffects.Permissions {
    .init(commands: allowRun ? .all : [], writableFolders: allowWrite, others: .asked)
  }

  /// Returns the reason for refusing an effect if there's no one to approve it.
  static func refusal(
    of request: EffectRequest, at decision: WalkDecision?, in catalog: MessageCatalog
  ) -> String {
    switch decision {
    case .overwrite(_, let file) where file.obstacle != nil:
      let what = file.obstacle?.sentence(at: file.path, in: catalog) ?? ""
      return catalog.text(
        .fileInTheWayUnasked, ["what": .text(what), "keep": .quoted("exists: keep")])
    case .overwrite(_, let file):
      let isTree = if case .write(let write) = request.effect { write.isTree } else { false }
      let replace = isTree ? "exists: replace" : "exists: overwrite"
      return catalog.text(
        .fileExistsUnasked,
        ["path": .quoted(file.path), "keep": .quoted("exists: keep"), "replace": .quoted(replace)])
    case .doubt: return catalog.text(.doubtUnasked)
    case .permission, .move, .wayBack, nil:
      switch request.effect {
      case .command, .action: return catalog.text(.allowRun, ["option": "--allow-run"])
      case .write, .restore: return catalog.text(.allowRun, ["option": "--allow-write ."])
      }
    }
  }
}
