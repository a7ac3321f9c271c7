// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProgramParts
import StackFlowShell
import TerminalIO

@MainActor
extension StackFlowProgram {
  /// The program's own words, in the language of the environment.
  private static var catalog: MessageCatalog {
    SystemHost.language.flatMap { MessageCatalog.builtIn(for: $0) } ?? .english
  }

  /// Asks which flow in `./Flows` to walk, with a flow of its own.
  ///
  /// - Returns: The path of the flow that the user picks, and the terminal, which stays open so that
  ///   no key is lost; nil if there are no flows, or there's no terminal.
  /// - Throws: ``ProgramEnding`` if the user leaves.
  static func flowOfThisFolder() async throws -> (path: String, terminal: DeviceTerminal)? {
    let names = FlowFolder.files
    guard !names.isEmpty, let flow = question(names),
      let terminal = try? DeviceTerminal(holdsThread: true)
    else {
      return nil
    }
    let runner = try FlowRunner(flow: flow, clock: { SystemHost.now })
    var attendance = Attendance()
    attendance.looks.isSingle = true
    let result = try await Walk(runner: runner, attendance: attendance)
      .ask(on: terminal, keepsOpen: true, isAside: true)
    guard case .map(let answers) = result.output, case .string(let name)? = answers["flow"] else {
      terminal.close(discardingInput: true)
      throw ProgramEnding(result.outcome)
    }
    return ("\(FlowFolder.name)/\(name)", terminal)
  }

  /// Returns a flow that asks for one of the files.
  private static func question(_ names: [String]) -> CheckedFlow? {
    let flows = names.map { (name: $0, flow: flow(of: $0)) }
    // The pointer begins on a flow that can be walked, if there is one.
    let choices = (flows.filter { $0.flow != nil } + flows.filter { $0.flow == nil })
      .map { name, flow in
        let title = flow.map { $0.title(in: SystemHost.language) } ?? catalog.text(.pickerMistakes)
        return ChoiceDefinition(
          value: .init(.string(name)),
          label: LocalizedText(words: String(name.dropLast(FlowFolder.suffix.count))),
          hint: title.map { LocalizedText(words: $0) })
      }
    let definition = FlowDefinition(
      id: "flows", title: LocalizedText(words: catalog.text(.pickerTitle)),
      language: catalog.language,
      steps: [
        StepDefinition(
          id: "flow",
          kind: .ask(
            FieldDefinition(
              type: .choice, texts: [.label: LocalizedText(words: catalog.text(.pickerQuestion))],
              choices: .listed(choices))))
      ])
    return FlowFile.check(definition).flow
  }

  /// Returns the flow of a file; nil if it can't be loaded.
  ///
  /// The file is loaded as `run` loads it, with the files next to it.
  private static func flow(of name: String) -> CheckedFlow? {
    let path = "\(FlowFolder.name)/\(name)"
    let limit = FlowFile.defaultLimit
    guard let bytes = try? SystemFiles.read(path, limit: limit) else { return nil }
    return FlowFile.load(
      bytes, name: path, limit: limit, files: FolderFiles(beside: path, limit: limit),
      includesWarnings: false
    ).flow
  }
}
