// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import SavedWalks
import SealedWalks

/// The options of every command that takes one step of a walk.
struct StateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file that the walk is in, sealed; its name ends with .walk.", valueName: "file"),
    completion: .file(extensions: ["walk"]))
  var state: String

  @OptionGroup var sealing: KeyFileOption

  @Flag(help: "Write the state of the walk as JSON, as 'stackflow serve' does.")
  var json = false

  @OptionGroup(title: "What the flow may do") var effects: EffectOptions

  @OptionGroup(title: "Files") var files: FileOptions

  func validate() throws {
    guard state.hasSuffix(".walk"), place.id.isEmpty == false, !place.id.hasPrefix(".") else {
      throw ValidationError("--state takes the name of a file that ends with .walk")
    }
  }

  /// The folder of the file, and its name without the ending.
  var place: (folder: JournalFolder, id: String) {
    let name = state.dropLast(".walk".count)
    guard let slash = name.lastIndex(of: "/") else { return (JournalFolder("."), String(name)) }
    let folder = name[...slash].count == 1 ? "/" : String(name[..<slash])
    return (JournalFolder(folder), String(name[name.index(after: slash)...]))
  }

  /// The given key, or the program's own.
  func key() throws(ProgramEnding) -> WalkKey {
    if let key = try sealing.key() { return key }
    return try OwnKey.key()
  }

  /// The options as words of another command.
  var words: String {
    "--state \(state.asShellWord)"
      + (sealing.keyFile.map { " --key-file \($0.asShellWord)" } ?? "")
  }
}
