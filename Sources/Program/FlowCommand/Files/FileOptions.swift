// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// The files that a flow may use besides those in its own folder.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let flows name files in this folder too: used flows, parts of files, copies.",
      valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []
}
