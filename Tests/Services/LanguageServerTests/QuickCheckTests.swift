// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import Foundation
import RandomEditing
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowAnalysis
@testable import FlowLanguage

@Suite struct QuickCheckTests {
  /// Returns what a check of a whole text finds.
  private static func whole(_ text: String, at path: String) -> [String] {
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    return findings(of: path, in: &workspace)
  }

  private static func findings(of path: String, in workspace: inout FlowWorkspace) -> [String] {
    (workspace.findings(of: path)[path] ?? []).map(\.inFull)
  }

  private static func base(_ bytes: [UInt8], _ loaded: LoadedFlow) -> WholeCheck? {
    WholeCheck(bytes, loaded, FileReads()) {
      FlowFormatter.tree(of: bytes, name: loaded.file.name, limit: .max)
    }
  }

  // MARK: Changes that are quick

  /// Changes of the part of a made flow with a number, of which only what they can reach is checked.
  private static let quickChanges: [(old: String, new: String)] = [
    ("when: kind_5 == 'http'\n    type", "when: xind_5 == 'http'\n    type"),
    ("when: kind_5 == 'http'\n    type", "when: kind_5 == 'htt'\n    type"),
    ("label: Port 5", "label: Port 5, please"),
    ("label: Port 5", "label: 'Port 5"),
    ("ask: port_5", "ask: prt_5"),
    ("text: 'It is ${host_5}.'", "text: 'It is ${hos_5}.'"),
    ("max: 65535 # 5", "max: 1023 # 5"),
    ("group: more_5", "group: mre_5"),
    ("ask: replicas_5", "ask: replicas_6"),
    ("type: integer # 5", "type: intger # 5"),
    ("type: integer # 5", "type: # 5"),
    ("{ value: worker_5 }", "{ value: worker_5, when: 'name_5 == \"\"' }"),
    ("value: size(name_5)", "value: size(name_5) + "),
    ("    label: Port 5\n", ""),
    ("    label: Port 5\n", "    label: Port 5\n    when: true\n"),
    ("title: Made", "title: Mde"),
    ("# The port.\n  - ask: port_5", "# A port.\n  - ask: port_5"),
    ("  - ask: port_10\n", "  - { stop: full, when: kind_10 == 'http' }\n  - ask: port_10\n"),
  ]

  @Test(arguments: dailyPart(of: quickChanges, every: 3, named: "quick changes"))
  func onlyWhatALetterReachesIsChecked(old: String, new: String) throws {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text
    try #require(text.ranges(of: old).count == 1)
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    let first = Self.findings(of: path, in: &workspace)
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(
      Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    expectEqual(workspace.quickCount, 1)
    expectEqual(workspace.checkCount, 1)
    // And back.
    workspace.set(path, TextLines(Array(text.utf8)))
    expectEqual(Self.findings(of: path, in: &workspace), first)
    expectEqual(workspace.checkCount, 1)
  }

  /// Where a name is gone, what else it may mean is checked at once with what reads it.
  @Test func aNewIdIsCheckedOnce() throws {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text
    let bytes = Array(text.utf8)
    let base = try #require(Self.base(bytes, FlowFile.load(bytes, name: path)))
    let changed = Array(text.replacing("ask: port_5", with: "ask: prt_5").utf8)
    let check = try #require(QuickCheck(base, changed, OpenFiles()))
    #expect(check.diagnostics.contains { $0.id == "unknown-answer" })
    expectEqual(check.checkCount, 1)
  }

  /// Changes that give an unknown name somewhere else a meaning, or take it away.
  @Test(arguments: [
    ("compute: length_5\n", "compute: cranes\n"), ("compute: length_2\n", "compute: cranes\n"),
    ("compute: craned\n", "compute: other\n"), ("value: worker_5 ", "value: crane "),
  ])
  func anUnknownNameIsCheckedWithWhatItMayMean(old: String, new: String) throws {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text.replacing("Port 9", with: "${crane}")
      .replacing("Port 11", with: "${crane == name_2}").replacing("length_8", with: "craned")
    try #require(text.ranges(of: old).count == 1)
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    expectEqual(workspace.checkCount, 1)
  }

  /// Changes of a flow with a default that names something else than an answer, or may do so.
  @Test(arguments: [
    ("compute: length_5\n", "compute: home\n"), ("default: '${hom}'", "default: '${kind_3x}'"),
    ("label: Name 4\n", "label: Name 4\n    default: '${lenth_7}'\n"),
    ("label: Name 8\n", "label: Name 8, please\n"),
  ])
  func aLiteralIsCheckedWithTheNamesThatItMayMean(old: String, new: String) throws {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text
      .replacing("label: Name 9\n", with: "label: Name 9\n    default: '${hom}'\n")
      .replacing("label: Name 8\n", with: "label: Name 8\n    default: '${lenth_7}'\n")
    try #require(text.ranges(of: old).count == 1)
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
  }

  /// Changes after which the text isn't YAML.
  private static let unreadChanges: [(old: String, new: String)] = [
    ("    label: Port 5\n", "    label: Port 5\nwhen: name_5\n"),
    ("    label: Port 5\n", "    label: |\n      Port\nwhen: 20\n"),
  ]

  @Test(arguments: dailyPart(of: unreadChanges, every: 2, named: "texts that aren't YAML"))
  func whatIsNotYAMLIsReadOnce(old: String, new: String) {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 6).text
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    expectEqual(workspace.checkCount, 1)
  }

