// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import ProgramParts
import SavedWalks

/// The command `stackflow walks`.
struct WalksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "walks", abstract: "List, show, or remove saved walks.",
    discussion: """
      A walk that was left before its end is saved, without secrets, or sealed with --key-file. \
      'stackflow run --resume ID' continues it. Walks that nobody continues are removed after 30 days.

      Example: stackflow walks
      """,
    subcommands: [List.self, Show.self, Remove.self, SharedCommands.reseal],
    defaultSubcommand: List.self
  )

  /// The folder of the saved walks.
  fileprivate static func folder() throws(ProgramEnding) -> JournalFolder {
    guard let folder = SavedWalkPlace.folder else {
      throw ProgramOutput.fail(.usage, "there are no saved walks, because they aren't saved here")
    }
    return folder
  }

  /// Reads a saved walk.
  static func read(
    _ id: String, key: (any RecordSeal)?
  ) throws(ProgramEnding) -> (entry: JournalFolder.Entry, walk: SavedWalk, flowPath: String) {
    let folder = try folder()
    guard let entry = folder.entry(id) else { throw SavedWalkPlace.ending(of: .missing(id)) }
    do throws(JournalError) {
      let (walk, flowPath) = try WalkJournal.read(id, in: folder.path, key: key)
      return (entry, walk, flowPath)
    } catch {
      throw SavedWalkPlace.ending(of: error)
    }
  }

  /// The command `stackflow walks list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the saved walks, newest first.",
      discussion: "Example: stackflow walks list --json")

    @Flag(help: "Write the list as JSON.")
    var json = false

    func run() throws {
      let folder = try WalksCommand.folder()
      let rows = folder.entries.map { entry in
        SavedWalkRow(entry, in: folder.path)
      }
      if json {
        let list = Value.list(rows.map(\.record))
        return ProgramOutput.result(
          (JSONWriter(indentation: 2).text(of: list) ?? "[]") + "\n", as: .json)
      }
      let width = rows.map(\.id.count).max() ?? 0
      for row in rows { ProgramOutput.list(row.line(idWidth: width) + "\n") }
    }
  }

  /// The command `stackflow walks show ID`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a saved walk: its flow, and what was answered.",
      discussion: """
        With --script, a secret is a placeholder. Where the walk depends on its text, which isn't saved, \
        it's taken from the environment, as in 'stackflow test': STACKFLOW_SECRET_token.

        Example: stackflow walks show ID
        """)

    @Argument(help: "The id of the walk.")
    var id: String

    @Flag(help: "Write the whole saved walk as JSON.")
    var json = false

    @Flag(help: "Write a scripted test that does what was done in the walk.")
    var script = false

    @OptionGroup var sealing: KeyFileOption

    func validate() throws {
      if json, script { throw ValidationError("--json and --script exclude each other") }
    }

    func run() throws {
      let folder = try WalksCommand.folder()
      let (entry, walk, flowPath) = try WalksCommand.read(id, key: sealing.keys())
      if script {
        var saved = try SavedScript(walk, id: id, flowPath: flowPath)
        saved.tell()
        return ProgramOutput.result(saved.script.text)
      }
      if json { return ProgramOutput.result(walk.json + "\n", as: .json) }
      // The file may be gone, or no longer be a flow.
      let flow = FlowLoading.readableFlow(flowPath)
      ProgramOutput.list(
        SavedWalkRow(entry, in: folder.path).text(
          of: walk, reading: flow?.environmentVariables ?? []))
    }
  }

  /// The command `stackflow walks remove ID…`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove saved walks.",
      discussion: "Example: stackflow walks remove --older-than 7")

    @Argument(help: "The ids of the walks.")
    var ids: [String] = []

    @Option(
      help: ArgumentHelp("Remove walks that are older than this many days.", valueName: "days"))
    var olderThan: Int?

    @Flag(help: "Remove all walks.")
    var all = false

    func validate() throws {
      if ids.isEmpty, olderThan == nil, !all {
        throw ValidationError("name the walks to remove, or use --older-than or --all")
      }
      if let olderThan, !(0...36_500).contains(olderThan) {
        throw ValidationError("--older-than takes a number of days from 0 to 36500")
      }
    }

    func run() throws {
      let folder = try WalksCommand.folder()
      do throws(JournalError) {
        for id in ids { try folder.remove(id) }
        if all { for entry in folder.entries { try folder.remove(entry.id) } }
      } catch {
        throw SavedWalkPlace.ending(of: error)
      }
      if let olderThan {
        folder.removeAll(changedBefore: SavedWalkPlace.time(daysAgo: Int64(olderThan)))
      }
    }
  }
}
