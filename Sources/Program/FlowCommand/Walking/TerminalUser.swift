// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowWalks
import Localization
import ProgramParts
import TerminalIO

/// A user at a terminal, who is asked for another file for a result with a flow of its own.
struct TerminalUser: ResultUser {
  let terminal: DeviceTerminal

  func leave() { terminal.close(discardingInput: true) }

  func file(because reason: String, _ catalog: MessageCatalog) async -> String? {
    guard let flow = Self.flow(because: reason, catalog),
      let runner = try? FlowRunner(flow: flow, clock: { SystemHost.now })
    else { return nil }
    runner.services.paths = SystemPaths()
    let walk = Walk(runner: runner, attendance: Attendance(), terminal: terminal)
    guard let result = try? await walk.ask(on: terminal, keepsOpen: true, isAside: true),
      case .map(let answers) = result.output, case .string(let file)? = answers["file"]
    else { return nil }
    return file
  }

  private static func flow(
    because reason: String, _ catalog: MessageCatalog
  ) -> CheckedFlow? {
    let field = FieldDefinition(
      type: .path,
      texts: [
        .label: LocalizedText(words: catalog.text(.resultQuestion)),
        .help: LocalizedText(words: catalog.text(.resultHelp)),
      ],
      constraints: [ConstraintDefinition(.must, "absent")])
    let definition = FlowDefinition(
      id: "result",
      title: LocalizedText(words: catalog.text(.resultTitle, ["reason": .text(reason)])),
      language: catalog.language,
      steps: [StepDefinition(id: "file", kind: .ask(field))])
    return FlowFile.check(definition).flow
  }
}
