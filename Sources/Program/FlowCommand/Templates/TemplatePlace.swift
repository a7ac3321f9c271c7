// SPDX-License-Identifier: GPL-3.0-or-later

import FlowHosts
import FlowModel
import FlowSessions
import ForeignTemplates
import Localization
import ProgramParts
import SourceDiagnostics
import TemplateSources

/// A folder in which a word of the command line names a flow or a template: at an address, or on this machine as
/// `PATH#FOLDER`.
struct TemplatePlace {
  /// The content of the place.
  enum Content {
    /// The path of a flow file.
    case flow(String)

    /// A template of copier or cookiecutter.
    case foreign(TemplateCheck)
  }

  /// The folder of a commit.
  struct Fetched {
    let store: TemplateStore
    let folder: TemplateFolder
    let version: TemplateVersion
  }

  /// The path of the outer folder.
  let root: String

  /// The path in it that the user names; nil for all of it.
  let subfolder: String?

  /// The fetched template; nil for a folder on this machine.
  let fetched: Fetched?

  /// The address or the path, as the user named it.
  let name: String

  /// The path of the folder or the file that the user names, which needn't exist.
  var path: String { subfolder.map { "\(root)/\($0)" } ?? root }

  /// Returns the place that a word names, which is fetched if it's at an address; nil if the word isn't an address, or
  /// there's a file or a folder with this name.
  ///
  /// - Throws: ``ProgramEnding`` if the address is wrong, or can't be fetched.
  static func named(_ word: String) throws(ProgramEnding) -> TemplatePlace? {
    guard !word.isEmpty, word != "-", !SystemFiles.exists(word),
      !SystemFiles.exists(word + FlowFolder.suffix)
    else { return nil }
    if let mark = word.lastIndex(of: "#"), SystemFiles.isFolder(String(word[..<mark])) {
      let names = word[word.index(after: mark)...].split(separator: "/")
      guard !names.contains("..") else {
        throw ProgramOutput.fail(.usage, "'\(word)': after '#' comes a path inside the folder")
      }
      return TemplatePlace(
        root: String(word[..<mark]), subfolder: names.isEmpty ? nil : names.joined(separator: "/"),
        fetched: nil, name: word)
    }
    guard TemplateAddress.isAddress(word) else { return nil }
    let address: TemplateAddress
    do throws(TemplateAddressMistake) { address = try TemplateAddress(word) } catch {
      throw ProgramOutput.fail(.usage, error.message)
    }
    do throws(TemplateFailure) {
      var store = try TemplateStore.ofUser()
      store.whenFetching = { address in
        ProgramOutput.message(
          "stackflow: " + words.text(.templateFetching, ["address": .text(address.description)]))
      }
      let (folder, version) = try store.fetched(address)
      ProgramOutput.shorten(folder.root)
      let place = TemplatePlace(
        root: folder.root, subfolder: address.subfolder,
        fetched: Fetched(store: store, folder: folder, version: version), name: address.description)
      place.tellNotices()
      return place
    } catch {
      throw ProgramOutput.fail(ending(of: error), "\(address): \(error.message)")
    }
  }

  /// Returns the place that a word names for a command that takes a flow: also a folder on this machine; nil for any
  /// other file, and for what doesn't exist.
  ///
  /// - Throws: ``ProgramEnding`` if the address is wrong, or can't be fetched.
  static func ofFlow(named word: String) throws(ProgramEnding) -> TemplatePlace? {
    guard SystemFiles.isFolder(word) else { return try named(word) }
    return TemplatePlace(root: word, subfolder: nil, fetched: nil, name: word)
  }

  /// The program's own words, in the language of the environment.
  private static var words: MessageCatalog { SingleQuestion.catalog(for: nil) }

  private static func ending(of failure: TemplateFailure) -> ExitStatus {
    switch failure {
    case .noGit, .noCache, .openCache, .empty, .noDefault, .unknownRevision, .missingCommit: .usage
    case .cache, .unreachable, .damaged: .inputOutput
    case .name, .link, .tooLarge: .badFile
    }
  }

