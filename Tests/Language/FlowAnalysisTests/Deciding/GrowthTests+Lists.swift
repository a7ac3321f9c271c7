// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import RandomTesting
import Testing

@testable import FlowAnalysis

// Everything that a file can list is checked in about linear work, mistakes included.
extension GrowthTests {
  /// A flow that grows with the length of a list.
  struct LongList: CustomTestStringConvertible, Sendable {
    let testDescription: String

    /// Whether the flow has errors.
    var hasErrors = false

    /// The maximum growth of the work when the length is doubled, in quarters.
    var maximumGrowth = 9

    /// Returns the steps of the flow and what follows them.
    let steps: @Sendable (Int) -> String
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private static let number = "  - { ask: k, type: integer, min: 0, max: 1000000 }\n"

  private static func choice(_ count: Int, type: String = "choice") -> String {
    let values = (0..<count).map { "v\($0)" }.joined(separator: ", ")
    return "  - { ask: c, type: \(type), choices: [\(values)] }\n"
  }

  private static func choice(of count: Int, when: (Int) -> String) -> String {
    "  - ask: c\n    type: choice\n    choices:\n"
      + lines(count) { "      - { value: v\($0), when: \"\(when($0))\" }" }
  }

  static let lists = [
    LongList(testDescription: "choices above a number") { count in
      number + choice(of: count) { "k > \($0)" }
    },
    LongList(testDescription: "choices that exclude each other") { count in
      lines(count) { "  - { ask: b\($0), type: boolean }" }
        + choice(of: count) { "b\($0) && !b\(($0 + 1) % count)" }
        + "      - other\n"
        + lines(count) { "  - { note: n\($0), when: c == 'v\($0)', text: x }" }
    },
    LongList(testDescription: "uses of each value of a choice") { count in
      choice(count)
        + lines(count) { "  - { ask: q\($0), type: string, when: c == 'v\($0)' }" }
        + lines(count) { "  - { note: n\($0), when: c == 'v\($0)', text: \"${q\($0)}\" }" }
    },
    LongList(testDescription: "uses of each of several choices") { count in
      choice(count, type: "choices")
        + lines(count) { "  - { note: n\($0), when: \"'v\($0)' in c\", text: x }" }
    },
    LongList(testDescription: "stops at numbers") { count in
      number
        + lines(count) {
          "  - { stop: s\($0), when: k == \($0) }\n"
            + "  - { ask: q\($0), type: string, when: k > \($0) }"
        }
        + lines(count) { "  - { note: n\($0), when: k > \($0), text: \"${q\($0)}\" }" }
    },
    LongList(testDescription: "stops at choices") { count in
      choice(count) + "  - { ask: d, type: choice, choices: [v1, v2] }\n"
        + lines(count - 1) { "  - { stop: s\($0), when: \"c == 'v\($0)' && d == 'v1'\" }" }
    },
    LongList(testDescription: "stops at yes") { count in
      lines(count) {
        "  - { ask: b\($0), type: boolean }\n  - { stop: s\($0), when: b\($0) }"
      }
    },
    LongList(testDescription: "lists that sum the one before") { count in
      lines(count) { list in
        let sum = list == 0 ? "1" : "r\(list - 1).map(i, i.c\(list - 1)).sum()"
        return """
            - repeat: r\(list)
              steps:
                - { ask: a\(list), type: string }
                - { ask: b\(list), type: integer, when: a\(list) != 'x' }
                - { compute: c\(list), value: "b\(list).orValue(0) + \(sum)" }
          """
      }
    },
    LongList(testDescription: "unknown names", hasErrors: true) { count in
      lines(count) { "  - { ask: name\($0), type: string }" }
        + lines(count) { "  - { note: n\($0), text: \"${nmae\($0)}\" }" }
    },
    LongList(testDescription: "unknown fields", hasErrors: true) { count in
      "  - repeat: r\n    steps:\n" + lines(count) { "      - { ask: name\($0), type: string }" }
        + lines(count) { "  - { compute: c\($0), value: \"r.map(i, i.nmae\($0))\" }" }
    },
    LongList(testDescription: "unknown values") { count in
      choice(count) + lines(count) { "  - { compute: c\($0), value: c == 'w\($0)' }" }
    },
    // Each check of the form is known at the next ones, and all of them compare the same size. At these
    // lengths, the work for each grows with those before it; see `manyChecksShareALimit`.
    LongList(testDescription: "checks of unknown fields", hasErrors: true, maximumGrowth: 13) {
      count in
      "  - form: f\n    fields:\n" + lines(count) { "      - { ask: name\($0), type: string }" }
        + "    validate:\n"
        + lines(count) { "      - { check: size(name0) > \($0), at: nmae\($0), message: m }" }
    },
    LongList(testDescription: "migrations to unknown answers", hasErrors: true) { count in
      lines(count) { "  - { ask: name\($0), type: string }" }
        + "version: 2\nmigrate:\n  - from: 1\n    rename:\n"
        + lines(count) { "      old\($0): nmae\($0)" }
    },
  ]

