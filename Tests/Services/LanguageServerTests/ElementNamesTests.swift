// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import LanguageServer

/// Names of elements, and members of the records that they are.
@Suite struct ElementNamesTests {
  private static let text = """
    flow: 1
    id: a
    steps:
      - repeat: hosts
        steps: [ { ask: host, type: string } ]
      - form: m
        over: hosts
        as: h
        heading: "${h.host}"
        fields: [ { ask: role, type: string } ]
      - { note: n, text: "${for q in hosts}${q.host} ${q_index}${end}" }

    """

  private static func opened() throws -> OpenFolder {
    var folder = try OpenFolder(["a.flow.yaml": text])
    folder.open("a.flow.yaml")
    expectEqual(folder.findings("a.flow.yaml"), [])
    return folder
  }

  @Test(arguments: ["host}\"", "host} ${q"])
  func aMemberOfAnElementIsTheAnswerInItsList(_ words: String) throws {
    var folder = try Self.opened()
    expectEqual(folder.places("definition", "a.flow.yaml", words), ["a.flow.yaml:5 host"])
  }

  /// So is a member of an element that a macro has given a name, also in a list of its own.
  @Test(arguments: [
    ("host == 'a'", "host"), ("disks.exists", "disks"), ("gb > 5", "gb"), ("host != ''", "host"),
    ("gb == 1", "gb"),
  ])
  func aMemberOfAMacrosElementIsTheAnswerInItsList(_ words: String, name: String) throws {
    let text = """
      flow: 1
      id: a
      steps:
        - repeat: hosts
          steps:
            - { ask: host, type: string }
            - { repeat: disks, steps: [ { ask: gb, type: integer } ] }
        - note: n
          when: >-
            hosts.exists(x, x.host == 'a' && x.disks.exists(d, d.gb > 5))
            || hosts.filter(h, h.host != '').all(x, x.disks.exists(x, x.gb == 1))
          text: x

      """
    var folder = try OpenFolder(["a.flow.yaml": text])
    folder.open("a.flow.yaml")
    expectEqual(folder.findings("a.flow.yaml"), [])
    let line = ["host": 6, "disks": 7, "gb": 7][name] ?? 0
    expectEqual(folder.places("definition", "a.flow.yaml", words), ["a.flow.yaml:\(line) \(name)"])
  }

  @Test func anElementIsRenamedWithItsPosition() throws {
    var folder = try Self.opened()
    expectEqual(
      folder.renamed("a.flow.yaml", "q in", to: "x"),
      [
        "a.flow.yaml": Self.text.replacing(
          "${for q in hosts}${q.host} ${q_index}", with: "${for x in hosts}${x.host} ${x_index}")
      ], "\(folder.refusal ?? "")")
  }
}
