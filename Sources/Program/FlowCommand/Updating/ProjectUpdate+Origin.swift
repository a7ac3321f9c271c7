// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import ProgramParts
import ProjectUpdates
import SourceDiagnostics
import TemplateSources
import TerminalCells

// The origin of a project: its own record, or that of copier or cruft.
extension ProjectUpdate {
  /// The recorded version of the project, and the new one.
  struct Origin {
    let record: UpdateRecord

    /// Where its answers and inputs are in its file, by `answers.NAME` and `inputs.NAME`.
    var places: [String: SourcePlace] = [:]

    /// The path of the new version, and where it comes from.
    let path: String
    let source: FlowSource

    /// The path or the address of the recorded version; nil for that of the new one.
    var baseWord: String?

    /// The project that the recorded version makes, if that's known already.
    var base: RenderedProject?
  }

  /// Finds the record of the project, or what copier or cruft say of it.
  @MainActor
  func origin() async throws -> Origin {
    guard let name = try await recordName() else {
      guard let foreign = try ForeignRecord.found(in: folder, limit: limit) else {
        throw ProgramOutput.fail(
          .usage,
          "'\(folder)' has no record of a flow in \(UpdateRecord.folderName); a flow with "
            + "'updatable: true' makes one when it writes")
      }
      return try origin(of: foreign)
    }
    var (record, places) = try record(name)
    if try recover(UpdateWriting(folder: folder, flow: record.flow)) {
      (record, places) = try self.record(name)
    }
    var source = flowFile ?? record.source
    var baseWord: String?
    if let recorded = record.source, let commit = record.commit, flowFile == nil {
      source = try address(recorded, at: revision)
      baseWord = try address(recorded, at: commit)
    } else if revision != nil {
      throw ProgramOutput.fail(.usage, "--to is for a flow at an address")
    }
    guard let source else {
      throw ProgramOutput.fail(
        .usage, "the record doesn't say where the flow is; name it with --from")
    }
    let found = try place(flowFile == nil && record.commit == nil ? path(from: source) : source)
    return Origin(
      record: record, places: places, path: found.path,
      source: found.source ?? FlowSource(location: flowFile == nil ? source : relative(source)),
      baseWord: baseWord)
  }

  /// Takes over a project of copier or cruft: what its answers make of the template as it was is the base, with its record.
  private func origin(of foreign: ForeignRecord) throws(ProgramEnding) -> Origin {
    var (word, baseWord) = (flowFile, base)
    if word == nil { word = try foreign.word(in: folder, at: revision) }
    if baseWord == nil { baseWord = try foreign.baseWord(in: folder) }
    let new = try place(word ?? foreign.template)
    guard let baseWord else {
      throw ProgramOutput.fail(
        .usage,
        "'\(foreign.name)' says that '\(foreign.template)'\(foreign.revision.map { " at \($0)" } ?? "") has made the "
          + "project; name a folder with that version with --base")
    }
    let id = try template(new.path).flow(as: nil, language: language).definition.id.name
    let flow = try template(place(baseWord).path).flow(as: id, language: language)
    do throws(RenderingFailure) {
      let rendered = try RenderedProject.rendered(
        flow, inputs: [:],
        options: SessionOptions(
          answers: foreign.given(for: flow), takesDefaults: true, language: language,
          zone: .ofUser), now: SystemHost.now)
      guard let record = UpdateRecord.read(rendered.record, name: "the record").record else {
        throw .asks(id: id)
      }
      tell(
        "'\(foreign.name)' is taken over: from now on, the record in \(UpdateRecord.folderName) counts"
      )
      return Origin(
        record: record, path: new.path,
        source: new.source ?? FlowSource(location: relative(new.path)), base: rendered)
    } catch {
      throw ProgramOutput.fail(
        .badFile, "what the template made can't be rendered from '\(foreign.name)': \(error.words)")
    }
  }

  func template(_ path: String) -> UpdateTemplate {
    UpdateTemplate(path: path, isPartial: isPartial, readable: readable, limit: limit)
  }

