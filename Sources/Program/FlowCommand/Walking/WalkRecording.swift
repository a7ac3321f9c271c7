// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CLibrary
import FlowHosts
import FlowSessions
import ProgramParts
import TerminalCells
import TerminalIO

/// Where what was on the screen is recorded: as pictures, as a recording to play, or both.
struct WalkRecording {
  /// The folder of the pictures, or the file of the last one; nil for none.
  var pictures: String?

  /// The file of the recording; nil for none.
  var cast: String?

  /// Makes the folder and the file, before anyone is asked anything.
  ///
  /// - Returns: What records; nil if nothing is recorded.
  /// - Throws: ``ProgramEnding`` when they can't be written.
  @MainActor
  func begin() throws(ProgramEnding) -> WalkRecorder? {
    guard pictures != nil || cast != nil else { return nil }
    if let cast { try RecordingFile.cast.check(replacing: cast) }
    if let pictures, pictures.hasSuffix(".svg") {
      try RecordingFile.picture.check(replacing: pictures)
    }
    do throws(SystemFiles.Failure) {
      return try WalkRecorder(pictures: pictures, cast: cast)
    } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
  }
}

/// Writes a recording as it's made, so that it's there whatever ends the walk.
///
/// A recording shows what a user saw, answers included, so only its owner may read it. A secret is
/// in it only where the user had it shown.
@MainActor
final class WalkRecorder {
  private let folder: String?
  private let picture: String?
  private let cast: CastFile?
  private var count = 0
  private var last: (grid: CellGrid, cursor: CellPosition?)?

  fileprivate init(pictures: String?, cast: String?) throws(SystemFiles.Failure) {
    let isOneFile = pictures.map { $0.hasSuffix(".svg") } ?? false
    folder = isOneFile ? nil : pictures
    picture = isOneFile ? pictures : nil
    self.cast = try cast.map { (path) throws(SystemFiles.Failure) in try CastFile(path) }
    if let folder, !SystemFiles.makePrivateFolder(folder) {
      throw SystemFiles.Failure(folder, message: "this folder can't be made")
    }
    if let picture { try SystemFiles.checkWriting(to: picture) }
  }

  /// The terminal that records what it's sent.
  func terminal(over terminal: any Terminal) -> any Terminal {
    guard let cast else { return terminal }
    cast.begin(size: terminal.size, type: SystemHost.environment("TERM") ?? "xterm")
    return RecordedTerminal(terminal) { cast.add($0) }
  }

  /// Writes the picture of a screen, unless it's the last one.
  func add(_ grid: CellGrid, cursor: CellPosition?, isLight: Bool) {
    guard folder != nil || picture != nil, last?.grid != grid || last?.cursor != cursor else {
      return
    }
    last = (grid, cursor)
    count += 1
    guard let path = picture ?? folder.map({ Self.path(of: count, in: $0) }) else { return }
    do throws(SystemFiles.Failure) {
      let file = try SystemFiles.openPrivately(path)
      defer { close(file) }
      try SystemFiles.writeAll(
        GridPicture([grid], cursor: cursor, isLight: isLight).svg, to: file, name: path)
    } catch {
      // The walk continues; its end shows what's missing.
      failure = failure ?? error.message
    }
  }

  private var failure: String?

  /// The path of a picture.
  private static func path(of number: Int, in folder: String) -> String {
    let digits = String(number)
    return "\(folder)/\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits).svg"
  }

  /// Removes the pictures of an earlier walk that follow the last one of this walk.
  private func removeEarlierPictures() {
    guard let folder, count > 0 else { return }
    var number = count + 1
    while true {
      let path = Self.path(of: number, in: folder)
      guard let bytes = try? SystemFiles.read(path), GridPicture.isOne(bytes) else { return }
      SystemFiles.remove(path)
      number += 1
    }
  }

  /// Removes what an earlier walk has left, and says what couldn't be written.
  func end() {
    removeEarlierPictures()
    if let failure = failure ?? cast?.failure {
      ProgramOutput.message("stackflow: the recording isn't complete: \(failure)")
    }
  }
}

struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw the screen after each key: as 001.svg, 002.svg… in this folder, or only the last one in "
        + "this file, if its name ends with .svg.", valueName: "path"), completion: .directory)
  var svg: String?

  @Option(
    help: ArgumentHelp(
      "Record the terminal in this file, to be played by asciinema.", valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var cast: String?

  @Option(
    help: ArgumentHelp(
      "Add what was done to this file, as a scripted test that 'stackflow test' replays.",
      valueName: "file"), completion: .file(extensions: ["yaml"]))
  var record: String?

  /// The options as one value.
  var recording: WalkRecording { WalkRecording(pictures: svg, cast: cast) }
}
