// SPDX-License-Identifier: Apache-2.0

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
  var state: String?

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp(
      "The token that the last command printed, instead of a file.",
      discussion: """
        Without a value, 'next' begins a walk and prints its first token. A walk with a token can't \
        run commands or write files.
        """,
      valueName: "token"))
  var token: String?

  @Option(
    help: ArgumentHelp(
      "Keep the walk in a folder that many processes share, or in a database such as postgresql://db/walks, sealed, instead of a file.",
      discussion:
        "Without --walk, 'next' begins a walk and prints its id. A database needs stackflow-web.",
      valueName: "place"),
    completion: .directory)
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The walk in the store, as the last command printed it; @ and its revision may follow.",
      valueName: "id"))
  var walk: String?

  @Option(
    help: ArgumentHelp("The flow file of the walk with a token or in a store.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var flow: String?

  @OptionGroup var sealing: KeyFileOption

  @Flag(help: "Continue the walk even if a later version of the flow has saved it.")
  var allowDowngrade = false

  @Option(help: "The language of the texts, such as de or de-AT.")
  var lang: String?

  @Flag(help: "Write the state of the walk as JSON, as 'stackflow serve' does.")
  var json = false

  @OptionGroup(title: "What the flow may do without asking") var effects: EffectOptions

  @OptionGroup(title: "Files") var files: FileOptions

  @Option(help: "The maximum size of the flow file, and of a file of answers, in bytes.")
  var maxBytes = ByteLimit.default

  func validate() throws {
    if store != nil {
      if state != nil || token != nil {
        throw ValidationError("--store is instead of --state and --token")
      }
      if let walk, storedWalk == nil {
        throw ValidationError("--walk takes what the last command printed, not '\(walk)'")
      }
      return
    }
    if walk != nil { throw ValidationError("--walk is for --store") }
    switch (state, token) {
    case (nil, nil):
      throw ValidationError("Missing expected argument '--state <file>' or '--token <token>'")
    case (nil, _?): break
    case (let state?, _):
      let place = Self.place(state)
      guard state.hasSuffix(".walk"), !place.id.isEmpty, !place.id.hasPrefix(".") else {
        throw ValidationError("--state takes the name of a file that ends with .walk")
      }
    }
    if flow != nil, token == nil { throw ValidationError("--flow is for --token and --store") }
  }

  /// The walk in the store, as its user has seen it; nil for none.
  var storedWalk: StoredSteps.Seen? { walk.flatMap { StoredSteps.Seen($0) } }

  /// Returns the folder of a state file, and its name without the ending.
  static func place(_ state: String) -> (folder: JournalFolder, id: String) {
    let name = state.dropLast(".walk".count)
    guard let slash = name.lastIndex(of: "/") else { return (JournalFolder("."), String(name)) }
    let folder = name[...slash].count == 1 ? "/" : String(name[..<slash])
    return (JournalFolder(folder), String(name[name.index(after: slash)...]))
  }

  /// Makes and opens tokens.
  func tokens() throws(ProgramEnding) -> WalkTokens {
    WalkTokens(keys: try keys(), lifetime: .max)
  }

  /// The given keys, or the program's own.
  func keys() throws(ProgramEnding) -> WalkKeyRing {
    try sealing.keysOrOwn()
  }

  /// Whether the walk is in a database.
  var isInDatabase: Bool { store.map(StorePlace.isDatabase) ?? false }

  /// Returns the parts of this machine that the walk uses, with its store opened.
  ///
  /// - Parameter beginsWalk: Whether the walk may begin, so that a database gets its tables.
  /// - Returns: The parts.
  /// - Throws: ``ProgramEnding`` if the database can't be reached, or there's no such store.
  func machine(beginsWalk: Bool = false) async throws -> StepMachine {
    var machine = StepMachine()
    guard let store, isInDatabase else { return machine }
    let place = try sealing.place(store)
    if beginsWalk, walk == nil {
      do { try await place.prepare(waiting: nil) } catch let failure as ProgramFailure {
        throw ProgramOutput.fail(failure)
      }
    }
    machine.store = { _, _ in place.store }
    return machine
  }

  /// The options that each command of the walk needs, as words of another command, each after a space.
  var moreWords: String {
    (sealing.keyFile.map { " --key-file \($0.asShellWord)" } ?? "")
      + (lang.map { " --lang \($0.asShellWord)" } ?? "")
      + files.allowRead.map { " --allow-read \($0.asShellWord)" }.joined()
      + (maxBytes.count == ByteLimit.default.count ? "" : " --max-bytes \(maxBytes)")
  }
}
