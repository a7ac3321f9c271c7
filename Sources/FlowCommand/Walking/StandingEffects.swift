// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms

/// What an abandoned walk has done and not undone.
enum StandingEffects {
  /// A line that names the files and the commands; nil when nothing was done.
  static func line(_ effects: [EffectRequest]) -> String? {
    var files: [String] = []
    var others: [String] = []
    for effect in effects {
      switch effect.effect {
      case .write(let write):
        let name = "'\(write.path)'"
        if !files.contains(name) { files.append(name) }
      case .command, .action: others.append(effect.words)
      case .restore: break
      }
    }
    let written = files.isEmpty ? [] : ["written: " + files.joined(separator: ", ")]
    let parts = written + others
    return parts.isEmpty
      ? nil : "this was done and stays; \(parts.joined(separator: "; "))"
  }
}