  /// Changes that reach everything.
  private static let wholeChanges: [(old: String, new: String)] = [
    ("id: made", "id: mde"),
    ("  - ask: port_5", " - ask: port_5"),
    ("      - { ask: replicas_5", "     - { ask: replicas_5"),
    ("  - ask: port_5", "  - review: answers\n  - ask: port_5"),
    ("  - ask: kind_0\n", "  - { stop: full }\n  - ask: kind_0\n"),
    ("  host: host_2\n", "  name: host_2\n  host: host_2\n"),
  ]

  @Test(arguments: dailyPart(of: wholeChanges, every: 3, named: "changes of everything"))
  func whatReachesEverythingIsCheckedAsAWhole(old: String, new: String) {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text + "output:\n  name: name_1\n  host: host_2\n"
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(
      Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    expectEqual(workspace.quickCount, 0)
  }

  /// Changes after which a part of the text takes in what follows it, though it's YAML by itself.
  private static let takingChanges: [(old: String, new: String)] = [
    ("  name: name_1\n", "  name: name_1"),
    ("    label: Port 5\n", "    label: Port 5\nsteps:\n"),
    ("    label: Port 5\n", "    label: Port 5\nid:\n"),
    ("    label: Port 5\n", "    label: Port 5\nsteps:\n  - { note: more, text: More }\n"),
    ("  host: host_2\n", "  host: host_2\noutput:\n"),
    ("  host: host_2\n", "  host: host_2\nsteps:\n"),
  ]

  @Test(arguments: dailyPart(of: takingChanges, every: 2, named: "changes that take in others"))
  func whatTakesInWhatFollowsItIsCheckedWithThat(old: String, new: String) throws {
    let path = "/nowhere/made.flow.yaml"
    let output = "output:\n  name: name_1\n  host: host_2\n  port: port_3\n"
    let text = MadeFlow(sections: 6).text + output
    try #require(text.ranges(of: old).count == 1)
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
  }

  @Test(arguments: ["label: Port 1", "label: Port 4"])
  func anAliasIsCheckedWithItsAnchor(instead anchored: String) {
    let path = "/nowhere/made.flow.yaml"
    let made = MadeFlow(sections: 6).text
    let text = made.replacing("label: Port 2", with: "label: *port")
    for old in [text, made.replacing(anchored, with: "label: &port Port")] {
      var workspace = FlowWorkspace()
      workspace.set(path, TextLines(Array(old.utf8)))
      _ = workspace.findings(of: path)
      let new = text.replacing(anchored, with: "label: &port Port")
      workspace.set(path, TextLines(Array(new.utf8)))
      expectEqual(Self.findings(of: path, in: &workspace), Self.whole(new, at: path))
    }
  }

  @Test func whatIsWholeAgainIsCheckedQuickly() {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text
    var workspace = FlowWorkspace()
    for (id, label) in [("made", "Port 5"), ("mde", "Port 5"), ("mde", "Port 5, please")] {
      let changed = text.replacing("id: made", with: "id: \(id)")
        .replacing("label: Port 5", with: "label: \(label)")
      workspace.set(path, TextLines(Array(changed.utf8)))
      expectEqual(
        Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    }
    expectEqual(workspace.checkCount, 2)
    expectEqual(workspace.quickCount, 1)
  }

  @Test func aFailureThatEndsTheWalkDependsOnTheStepsBeforeIt() {
    let path = "/nowhere/made.flow.yaml"
    let start =
      MadeFlow(sections: 4).text + """
          - { commit: agreed, text: Do it? }
          - { run: made, command: [make, '${name_0}'], onError: stop }

        """
    let text = start.replacing(
      "  - { run", with: "  - { compute: twice, value: name_0 + name_0 }\n  - { run")
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    let first = Self.findings(of: path, in: &workspace)
    #expect(first.contains { $0.contains("no-way-on") })
    for changed in [
      text.replacing("compute: twice, value: name_0 + name_0", with: "note: told, text: Hello"),
      text.replacing("commit: agreed", with: "commit: agreed, when: port_3 > 2000"),
      text.replacing("onError: stop", with: "onError: retry"),
      text.replacing("  - { compute: twice, value: name_0 + name_0 }\n", with: ""),
      text,
    ] {
      workspace.set(path, TextLines(Array(changed.utf8)))
      expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    }
    expectEqual(workspace.checkCount, 1)
  }

  @Test func changesOfSeveralStepsAreCheckedTogether() {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text
    let step = "  - compute: length_5\n    value: size(name_5)\n"
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    for changed in [
      text.replacing("name_5", with: "nme_5"), text.replacing(step, with: ""),
      text.replacing(step, with: "").replacing("  - ask: name_5", with: step + "  - ask: name_5"),
      text.replacing("port_5", with: "prt_5").replacing("length_5", with: "host_5"),
    ] {
      workspace.set(path, TextLines(Array(changed.utf8)))
      expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    }
    expectEqual(workspace.checkCount, 1)
  }

  @Test func aStepThatIsAddedAtTheEndIsCheckedQuickly() {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text + "output:\n  name: name_1\n"
    let changed = text.replacing(
      "output:", with: "  - { note: last, text: 'Bye ${name_1} ${kin_1}' }\noutput:")
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    expectEqual(workspace.checkCount, 1)
  }

  @Test func anotherTextLeavesAnAnswerUsedOrUnused() {
    let path = "/nowhere/made.flow.yaml"
    let text =
      MadeFlow(sections: 8).text
      + "  - { ask: extra, type: boolean, label: Extra }\noutput:\n  host: host_2\n"
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    let first = Self.findings(of: path, in: &workspace)
    #expect(first.contains { $0.contains("'extra' is asked") })
    for (old, new) in [
      ("ask: kind_3\n", "ask: kind_3\n    # Its kind.\n"), ("label: Extra", "label: More"),
    ] {
      let changed = text.replacing(old, with: new)
      workspace.set(path, TextLines(Array(changed.utf8)))
      expectEqual(Self.findings(of: path, in: &workspace), Self.whole(changed, at: path))
    }
    expectEqual(workspace.checkCount, 1)
  }

  @Test func aFlowThatUsesAFileIsCheckedQuicklyAsLongAsItIsTheSame() {
    let (path, part) = ("/nowhere/made.flow.yaml", "/nowhere/part.txt")
    let text =
      MadeFlow(sections: 8).text
      + "  - { write: file, path: a.txt, content: [{ from: part.txt }] }\n"
    var workspace = FlowWorkspace()
    workspace.set(part, TextLines(Array("It's ${name_2} at ${nme_3}.\n".utf8)))
    workspace.set(path, TextLines(Array(text.utf8)))
    func inPart() -> [String] { (workspace.findings(of: path)[part] ?? []).map(\.inFull) }
    let first = inPart()
    #expect(first.contains { $0.contains("unknown-answer") })
    for (old, new, count) in [
      ("label: Port 6", "label: Port 6, please", 1), ("ask: name_3", "ask: nme_3", 0),
    ] {
      let changed = text.replacing(old, with: new)
      workspace.set(path, TextLines(Array(changed.utf8)))
      let found = inPart()
      expectEqual(found.count, count, "\(new)")
      var other = FlowWorkspace()
      other.set(part, TextLines(Array("It's ${name_2} at ${nme_3}.\n".utf8)))
      other.set(path, TextLines(Array(changed.utf8)))
      expectEqual(found, (other.findings(of: path)[part] ?? []).map(\.inFull))
    }
    expectEqual(workspace.checkCount, 1)
    workspace.set(part, TextLines(Array("It's ${name_2}.\n".utf8)))
    expectEqual(inPart().count, 0)
    expectEqual(workspace.checkCount, 2)
  }

  @Test func completionAndHoverAfterAChangeCheckNothing() throws {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 40).text
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing("label: Port 20", with: "label: Port 20, please")
    workspace.set(path, TextLines(Array(changed.utf8)))
    let place = try #require(changed.firstRange(of: "kind_30 == 'http'\n    type"))
    let offset = changed.utf8.distance(from: changed.startIndex, to: place.lowerBound)
    let names = workspace.completions(at: offset + 2, in: path).items.map(\.label)
    #expect(names.contains("kind_30") && names.contains("kind_29") && !names.contains("kind_31"))
    let hover = workspace.hover(at: offset, in: path)
    expectEqual(hover?.range, SourceRange(offset, offset + "kind_30".utf8.count))
    let words = hover?.markdown ?? ""
    #expect(words.contains("kind_30: string") && words.contains("every path"), "\(words)")
    expectEqual(workspace.checkCount, 1)
  }

  @Test func aChangeTakesASmallPartOfTheWork() throws {
    let path = "/nowhere/made.flow.yaml"
    let sections = isLongRun ? 1_000 : 60
    let text = MadeFlow(sections: sections).text
    let loaded = FlowFile.load(text, name: path)
    let base = try #require(Self.base(Array(text.utf8), loaded))
    let changed = text.replacing("kind_50 == 'http'\n    type", with: "xind_50 == 'http'\n    type")
    let quick = try #require(QuickCheck(base, Array(changed.utf8), OpenFiles()))
    let work = FlowAnalyzer.checkCounting(try #require(quick.loaded.definition)).work
    let all = FlowAnalyzer.checkCounting(try #require(loaded.definition)).work
    #expect(work * sections < all * 20, "\(work) of \(all)")
  }
}
