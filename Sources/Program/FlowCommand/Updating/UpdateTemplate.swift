// SPDX-License-Identifier: GPL-3.0-or-later

import FlowFiles
import FlowModel
import FlowSessions
import ForeignTemplates
import ProgramParts
import TemplateSources

/// A version of a template, which the command line, a record, or a file of another program names.
struct UpdateTemplate {
  /// The path of a flow file, or of a folder with one or with a template of copier or cookiecutter.
  let path: String

  /// Whether a template of another program counts that isn't translated as a whole.
  let isPartial: Bool

  /// Other folders whose files the flow may use.
  let readable: [String]

  /// The maximum size of a file in bytes.
  let limit: Int

  /// The template of copier or cookiecutter; nil for a flow.
  private var foreign: TemplateCheck? { TemplateCheck.templates(at: path).first }

  /// Returns the flow.
  ///
  /// - Parameters:
  ///   - id: The id that a translated template gets; nil for the name of its folder.
  ///   - name: The name of the file in a folder with several flows.
  ///   - language: The language of the texts.
  /// - Returns: The flow.
  /// - Throws: ``ProgramEnding`` if it has errors, or isn't translated as a whole.
  func flow(
    as id: String?, named name: String? = nil, language: String?
  ) throws(ProgramEnding) -> CheckedFlow {
    if let foreign { return try translated(foreign, as: id) }
    let file = FlowFolder.file(at: path, named: name)
    let flow = try FlowLoading.flow(
      file, limit: limit, readable: readable, language: .some(language))
    guard flow.definition.isUpdatable else {
      throw ProgramOutput.fail(.badFile, "'\(file)' isn't a flow with 'updatable: true'")
    }
    return flow
  }

  /// Returns the flow if it can be read and has no errors; otherwise nil.
  func readableFlow(as id: String, named name: String?) -> CheckedFlow? {
    if let foreign { return try? translated(foreign, as: id) }
    return FlowLoading.readableFlow(FlowFolder.file(at: path, named: name))
  }

  /// Says what's left of a template of another program that counts nevertheless.
  func tellLeft() {
    guard isPartial, let foreign,
      let imported = try? foreign.imported(as: foreign.name, limit: limit),
      imported.tellsLeft(of: path)
    else { return }
    ProgramOutput.message(
      "the project is compared without them: what they remove may be added, and what they add is missing"
    )
  }

  private func translated(
    _ template: TemplateCheck, as id: String?
  ) throws(ProgramEnding) -> CheckedFlow {
    let imported = try template.imported(as: id ?? template.name, limit: limit)
    if !isPartial, imported.tellsLeft(of: path) {
      throw ProgramOutput.fail(
        .badFile, "the project isn't compared without them; --partial does so")
    }
    let loaded = FlowFile.load(
      Array(imported.flow.text.utf8), name: path, files: imported.flow.source,
      includesWarnings: false)
    guard let flow = loaded.flow else {
      ProgramOutput.diagnostics(loaded.diagnostics)
      throw ProgramEnding(.badFile)
    }
    return flow
  }
}

extension TemplatePlace {
  /// Where a flow at an address comes from, as records of its projects say it; nil for a folder on this machine.
  var source: FlowSource? {
    guard let fetched else { return nil }
    var address = fetched.folder.address
    address.revision = nil
    return FlowSource(
      location: address.description, commit: fetched.version.commit, program: ProgramVersion.text)
  }
}