  // MARK: What's said about it

  /// Says which commit it is.
  func tellVersion() {
    guard let version = fetched?.version, !name.includes(version.commit) else { return }
    ProgramOutput.message("stackflow: \(name): \(version.text)")
  }

  /// Says what isn't as one expects.
  private func tellNotices() {
    guard let fetched else { return }
    let version = fetched.version
    if let reason = version.offlineReason {
      ProgramOutput.message(
        "stackflow: "
          + Self.words.text(
            .templateOffline,
            ["address": .text(name), "reason": .text(reason), "version": .text(version.text)]))
    }
    if version.isAlsoBranch, let tag = version.name {
      ProgramOutput.message(
        "stackflow: \(name): '\(tag)' is a tag and a branch, and the tag is used; the branch is "
          + "'@heads/\(tag)'")
    }
    tell(fetched.folder.submodules, "repositories inside it aren't fetched")
    tell(fetched.folder.pointers, "files are in Git LFS, and only their pointers are fetched")
  }

  private func tell(_ paths: [String], _ what: String) {
    let own = paths.filter { path in
      subfolder.map { path == $0 || path.hasPrefix($0 + "/") } ?? true
    }
    guard !own.isEmpty else { return }
    let more = own.count > 5 ? ", and \(own.count - 5) more" : ""
    let list = own.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    ProgramOutput.message("stackflow: \(name): \(what): \(list)\(more)")
  }

  // MARK: What's in it

  /// Returns the flow or the template in the place.
  ///
  /// It's the flow file that's named, with or without the end of its name, or the only one of the folder that's named, or
  /// else the template of another tool there, or the only flow in its folder `Flows`.
  ///
  /// - Throws: ``ProgramEnding`` if there's none, or several.
  func content() throws(ProgramEnding) -> Content {
    // Beside a flow, there's often a folder of its name: its tree.
    if subfolder != nil, SystemFiles.exists(path + FlowFolder.suffix) {
      return .flow(path + FlowFolder.suffix)
    }
    let inFlows = "\(root)/\(FlowFolder.name)/\(subfolder ?? "")\(FlowFolder.suffix)"
    if SystemFiles.isFolder(path) {
      if let flow = try onlyFlow(in: path, before: subfolder.map { $0 + "/" } ?? "") {
        return .flow(flow)
      }
      if let template = foreign(at: path) { return .foreign(template) }
      let flows = "\(path)/\(FlowFolder.name)"
      let prefix = (subfolder.map { $0 + "/" } ?? "") + FlowFolder.name + "/"
      if let flow = try onlyFlow(in: flows, before: prefix) { return .flow(flow) }
      if SystemFiles.exists(inFlows) { return .flow(inFlows) }
      throw ProgramOutput.fail(
        .usage, "there's no flow and no template in '\(name)'\(otherFolders())")
    }
    if SystemFiles.exists(path) {
      return foreign(at: path).map { .foreign($0) } ?? .flow(path)
    }
    if SystemFiles.exists(inFlows) { return .flow(inFlows) }
    let near = NearMiss.nearest(to: subfolder ?? "", in: insides).map { "; did you mean '\($0)'?" }
    throw ProgramOutput.fail(
      .usage, "'\(name)': there's no '\(subfolder ?? "")' in it\(near ?? "")")
  }

