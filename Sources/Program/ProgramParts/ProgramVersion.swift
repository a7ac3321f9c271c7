// SPDX-License-Identifier: Apache-2.0

/// The version of the programs.
///
/// It's written here only: `--version`, the manual page, the servers' greetings, SARIF, and the packages
/// read it, and the scripts read this file.
package enum ProgramVersion {
  package static let text = "0.1.0"
}
