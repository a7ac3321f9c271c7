// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import FlowSessions
import ProgramParts
import TerminalCells

/// The kinds of files that a walk is recorded in: each replaces an earlier one of its kind, and no other file.
enum RecordingFile {
  case cast
  case picture

  /// The number of bytes by which a file is known.
  private static let beginningLength = 400

  /// Checks that a file that's there may be replaced.
  ///
  /// An empty file and a device may, too.
  ///
  /// - Throws: ``ProgramEnding`` if it's another file.
  func check(replacing path: String) throws(ProgramEnding) {
    guard SystemFiles.isRegularFile(path),
      let bytes = try? SystemFiles.read(path, limit: Self.beginningLength), !bytes.isEmpty,
      !isOne(bytes)
    else { return }
    let kind = self == .cast ? "recording of a terminal" : "picture of a walk"
    throw ProgramOutput.fail(
      .usage, "'\(path)' exists, and isn't a \(kind); remove it, or name another file")
  }

  private func isOne(_ beginning: [UInt8]) -> Bool {
    switch self {
    case .picture: return GridPicture.isOne(beginning)
    case .cast:
      let words = String(decoding: beginning, as: UTF8.self).filter { !$0.isWhitespace }
      return words.hasPrefix("{\"version\":")
    }
  }
}
