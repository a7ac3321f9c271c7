// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowFiles
import FlowForms
import FlowHosts
import Localization
import StackFlowShell
import TerminalIO

/// Asks which flow in `./Flows` to walk, with a flow of its own.
@MainActor
enum FlowPicker {
  /// The program's own words, in the language of the environment.
  private static var catalog: MessageCatalog {
    SystemHost.language.flatMap { MessageCatalog.builtIn(for: $0) } ?? .english
  }

  /// Returns the path of the flow that the user picks, and the terminal, which stays open so that
  /// no key is lost; nil if there are no flows, or there's no terminal.
  ///
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
    let flows = names.map { (name: $0, title: title(of: $0)) }
    // The pointer begins on a flow that can be walked, if there is one.
    let choices = (flows.filter { $0.title != mistakes } + flows.filter { $0.title == mistakes })
      .map { flow in
        ChoiceDefinition(
          value: .init(.string(flow.name)),
          label: LocalizedText(words: String(flow.name.dropLast(FlowFolder.suffix.count))),
          hint: flow.title.map { LocalizedText(words: $0) })
      }
    let definition = FlowDefinition(
      id: "flows", title: LocalizedText(words: catalog.text(.pickerTitle)),
      language: catalog.language,
      steps: [
        StepDefinition(
          id: "flow",
          kind: .ask(
            FieldDefinition(
              type: .choice, label: LocalizedText(words: catalog.text(.pickerQuestion)),
              choices: .listed(choices))))
      ])
    return FlowFile.check(definition).flow
  }

  /// The message about a flow that can't be loaded.
  private static var mistakes: String { catalog.text(.pickerMistakes) }

  /// Returns a flow's title, if it has one; for a flow that can't be loaded, that it has mistakes.
  ///
  /// The file is loaded as `run` loads it, with the files next to it.
  private static func title(of name: String) -> String? {
    let path = "\(FlowFolder.name)/\(name)"
    let limit = FlowFile.defaultLimit
    guard let bytes = try? SystemFiles.read(path, limit: limit),
      let flow = FlowFile.load(
        bytes, name: path, limit: limit, files: FolderFiles(beside: path, limit: limit),
        includesWarnings: false
      ).flow
    else { return mistakes }
    return flow.title(in: SystemHost.language)
  }
}
