// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowSessions
import FlowWalks
import Localization

extension Walk {
  /// A line that names the files and the commands of an abandoned walk that weren't undone, or nil if there are none.
  var standingEffects: String? {
    var files: [String] = []
    var folders: [String] = []
    var others: [String] = []
    for effect in runner.session.standingEffects {
      switch effect.effect {
      case .write(let write):
        if write.isTree {
          folders.append(effect.words(in: catalog))
          continue
        }
        let name = catalog.quoted(write.path)
        if !files.contains(name) { files.append(name) }
      case .command, .action: others.append(effect.words(in: catalog))
      case .restore: break
      }
    }
    if !files.isEmpty {
      let written = catalog.text(
        .filesWritten, ["count": .count(files.count), "names": .text(catalog.list(files))])
      others.insert(written, at: 0)
    }
    others.insert(contentsOf: folders, at: files.isEmpty ? 0 : 1)
    guard !others.isEmpty else { return nil }
    return catalog.text(.effectsRemain, ["effects": .text(others.joined(separator: "; "))])
  }
}
