// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Testing

/// Messages about data, which isn't typed.
@Suite struct MessageTests {
  @Test func aNumberAmongTextChoicesMustBeQuoted() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: v, type: choices, choices: ["3.11", "3.12"] }
      """)
    walker.send(.answer(.value(.list([.double(3.11), .double(3.12)]))))
    expectEqual(
      walker.problems,
      [
        "'3.11' isn't one of the choices, which are texts; this is a number, so quote it"
      ])
  }

  /// An answer in a record is named with the record, so that two of them can be told apart.
  @Test func anAnswerInARecordIsNamedWithIt() throws {
    let walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - repeat: hosts
          steps:
            - { ask: pin, type: secret, label: PIN }
            - { repeat: disks, title: Disks, steps: [{ ask: mount_point, type: string }] }
        - { ask: last, type: string }
      """)
    let session = walker.session
    expectEqual(session.nameInRecords(of: "hosts[1].pin"), "Hosts 2, PIN")
    expectEqual(
      session.nameInRecords(of: "hosts[1].disks[0].mount_point"), "Hosts 2, Disks 1, mount point")
    expectEqual(session.nameInRecords(of: "hosts[0]"), "Hosts 1")
    expectEqual(session.nameInRecords(of: "last"), "last")
    expectEqual(
      session.words(of: .secretNeeded("hosts[1].pin")),
      "Enter 'Hosts 2, PIN' again, because secrets aren't saved.")
  }
}
