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
