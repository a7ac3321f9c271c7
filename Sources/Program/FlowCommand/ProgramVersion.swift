// SPDX-License-Identifier: GPL-3.0-or-later

/// The version of the program.
///
/// It's written here only: `--version`, the manual page, the servers' greetings, SARIF, and the packages
/// read it, and the scripts read this file.
enum ProgramVersion {
  static let text = "0.1.0"
}
