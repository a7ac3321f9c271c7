// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowLanguage
import RandomEditing
import RandomTesting
import SourceDiagnostics
import Testing

/// The edits that authors make all the time, at each place of a flow: of each, only what it can reach is checked.
@Suite struct OrdinaryEditTests {
  private static func section(_ n: Int) -> String {
    """
      - ask: name_\(n)
        type: string
        label: Name of service \(n)
        description: It becomes the name of a directory.
      - ask: kind_\(n)
        type: choice
        choices: [{ value: http, label: HTTP API }, { value: worker, label: Worker }]
      - ask: port_\(n)
        when: kind_\(n) == 'http'
        type: integer
        default: 8080
      - form: limits_\(n)
        title: How much may it use?
        fields:
          - { ask: low_\(n), type: integer, label: At least, default: 1 }
          - { ask: high_\(n), type: integer, default: 2 }
          - { ask: unit_\(n), type: choice, choices: [MB, GB], when: high_\(n) > 1 }
        validate: [{ check: low_\(n) <= high_\(n), message: The least is more than the most. }]
      - repeat: hosts_\(n)
        title: Where does it run?
        steps:
          - { ask: host_\(n), type: string, label: Host name }
          - { ask: weight_\(n), type: integer, default: 5, when: "host_\(n) != 'here'" }
          - { ask: zone_\(n), type: choice, choices: [east, west] }
      - compute: url_\(n)
        value: "kind_\(n) == 'http' ? name_\(n) + string(port_\(n)) : ''"
      - { stop: taken_\(n), when: kind_\(n) == 'http' && port_\(n) == 1024, text: It's taken. }
      - group: more_\(n)
        when: kind_\(n) != 'worker'
        title: More about it
        steps:
          - { ask: tier_\(n), type: choice, choices: [{ value: small, label: Small one }, big] }
          - { note: told_\(n), when: tier_\(n) == 'small', title: Its tier, text: 'At ${url_\(n)}' }

    """
  }

  private static let text =
    "flow: 1\nid: made\ntitle: Made\nsteps:\n" + (0..<12).map(section).joined()
    + "  - { review: answers, title: Is it right? }\noutput:\n"
    + (0..<12).map { "  s\($0): name_\($0)\n" }.joined()

  private static let edits: [(old: String, new: String)] = [
    // At the top level.
    ("label: Name of service 5", "label: Nam of service 5"),
    ("5\n    description: It", "5\n    description: I"),
    ("    when: kind_5 == 'http'\n", "    when: kind_5 == 'htt'\n"),
    ("    when: kind_5 == 'http'\n", "    when: knd_5 ==\n"),
    ("    when: kind_5 == 'http'\n    type: integer\n    default: 8080", "    type: integer"),
    ("  - ask: port_5\n", "  - ask: new_5\n    type: string\n  - ask: port_5\n"),
    ("  - ask: port_5\n", "  - ask\n  - ask: port_5\n"),
    ("  - ask: port_5\n", "  - ask: new_5\n  - ask: port_5\n"),
    ("5\n    description: It", "5\n    def\n    description: It"),
    ("    when: kind_5 == 'http'\n", "    def\n    when: kind_5 == 'http'\n"),
    ("ask: port_5", "ask: prt_5"),
    ("name_5 + string", "name_5 + '/' + string"),
    ("label: Name of service 5", "label: 'Name of service 5"),
    ("label: Name of service 5", "label: \"Name of service 5"),
    ("label: Name of service 5", "label: Name: service 5"),
    // In a form with checks.
    ("form: limits_5\n    title: How", "form: limits_5\n    title: Ho"),
    ("{ ask: low_5, type: integer, label: At", "{ ask: low_5, type: integer, label: A"),
    ("choices: [MB, GB], when: high_5 > 1", "choices: [MB, GB], when: high_5 > 12"),
    ("{ ask: unit_5, type: choice, choices: [MB", "{ ask: unit_5, type: choice, choices: [M"),
    ("ask: high_5, type: integer, default: 2", "ask: high_5, type: integer, default: 22"),
    ("check: low_5 <=", "check: low_5 <"),
    ("      - { ask: unit_5", "      - { ask: new_5, type: string }\n      - { ask: unit_5"),
    ("ask: low_5", "ask: lw_5"),
    ("      - { ask: unit_5", "      - { ask: new_5\n      - { ask: unit_5"),
    // In a list.
    ("repeat: hosts_5\n    title: W", "repeat: hosts_5\n    title: Wh"),
    ("ask: host_5, type: string, label: H", "ask: host_5, type: string, label: Ho"),
    ("host_5 != 'here'", "host_5 != 'her'"),
    ("{ ask: zone_5, type: choice, choices: [e", "{ ask: zone_5, type: choice, choices: [ea"),
    ("ask: weight_5, type: integer, default: 5", "ask: weight_5, type: integer, default: 55"),
    ("      - { ask: zone_5", "      - { ask: new_5, type: string }\n      - { ask: zone_5"),
    ("      - { ask: zone_5, type: choice, choices: [east, west] }\n", ""),
    ("ask: host_5", "ask: hst_5"),
    // In a group.
    ("group: more_5\n    when: kind_5 != 'worker'\n    title: M", "group: more_5\n    title: M"),
    (
      "ask: tier_5, type: choice, choices: [{ value: small, label: S",
      "ask: tier_5, type: choice, choices: [{ value: small, label: Sm"
    ),
    (
      "ask: tier_5, type: choice, choices: [{ value: s",
      "ask: tier_5, type: choice, choices: [{ value: sm"
    ),
    ("when: tier_5 == 'small'", "when: tier_5 == 'smal'"),
    ("      - { note: told_5", "      - { ask: new_5, type: string }\n      - { note: told_5"),
    (
      "      - { note: told_5, when: tier_5 == 'small', title: Its tier, text: 'At ${url_5}' }\n",
      ""
    ),
    ("ask: tier_5", "ask: ter_5"),
    // Elsewhere.
    ("title: Made", "title: Mad"),
    ("port_5 == 1024, text: It", "port_5 == 1024, text: I"),
    ("port_5 == 1024", "port_5 == 102"),
    ("title: Is it right?", "title: Is it righ?"),
    ("s5: name_5", "s5: nme_5"),
    ("s5: name_5", "t5: name_5"),
    ("s5: name_5", "s5: name_5\n  t5: url_5"),
    ("  s5: name_5\n", ""),
    ("  - ask: port_5\n", "  # The port.\n  - ask: port_5\n"),
  ]

