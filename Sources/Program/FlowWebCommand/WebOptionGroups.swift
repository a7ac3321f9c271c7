// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import HTTPTypes
import ProgramParts
import SavedWalks
import SealedWalks

/// Where the server listens, who comes there, and what the end of a walk does.
struct AddressOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address to listen at.", valueName: "host:port"))
  var listen = ServerAddress.standard

  @Option(
    help: ArgumentHelp(
      "The header in which a proxy names the user that it has logged in.", valueName: "name"))
  var userHeader: String?

  @Flag(help: "Accept any host name, because a proxy in front passes only requests for this site.")
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "A command that gets the result of each walk as JSON on its standard input.",
      valueName: "command"))
  var onEnd: String?

  @Flag(help: "Open the address in a browser.")
  var open = false

  func validate() throws {
    if let userHeader, HTTPField.Name(userHeader) == nil {
      throw ValidationError("--user-header takes the name of a header, such as X-User")
    }
  }
}

/// Where walks are.
struct PlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the walks, or the address of a database, such as postgresql://db/walks.",
      discussion: "By default, it's a folder in the user's state folder.", valueName: "place"),
    completion: .directory)
  var store: String?

  @OptionGroup var sealing: KeyFileOption

  /// The maximum size of a walk in bytes.
  private static let walkBytes = 4 << 20

  /// Returns the store, sealed with the keys.
  ///
  /// - Throws: ``ProgramFailure`` if there's none.
  func store(_ keys: WalkKeyRing) throws(ProgramFailure) -> StorePlace {
    try StorePlace(try path(), sealedWith: keys, walkBytes: Self.walkBytes)
  }

  /// Returns the store that there is, sealed with the keys.
  ///
  /// - Throws: ``ProgramFailure`` if there's none: a new folder in place of one that was meant would say that there are no
  ///   walks.
  func existingStore(_ keys: WalkKeyRing) throws(ProgramFailure) -> StorePlace {
    let path = try path()
    guard StorePlace.isDatabase(path) || path.contains("://") || SystemFiles.isFolder(path) else {
      throw ProgramFailure(.usage, "there's no folder '\(path)'")
    }
    return try StorePlace(path, sealedWith: keys, walkBytes: Self.walkBytes)
  }

  private func path() throws(ProgramFailure) -> String {
    if let store { return store }
    guard let folder = SystemHost.stateFolder else {
      throw ProgramFailure(
        .usage, "there's no home directory; give a folder with --store, and a key with --key-file")
    }
    return folder + "/web"
  }
}

/// Options about pages and their inputs.
struct LookOptions: ParsableArguments {
  @Option(help: "The title of the site; by default, that of the flow.")
  var title: String?

  @Option(
    help: ArgumentHelp("A stylesheet that comes after the built-in one.", valueName: "file"),
    completion: .file())
  var style: String?

  @Option(
    help: ArgumentHelp("The path below which everything is, such as /forms.", valueName: "path"))
  var basePath: String?

  @Option(help: ArgumentHelp("Where the last page leads.", valueName: "url"))
  var done: String?

  @Option(help: ArgumentHelp("A site that may show the pages in a frame.", valueName: "origin"))
  var frameAncestors: [String] = []

  @Option(help: "The language of visitors who want none that a flow has.")
  var lang: String?

  @Option(
    name: .customLong("set"), help: ArgumentHelp("An input of the flows.", valueName: "name=value"))
  var assignments: [String] = []

  @Option(
    help: ArgumentHelp("An input that the query of a flow's address may give.", valueName: "name"))
  var allowQuery: [String] = []

  func validate() throws {
    if let basePath,
      !basePath.hasPrefix("/") || basePath.contains("//")
        || !basePath.allSatisfy({
          $0.isASCII && ($0.isLetter || $0.isNumber || "/-._~".contains($0))
        })
    {
      throw ValidationError(
        "--base-path takes a path such as /forms, of letters, digits, '-', '.', '_', and '~'")
    }
    if let done, !done.hasPrefix("https://"), !done.hasPrefix("http://"), !done.hasPrefix("/") {
      throw ValidationError("--done takes an address that begins with https://, http://, or /")
    }
    for origin in frameAncestors
    where !origin.hasPrefix("https://") && !origin.hasPrefix("http://") || origin.contains(";")
      || origin.contains(" ")
    {
      throw ValidationError("--frame-ancestors takes a site such as https://example.com")
    }
    if let assignment = assignments.first(where: { !$0.contains("=") }) {
      throw ValidationError("'\(assignment)' has no '='; write --set name=value")
    }
  }

  /// The base path without a slash at its end.
  var path: String {
    (basePath ?? "").last == "/" ? String((basePath ?? "").dropLast()) : basePath ?? ""
  }

  func stylesheet() throws(ProgramFailure) -> String {
    guard let style else { return "" }
    do throws(SystemFiles.Failure) {
      return String(decoding: try SystemFiles.read(style, limit: 1 << 20), as: UTF8.self)
    } catch {
      throw ProgramFailure(.usage, error.message)
    }
  }

  /// The inputs, typed as their flows say, or as JSON for lists, maps, and records.
  func inputs(of flows: [CheckedFlow], _ zone: ZoneRules) throws -> [String: Value] {
    var values: [String: Value] = [:]
    for assignment in assignments {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, text) = (String(parts[0]), String(parts[1]))
      guard let input = flows.lazy.flatMap(\.inputs).first(where: { $0.name == name }) else {
        throw ProgramFailure(.usage, "no flow has an input '\(name)'")
      }
      guard let value = input.value(ofText: text, in: zone) else {
        throw ProgramFailure(.usage, "'\(text)' isn't a value of the input '\(name)'")
      }
      values[name] = value
    }
    return values
  }
}

#endif
