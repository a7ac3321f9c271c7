// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowWalks
import Localization
import ProgramParts

extension EffectOptions {
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
