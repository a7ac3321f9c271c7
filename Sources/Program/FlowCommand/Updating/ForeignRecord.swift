// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import ProgramParts
import SourceDiagnostics
import TemplateSources

/// The template, version, and answers that a project of copier or cruft has recorded.
struct ForeignRecord {
  /// The name of its file in the project.
  let name: String

  /// The path or the address of the template.
  let template: String

  /// The tag or the commit of the template; nil if it isn't said.
  let revision: String?

  /// The folder of the template in its repository; nil for all of it.
  let subfolder: String?

  /// The answers by their names there.
  let answers: [String: FieldInput]

  /// The names of the files that copier and cruft write.
  private static let copierNames = [".copier-answers.yml", ".copier-answers.yaml"]
  private static let cruftName = ".cruft.json"

  /// Returns what a project says; nil if it isn't one of copier or cruft.
  ///
  /// - Throws: ``ProgramEnding`` if its file can't be read.
  static func found(in folder: String, limit: Int) throws(ProgramEnding) -> ForeignRecord? {
    for name in copierNames where SystemFiles.exists("\(folder)/\(name)") {
      return try ofCopier(name, in: folder, limit: limit)
    }
    guard SystemFiles.exists("\(folder)/\(cruftName)") else { return nil }
    return try ofCruft(in: folder, limit: limit)
  }

  private static func ofCopier(
    _ name: String, in folder: String, limit: Int
  ) throws(ProgramEnding) -> ForeignRecord {
    let path = "\(folder)/\(name)"
    let read = AnswersFile.read(
      try FlowLoading.bytes(of: path, limit: limit), name: path, limit: limit)
    guard !read.diagnostics.hasErrors else {
      ProgramOutput.diagnostics(read.diagnostics)
      throw ProgramEnding(.badFile)
    }
    func setting(_ key: String) -> String? {
      guard case .typed(let text)? = read.answers.first(where: { $0.name == key })?.content else {
        return nil
      }
      return text
    }
    guard let template = setting("_src_path") else {
      throw ProgramOutput.fail(.badFile, "'\(path)' doesn't name its template in '_src_path'")
    }
    var answers: [String: FieldInput] = [:]
    for answer in read.answers where !answer.name.hasPrefix("_") {
      answers[answer.name] = FieldInput(answer.content)
    }
    return ForeignRecord(
      name: name, template: template, revision: setting("_commit").map(revision), subfolder: nil,
      answers: answers)
  }

  private static func ofCruft(
    in folder: String, limit: Int
  ) throws(ProgramEnding) -> ForeignRecord {
    let path = "\(folder)/\(cruftName)"
    let bytes = try FlowLoading.bytes(of: path, limit: limit)
    guard case .map(let map)? = try? Value(json: String(decoding: bytes, as: UTF8.self)),
      case .string(let template)? = map["template"]
    else {
      throw ProgramOutput.fail(.badFile, "'\(path)' doesn't name its template in 'template'")
    }
    var answers: [String: FieldInput] = [:]
    if case .map(let context)? = map["context"], case .map(let own)? = context["cookiecutter"] {
      for entry in own {
        let name = entry.key.plainText
        guard !name.hasPrefix("_") else { continue }
        if case .string(let text) = entry.value {
          answers[name] = text.isEmpty ? .empty : .text(text)
        } else {
          answers[name] = .value(entry.value)
        }
      }
    }
    func text(_ key: String) -> String? {
      if case .string(let text)? = map[.string(key)], !text.isEmpty { text } else { nil }
    }
    return ForeignRecord(
      name: cruftName, template: template, revision: text("commit"), subfolder: text("directory"),
      answers: answers)
  }

  /// Returns the tag or the commit that `git describe` names: `v1.2` or the end of `v1.2-3-g0a1b2c3`.
  private static func revision(described text: String) -> String {
    let parts = text.split(separator: "-")
    guard parts.count > 2, let last = parts.last, last.first == "g",
      Int(parts[parts.count - 2]) != nil
    else { return text }
    return String(last.dropFirst())
  }

  /// Returns the path or the address of the template at a revision; a path counts from where the project was made.
  ///
  /// - Throws: ``ProgramEnding`` if the address is wrong.
  func word(in folder: String, at revision: String?) throws(ProgramEnding) -> String {
    guard var address = try address(in: folder) else { return path(in: folder) }
    address.revision = revision
    return address.description
  }

  /// Returns the address of the version that made the project; nil if it has none.
  ///
  /// - Throws: ``ProgramEnding`` if the address is wrong.
  func baseWord(in folder: String) throws(ProgramEnding) -> String? {
    guard let revision, var address = try address(in: folder) else { return nil }
    address.revision = revision
    return address.description
  }

  private func path(in folder: String) -> String {
    let path = template + (subfolder.map { "/" + $0 } ?? "")
    guard !path.hasPrefix("/"), !SystemFiles.exists(path) else { return path }
    return folder == "." ? path : "\(folder)/\(path)"
  }

  /// The address of the template, also of a repository on this machine; nil for a folder that's none.
  private func address(in folder: String) throws(ProgramEnding) -> TemplateAddress? {
    var text = template
    if !TemplateAddress.isAddress(text) {
      let path = SystemFiles.absolutePath(path(in: folder))
      guard SystemFiles.exists(path + "/.git") else { return nil }
      text = "file://" + path
    }
    do throws(TemplateAddressMistake) {
      var address = try TemplateAddress(text)
      if let subfolder, address.subfolder == nil { address.subfolder = subfolder }
      return address
    } catch {
      throw ProgramOutput.fail(.badFile, "'\(name)': \(error.message)")
    }
  }

  /// Returns the answers for a flow that was made of the template, by the ids of its questions.
  func given(for flow: CheckedFlow) -> [String: FieldInput] {
    var given: [String: FieldInput] = [:]
    for (name, answer) in answers {
      if let id = flow.id(ofAnswerNamed: name), flow.hasStep(id) { given[id] = answer }
    }
    return given
  }
}