  /// Returns the name of the record of the project, which a user chooses among several; nil if there's none.
  @MainActor
  private func recordName() async throws -> String? {
    let place = folder + "/" + UpdateRecord.folderName
    let ids = (SystemFiles.names(inFolder: place) ?? []).filter { $0.hasSuffix(".yaml") }
      .map { String($0.dropLast(".yaml".count)) }
    if let flowID { return flowID }
    guard let first = ids.first else { return nil }
    guard ids.count > 1 else { return first }
    guard hasUser, let asking = UpdateQuestions.flow(choosing: ids, in: folderName) else {
      let names = ids.map { "'\($0.asLogLine)'" }.joined(separator: ", ")
      throw ProgramOutput.fail(
        .usage, "'\(folder)' has records of \(names); choose one with --flow")
    }
    let now = SystemHost.now
    let runner = try FlowRunner(flow: asking, clock: { now })
    let result = try await Walk(runner: runner, attendance: attendance).run()
    guard result.outcome == .completed else { throw ProgramEnding(result.outcome) }
    return UpdateQuestions.record(in: result.output)
  }

  /// The last name of the folder's path.
  private var folderName: String {
    let names = SystemFiles.absolutePath(folder).split(separator: "/")
    return names.last.map(String.init) ?? folder
  }

  /// Reads the record of a flow.
  private func record(
    _ id: String
  ) throws(ProgramEnding) -> (record: UpdateRecord, places: [String: SourcePlace]) {
    let name = "\(folder)/\(UpdateRecord.folderName)/\(id).yaml"
    let bytes = try FlowLoading.bytes(of: name, limit: UpdateRecord.limit)
    let (record, diagnostics, places) = UpdateRecord.read(bytes, name: name)
    ProgramOutput.diagnostics(diagnostics)
    guard let record else { throw ProgramEnding(.badFile) }
    guard record.flow == id else {
      throw ProgramOutput.fail(.badFile, "'\(name)' is the record of '\(record.flow)'")
    }
    return (record, places)
  }

  /// Completes or takes back an update that was interrupted, and returns whether there was one.
  private func recover(_ writing: UpdateWriting) throws(ProgramEnding) -> Bool {
    guard !isCheck else {
      guard writing.isUnfinished else { return false }
      tell("an update was interrupted; 'stackflow update' completes it, or takes it back")
      throw ProgramEnding(.left)
    }
    switch writing.recover() {
    case .nothing: return false
    case .completed: tell("an update that was interrupted is complete now")
    case .takenBack: tell("an update that was interrupted is taken back")
    case .unknown: tell("an update was interrupted; what's there now counts")
    case .failed(let reason):
      throw ProgramOutput.fail(.effectFailed, "an update that was interrupted: \(reason)")
    }
    return true
  }

  func tell(_ text: String) { ProgramOutput.message("stackflow: \(text)") }

  /// Returns the path of the flow that a record names, which counts from the project.
  private func path(from source: String) throws(ProgramEnding) -> String {
    let path = source.hasPrefix("/") || folder == "." ? source : "\(folder)/\(source)"
    guard SystemFiles.exists(path) else {
      throw ProgramOutput.fail(
        .usage, "the flow '\(path)' is gone; if it has moved, name it with --from")
    }
    return path
  }

  /// Returns the address of a flow at a revision.
  private func address(_ text: String, at revision: String?) throws(ProgramEnding) -> String {
    do throws(TemplateAddressMistake) {
      var address = try TemplateAddress(text)
      address.revision = revision
      return address.description
    } catch {
      throw ProgramOutput.fail(.badFile, "the record: \(error.message)")
    }
  }

  /// Returns the path of a flow or a template that a word names, which is fetched from its address, and where it comes
  /// from then.
  func place(
    _ word: String
  ) throws(ProgramEnding) -> (path: String, source: FlowSource?) {
    guard let place = try TemplatePlace.named(word) else { return (word, nil) }
    place.tellVersion()
    return switch try place.content() {
    case .flow(let path): (path, place.source)
    case .foreign: (place.path, place.source)
    }
  }

  /// Returns a path as it's written in the record of the project, which counts from its folder.
  private func relative(_ path: String) -> String {
    folder == "." || path.hasPrefix("/") ? path : SystemFiles.path(path, from: folder)
  }
}
