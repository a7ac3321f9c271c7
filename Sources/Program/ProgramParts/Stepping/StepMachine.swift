// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowModel
import Localization
import SavedWalks

/// The parts of the machine that a walk of one command at a time uses.
///
/// The tests replace it, to compare every script with a session whose files and commands are in memory.
struct StepMachine {
  /// Reads and checks a flow file: its path, the options, and the language of its texts.
  var flow: (String, StateOptions, String?) throws(ProgramEnding) -> CheckedFlow = StepMachine.read

  /// Opens the store of the options: its place.
  var store: (String, StateOptions) throws(ProgramEnding) -> any WalkStore = {
    (place, options) throws(ProgramEnding) in try options.sealing.place(place).store
  }

  /// Whether a flow file exists.
  var hasFile: (String) -> Bool = SystemFiles.exists

  /// Returns the host that performs effects.
  var effects: @Sendable (SystemEffects.Permissions, MessageCatalog) -> any EffectHost = {
    SystemEffects(permissions: $0, catalog: $1)
  }

  /// Returns the host that looks up paths, as their user does: everywhere, or in the folders of the options.
  var paths: (StateOptions) -> any PathHost = { options in
    let folders = options.files.allowRead
    return folders.isEmpty ? SystemPaths() : SystemPaths(inside: folders)
  }

  /// Returns the time.
  var clock: @Sendable () -> Timestamp = { SystemHost.now }

  /// The language of the texts if none is asked for.
  var language = SystemHost.language

  /// The time zone.
  var zone = ZoneRules.ofUser

  private static func read(
    _ path: String, _ options: StateOptions, _ language: String?
  ) throws(ProgramEnding) -> CheckedFlow {
    try FlowLoading.walkable(
      path, limit: options.maxBytes.count, readable: options.files.allowRead,
      language: .some(language))
  }
}