  @Test(arguments: dailyPart(of: edits, every: 6, named: "ordinary edits"))
  func onlyWhatItReachesIsChecked(old: String, new: String) throws {
    let path = "/nowhere/made.flow.yaml"
    try #require(Self.text.ranges(of: old).count == 1)
    func findings(in workspace: inout FlowWorkspace, of text: String) -> [String] {
      workspace.set(path, TextLines(Array(text.utf8)))
      return (workspace.findings(of: path)[path] ?? []).map(\.inFull)
    }
    var (workspace, other) = (FlowWorkspace(), FlowWorkspace())
    let first = findings(in: &workspace, of: Self.text)
    let changed = Self.text.replacing(old, with: new)
    expectEqual(findings(in: &workspace, of: changed), findings(in: &other, of: changed))
    expectEqual(findings(in: &workspace, of: Self.text), first)
    expectEqual(workspace.checkCount, 1)
  }

  /// A form's check restricts what follows it, also by way of an answer that it doesn't read itself.
  @Test func aCheckReachesWhatDependsOnTheSameAnswers() {
    let path = "/nowhere/made.flow.yaml"
    let start =
      "flow: 1\nid: made\nsteps:\n" + (0..<20).map(Self.section).joined() + """
          - { ask: least, type: integer, min: 0, max: 9 }
          - { compute: twice, value: least * 2 }
          - form: most
            fields: [{ ask: limit, type: integer, min: 0, max: 9 }]
            validate: [{ check: limit > least, message: It's less. }]
          - { note: high, when: limit > 5, text: High }
          - { note: none, when: limit == 0, text: None }
          - { note: top, when: least == 9, text: Top }
          - { stop: end, when: limit < 3, text: End }
          - { note: low, when: limit == 2, text: Low }

        """
    var workspace = FlowWorkspace()
    func findings(in workspace: inout FlowWorkspace, of text: String) -> [String] {
      workspace.set(path, TextLines(Array(text.utf8)))
      return (workspace.findings(of: path)[path] ?? []).map(\.inFull)
    }
    #expect(findings(in: &workspace, of: start).contains { $0.contains("unreachable-step") })
    for (old, new) in [
      ("limit > least,", "limit >= least,"), ("limit > least,", "limit > twice,"),
      ("least, type: integer, min: 0", "least, type: integer, min: 5"),
      ("when: limit < 3", "when: limit < 2"), ("when: limit < 3", "when: least < 3"),
      ("  - { stop: end, when: limit < 3, text: End }\n", ""),
      ("value: least * 2", "value: limit"),
    ] {
      let changed = start.replacing(old, with: new)
      var other = FlowWorkspace()
      expectEqual(
        findings(in: &workspace, of: changed), findings(in: &other, of: changed), "\(new)")
    }
    expectEqual(workspace.checkCount, 1)
  }
}