  /// Returns the path of the flow in the place; a foreign template is translated first.
  ///
  /// - Parameters:
  ///   - isPartial: Whether a template that isn't translated as a whole is taken.
  ///   - limit: The maximum size of a file of a template in bytes.
  /// - Returns: The path of a flow file.
  /// - Throws: ``ProgramEnding`` if there's none, or something is left.
  func flow(isPartial: Bool, limit: Int) throws(ProgramEnding) -> String {
    switch try content() {
    case .flow(let path): return path
    case .foreign(let template):
      guard let fetched else {
        throw ProgramOutput.fail(
          .usage,
          "'\(name)' is a template of another tool, which is walked only at an address; make a flow of it: "
            + "stackflow import \(name.asShellWord)"
        )
      }
      let flow = template.name
      let imported = try template.imported(as: flow, limit: limit)
      if imported.tellsLeft(of: name), !isPartial {
        throw ProgramOutput.fail(
          .badFile,
          "it isn't walked without them; add --partial to walk it so, or change it after this: "
            + "stackflow import \(name.asShellWord)")
      }
      do throws(TemplateFailure) {
        let folder = try fetched.store.keep(
          imported.parts(as: flow, in: [], exists: .overwrite), of: fetched.folder)
        ProgramOutput.shorten(folder)
        return "\(folder)/\(flow)\(FlowFolder.suffix)"
      } catch {
        throw ProgramOutput.fail(.inputOutput, "\(name): \(error.message)")
      }
    }
  }

  /// Returns the template of another tool at a path, with the name of the address; nil if there's none.
  func foreign(at path: String) -> TemplateCheck? {
    var template = TemplateCheck.templates(at: path).first
    if let fetched {
      // The name of the folder that the template's own file is in, or of the repository.
      let isFile = !SystemFiles.isFolder(path)
      var address = fetched.folder.address
      if isFile, let folder = address.subfolder {
        let parents = folder.split(separator: "/").dropLast()
        address.subfolder = parents.isEmpty ? nil : parents.joined(separator: "/")
      }
      template?.ownName = address.lastName
    }
    return template
  }

  private func onlyFlow(in folder: String, before prefix: String) throws(ProgramEnding) -> String? {
    let flows = (SystemFiles.names(inFolder: folder) ?? []).filter {
      $0.hasSuffix(FlowFolder.suffix)
    }
    guard flows.count > 1 else { return flows.first.map { "\(folder)/\($0)" } }
    let outer = name.prefix { $0 != "#" }
    let names = flows.prefix(8).map {
      "\(outer)#\(prefix)\($0.dropLast(FlowFolder.suffix.count))".asShellWord
    }
    throw ProgramOutput.fail(
      .usage,
      "'\(name)' has \(flows.count) flows; name one of them: \(names.joined(separator: ", "))"
        + (flows.count > names.count ? ", …" : ""))
  }

  /// The names in the outer folder and in its folder of flows, without the ends of those of flows.
  private var insides: [String] {
    let names = (SystemFiles.names(inFolder: root) ?? [])
    let flows = SystemFiles.names(inFolder: "\(root)/\(FlowFolder.name)") ?? []
    return (names + flows).map { name in
      name.hasSuffix(FlowFolder.suffix) ? String(name.dropLast(FlowFolder.suffix.count)) : name
    }
  }

  /// The folders in this one that have a flow or a template, for a message.
  private func otherFolders() -> String {
    let names = (SystemFiles.names(inFolder: path) ?? []).prefix(200).filter { name in
      guard let inside = SystemFiles.names(inFolder: "\(path)/\(name)") else { return false }
      return inside.contains {
        $0.hasSuffix(FlowFolder.suffix) || ForeignTemplate.fileNames.contains($0)
      }
    }
    guard !names.isEmpty else { return "" }
    let outer = name.prefix { $0 != "#" }
    let list = names.prefix(8).map {
      "\(outer)#\(subfolder.map { $0 + "/" } ?? "")\($0)".asShellWord
    }
    return "; name a folder in it: \(list.joined(separator: ", "))"
  }
}

extension ImportedTemplate {
  /// Says what can't be translated, commands included.
  ///
  /// - Parameter name: The name of the template.
  /// - Returns: Whether there's something.
  func tellsLeft(of name: String) -> Bool {
    let left = left + leftCommands
    guard !left.isEmpty else { return false }
    let (count, listed) = (left.count == 1 ? "1 thing" : "\(left.count) things", 12)
    ProgramOutput.message("stackflow: \(name): \(count) can't be translated:")
    for line in left.prefix(listed) { ProgramOutput.message(String(line.dropLast())) }
    if left.count > listed { ProgramOutput.message("… and \(left.count - listed) more") }
    return true
  }
}
