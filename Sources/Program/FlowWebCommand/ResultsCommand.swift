// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import FlowWeb
import ProgramParts
import SavedWalks
import SealedWalks

/// Lists, exports, and deletes the results of a flow.
struct ResultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "List or export the results of a flow, delete walks, or revoke their addresses.",
    discussion: """
      Without a format, a row for each walk is printed. --json prints a line for each completed walk, and --csv \
      a table with a column for each answer, in which lists have their items joined. --list prints the items of a list as \
      a table of their own. --left counts the walks \
      that aren't complete by the step where they are. Each walk is read in the version of the flow that saved it, if its \
      file is given.

      Example: stackflow-web results Flows/hello.flow.yaml --csv > hello.csv
      """)

  @Argument(
    help: "The flow file, and those of its other versions.", completion: .file(extensions: ["yaml"])
  )
  var files: [String]

  @OptionGroup(title: "Where") var place: PlaceOptions

  @Flag(help: "Print a line of JSON for each completed walk.")
  var json = false

  @Flag(help: "Print a table of the completed walks as CSV.")
  var csv = false

  @Option(
    help: ArgumentHelp(
      "Print a table of the items of a list as CSV, with the walk of each.", valueName: "name"))
  var list: String?

  @Flag(help: "Count the walks that were left, by step.")
  var left = false

  @OptionGroup(title: "Files") var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      "Give a walk another address, and print its new id; can be repeated.", valueName: "id"))
  var revoke: [String] = []

  @Option(help: ArgumentHelp("Delete a walk; can be repeated.", valueName: "id"))
  var delete: [String] = []

  @Option(
    help: ArgumentHelp(
      "Delete all walks of the flow that were last changed more than this many days ago.",
      valueName: "days"))
  var keep: Int?

  func validate() throws {
    if [json, csv, left, list != nil].count(where: { $0 }) > 1 {
      throw ValidationError("give one of --json, --csv, --list, and --left")
    }
    if let keep, !(0...36_500).contains(keep) {
      throw ValidationError("--keep takes a number of days")
    }
  }

  func run() async throws {
    let store = try place.existingStore(try place.sealing.ringOrOwn()).store
    for id in revoke {
      do throws(WalkStoreError) { print(try await store.revokeAddress(of: id)) } catch {
        throw ProgramFailure(.usage, error.message)
      }
    }
    for id in delete {
      do throws(WalkStoreError) { try await store.remove(id) } catch {
        throw ProgramFailure(.usage, error.message)
      }
    }
    if let keep {
      let seconds = SystemHost.now.secondsSinceEpoch - Int64(keep) * 86_400
      try await store.removeAll(
        changedBefore: try Timestamp(secondsSinceEpoch: seconds), of: try flows()[0].id.name)
    }
    if !delete.isEmpty || keep != nil {
      try await store.removeRevokedAddresses()
      var options = WebOptions()
      limits.apply(to: &options, store: place.store)
      await options.uploads?.removeOrphans(in: store)
    }
    guard delete.isEmpty && revoke.isEmpty && keep == nil || json || csv || left || list != nil
    else { return }
    try show(await results(in: store))
  }

  /// The versions of the flow, the highest first.
  private func flows() throws -> [CheckedFlow] {
    let flows = try FlowLoading.flows(files, language: nil)
    if let other = flows.first(where: { $0.id.name != flows[0].id.name }) {
      throw ProgramFailure(
        .usage,
        "'\(flows[0].id.name)' and '\(other.id.name)' are two flows; give the versions of one")
    }
    return flows
  }

  private func results(in store: any WalkStore) async throws -> StoredResults {
    let flows = try flows()
    let own = SystemHost.zone { complain("stackflow-web: \($0)") }
    let results = try await StoredResults(
      of: flows[0], otherVersions: Array(flows.dropFirst()), in: store,
      zones: { $0 == own.name ? own : SystemHost.zone(named: $0) })
    if results.unreadable > 0 {
      complain("stackflow-web: walks that this flow or key can't read: \(results.unreadable)")
    }
    if results.completedInOtherVersions > 0 {
      complain(
        "stackflow-web: walks that were completed in other versions of the flow, whose files are needed for them, too: "
          + "\(results.completedInOtherVersions)")
    }
    return results
  }

  private func show(_ results: StoredResults) throws(ProgramFailure) {
    if let list {
      guard let lines = results.csvLines(ofItemsOf: list) else {
        throw ProgramFailure(.usage, "no completed walk has a list '\(list)'")
      }
      for line in lines { print(line) }
      return
    }
    for line in json
      ? results.jsonLines : csv ? results.csvLines : left ? results.leftLines : results.rows
    {
      print(line)
    }
  }
}

#endif
