// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The files that a flow may use besides those in its own folder.
package struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let flows name files in this folder too: used flows, parts of files, copies.",
      valueName: "dir"),
    completion: .directory)
  package var allowRead: [String] = []

  package init() {}
}
