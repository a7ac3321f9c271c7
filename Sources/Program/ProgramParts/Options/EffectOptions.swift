// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import FlowHosts

/// The effects that a flow may have: without its user's approval, or, at a page, with it.
package struct EffectOptions: ParsableArguments {
  @Flag(help: "Let the flow run its commands.")
  var allowRun = false

  @Option(
    help: ArgumentHelp(
      "Let the flow write files in this folder of the working directory.", valueName: "dir"),
    completion: .directory)
  var allowWrite: [String] = []

  package init() {}

  package func validate() throws {
    for folder in allowWrite where SystemFiles.exists(folder) && !SystemFiles.isFolder(folder) {
      throw ValidationError("--allow-write takes a folder, and '\(folder)' isn't one")
    }
  }

  /// The permissions, with which the user is asked about everything else.
  package var permissions: SystemEffects.Permissions { permissions(others: .asked) }

  /// Returns the permissions.
  ///
  /// - Parameter others: That of everything else.
  /// - Returns: The permissions.
  package func permissions(
    others: SystemEffects.Permissions.Others
  ) -> SystemEffects.Permissions {
    .init(commands: allowRun ? .all : [], writableFolders: allowWrite, others: others)
  }
}