  private static func fields(_ count: Int, _ keys: (Int) -> String) -> String {
    "  - form: f\n    fields:\n"
      + lines(count) { "      - { ask: q\($0), \($0 == 0 ? "type: boolean" : keys($0)) }" }
  }

  /// Fields each of which depends on two earlier ones, so that whether one is asked depends on all.
  static let form = LongList(testDescription: "fields that depend on each other") { count in
    "  - form: f\n    fields:\n"
      + lines(count) { field in
        guard field > 0 else { return "      - { ask: q0, type: integer, min: 0, max: 9 }" }
        let (before, half) = ("q\(field - 1).orValue(0)", "q\(field / 2).orValue(0)")
        return """
                - ask: q\(field)
                  type: integer
                  min: 0
                  max: 9
                  when: \(before) > 1 || \(half) > 2
                  default: { value: \(half) }
                  label: "${\(before)}"
          """
      }
  }

  /// Other forms whose fields depend on each other.
  static let forms = [
    LongList(testDescription: "fields that depend on the one before") { count in
      fields(count) { "type: boolean, when: q\($0 - 1).orValue(false)" }
    },
    LongList(testDescription: "fields that depend on the two before") { count in
      fields(count) {
        "type: boolean, when: \"q\($0 - 1).orValue(true) && q\(max(0, $0 - 2)).orValue(true)\""
      }
    },
    LongList(testDescription: "fields with choices of the one before") { count in
      "  - form: f\n    fields:\n      - { ask: q0, type: choice, choices: [a, b, c] }\n"
        + lines(count) {
          """
                - ask: q\($0 + 1)
                  when: q\($0).orValue('a') != 'b'
                  type: choice
                  choices: [a, b, { value: c, when: "q\($0).orValue('a') == 'c'" }]
          """
        }
    },
    LongList(testDescription: "fields checked with the one before") { count in
      "  - form: f\n    fields:\n      - { ask: q0, type: integer, min: 0, max: 9 }\n"
        + lines(count) {
          """
                - ask: q\($0 + 1)
                  type: integer
                  min: 0
                  max: 9
                  validate: [{ check: "q\($0 + 1) > q\($0) || q\($0) > 3", message: m }]
          """
        }
    },
    LongList(testDescription: "checks of a form over two fields each") { count in
      fields(count) { "type: boolean, when: q\($0 - 1).orValue(true)" }
        + "    validate:\n"
        + lines(count - 1) {
          "      - { check: \"q\($0).orValue(true) || q\($0 + 1).orValue(true)\", message: m }"
        }
    },
    LongList(testDescription: "a check of a form over all fields") { count in
      fields(count) { _ in "type: boolean" } + "    validate:\n      - check: >-\n"
        + "          q0\n" + lines(count - 1) { "          || q\($0 + 1)" }
        + "        message: m\n"
    },
    LongList(testDescription: "a ladder of alternatives") { count in
      "  - { ask: k, type: boolean }\n  - { ask: a0, type: boolean, when: k }\n"
        + "  - { ask: c0, type: boolean, when: \"!k\" }\n"
        + lines(count) { rung in
          let (a, c) = ("a\(rung).orValue(false)", "c\(rung).orValue(false)")
          return """
              - { ask: a\(rung + 1), type: boolean, when: "(k && \(a)) || (!k && \(c))" }
              - { ask: c\(rung + 1), type: boolean, when: "(k && !\(a)) || (!k && !\(c))" }
            """
        }
    },
  ]

  @Test(
    arguments: dailyPart(of: lists, every: lists.count, named: "long lists")
      + dailyPart(of: [form] + forms, every: forms.count + 1, named: "long forms"))
  func doublingAListAtMostDoublesTheWork(list: LongList) throws {
    let works = try (isLongRun ? [150, 300, 600] : [150, 300]).map { count in
      let text = Self.flow(list.steps(count))
      let loaded = FlowFile.read(Array(text.utf8), name: "t.flow.yaml")
      let definition = try #require(loaded.definition)
      let (_, flow, found, work) = FlowAnalyzer.checkCounting(definition)
      try #require((flow == nil) == list.hasErrors, "\(found.prefix(2))")
      return work
    }
    for (small, large) in zip(works, works.dropFirst()) {
      #expect(large * 4 <= small * list.maximumGrowth, "\(works)")
    }
  }

  /// Past the limit of an extension, which 1,600 checks of one answer reach, the work for each is the same.
  @Test func manyChecksShareALimit() throws {
    let works = try [1_600, 3_200].map { count in
      try Self.work(
        "  - form: f\n    fields:\n" + Self.lines(count) { "      - { ask: q\($0), type: string }" }
          + "    validate:\n"
          + Self.lines(count) { "      - { check: size(q0) > \($0), at: q\($0), message: m }" })
    }
    #expect(works[1] <= 2 * works[0], "\(works)")
  }

  /// The total work of searches is limited: a base, and some for each field.
  @Test func searchesForDependentFieldsShareALimit() throws {
    for count in isLongRun ? [400, 800, 1_600, 3_200] : [200] {
      let work = try Self.work(Self.form.steps(count))
      #expect(work <= 1_000_000 + 12_000 * count, "\(work) for \(count)")
    }
  }
}
