// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowServer
import FlowTesting
import ModelContext
import ScriptTrips
import Testing

/// The meaning that an answer was taken for is in the next form.
@Suite struct UnderstoodAnswerTests {
  @Test(arguments: [ContextConversation.Style.stateless, .handshake])
  func aTimeThatClocksSkipIsSaidInTheNextForm(_ style: ContextConversation.Style) throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: f
      steps: [{ ask: at, type: datetime }, { ask: name, type: string }]
      """)
    let server = ContextServer(
      [ContextTool(ServedFlow(flow))],
      in: ServiceEnvironment(
        program: "test", version: "0", zone: try ZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3"),
        zones: { try? ZoneRules(rule: $0) }, clock: { .epoch }),
      tokens: WalkKeys.tokens(WalkKeys.key), ledger: MemoryLedger())
    let talking = try ContextConversation(server, style, tool: "f")
    let given: Value = ["answers": ["at": "2027-03-28 02:30"]]
    guard case .form(let form) = try talking.call(given) else {
      Issue.record("the name must be asked")
      return
    }
    let said =
      "2027-03-28 02:30 is understood as 2027-03-28 03:30, because clocks skip that time"
    #expect(form["message"]?.plainText.contains(said) == true, "\(form)")
  }
}
