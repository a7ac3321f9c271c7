// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// What a flow may name besides the files in its folder.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let flows name files in this folder too: used flows, parts of files, copies.",
      valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []
}
