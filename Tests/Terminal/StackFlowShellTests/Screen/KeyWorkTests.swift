// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowTesting
import FlowWalks
import Synchronization
import TerminalCells
import TerminalIO
import Testing

@testable import FlowSessions
@testable import ScrollStackLayout
@testable import StackFlowShell

/// Counts what a key does, so that no key works through the whole screen or list more than it must.
@Suite("The work of a key")
@MainActor
struct KeyWorkTests {
  /// The work of a key.
  private struct Work: Equatable {
    /// The frames that were drawn.
    var frames = 0

    /// The writes to the terminal.
    var writes = 0

    /// The rows that were measured.
    var measured = 0

    /// The layouts of stacks: one for the frame, and one that keeps the focus in view.
    var layouts = 0

    /// The steps that were drawn; those that are the same as in the last frame are copied.
    var drawn = 0

    /// The labels that were compared with a filter.
    var compared = 0
  }

  /// A walk whose work is counted.
  @MainActor
  private final class CountedWalk {
    let walk: ScreenWalk
    private let frames: Frames
    private var before = Work()

    final class Frames { var count = 0 }

    init(_ runner: FlowRunner, prepare: (ScreenWalk.Face) -> Void = { _ in }) async {
      let frames = Frames()
      self.frames = frames
      walk = await ScreenWalk(
        runner,
        prepare: { face in
          face.onFrame = { _, _ in frames.count += 1 }
          prepare(face)
        })
    }

    convenience init(
      _ text: String, inputs: [String: Value] = [:],
      prepare: (ScreenWalk.Face) -> Void = { _ in }
    ) async throws {
      let flow = try checkedFlow(text, name: "w.flow.yaml")
      let runner = try FlowRunner(flow: flow, inputs: inputs, clock: { .epoch })
      await self.init(runner, prepare: prepare)
    }

    /// Types a text, and returns what that did.
    func work(_ text: String) async -> Work {
      let before = total
      await walk.type(text)
      let after = total
      return Work(
        frames: after.frames - before.frames, writes: walk.writes,
        measured: after.measured - before.measured, layouts: after.layouts - before.layouts,
        drawn: after.drawn - before.drawn, compared: after.compared - before.compared)
    }

    /// The stacks of steps that were opened, also of those that are answered since.
    private var opened: [DynamicStack] = []

    private var total: Work {
      let screen = walk.face.screen
      var work = Work(frames: frames.count, drawn: screen.container.scrollStack.drawCount)
      for stack in screen.steps.contents.compactMap(\.stack)
      where !opened.contains(where: { $0 === stack }) {
        opened.append(stack)
      }
      for stack in [screen.container.scrollStack] + opened {
        work.measured += stack.measureCount
        work.layouts += stack.layoutCount
      }
      if let widget = screen.host.widget {
        let filter = Mirror(reflecting: widget).descendant("list", "filter") as? FuzzyFilter
        work.compared = filter?.comparisonCount ?? 0
      }
      return work
    }
  }

  private static let text = """
    flow: 1
    id: text
    steps:
      - { ask: first, type: string }
      - { ask: name, type: string, label: Name, help: Shown in the list, hint: such as api }
    """

  @Test func aLetterIsOneFrameAndMeasuresNothing() async throws {
    let walk = try await CountedWalk(Self.text)
    await walk.walk.type("one\r")
    _ = await walk.work("a")
    for letter in ["b", "c", "\u{7F}", "d"] {
      let work = await walk.work(letter)
      expectEqual(work, Work(frames: 1, writes: 1, measured: 0, layouts: 2, drawn: 1), "\(letter)")
      #expect(walk.walk.output.count <= 12, "only what has changed is written")
    }
  }

  @Test func anAnswerMeasuresTheSameHoweverManyAreAboveIt() async throws {
    let steps = (0..<120).map { "  - { ask: q\($0 + 100), type: integer }" }.joined(separator: "\n")
    let walk = try await CountedWalk("flow: 1\nid: long\nsteps:\n\(steps)\n")
    var works: [Work] = []
    for _ in 0..<110 { works.append(await walk.work("7\r")) }
    let early = works[50..<60].map(\.measured).max() ?? 0
    #expect(works[100...].allSatisfy { $0.measured <= early }, "\(works.map(\.measured))")
    #expect(works[50..<60].allSatisfy { $0.measured > 0 })
  }

  @Test func anAnswerDrawsItsStepAndTheNextOne() async throws {
    let steps = (0..<60).map { "  - { ask: q\($0 + 100), type: integer }" }.joined(separator: "\n")
    let walk = try await CountedWalk("flow: 1\nid: long\nsteps:\n\(steps)\n")
    for _ in 0..<40 { _ = await walk.work("7\r") }
    let looks = walk.walk.face.screen.forecast.lookCount
    // The answer before the last one is fainter now.
    let work = await walk.work("7\r")
    expectEqual(work.drawn, work.frames + 2)
    expectEqual(work.frames, 1)
    expectEqual(walk.walk.face.screen.forecast.lookCount, looks, "the steps ahead are the same")
  }

  @Test func onlyTheOpenStepHasAStackOfRows() async throws {
    let steps = (0..<10).map { "  - { ask: q\($0), type: integer }" }.joined(separator: "\n")
    let walk = try await CountedWalk("flow: 1\nid: long\nsteps:\n\(steps)\n").walk
    func open() -> [Int] {
      walk.face.screen.steps.contents.indices.filter {
        walk.face.screen.steps.contents[$0].stack != nil
      }
    }
    for depth in 0..<9 {
      expectEqual(open(), [depth])
      await walk.type("7\r")
    }
    let before = walk.lines
    await walk.type(":back 4\r")
    expectEqual(open(), [5])
    for _ in 0..<4 { await walk.type("7\r") }
    expectEqual(open(), [9])
    expectEqual(walk.lines.count { $0.contains("7") }, before.count { $0.contains("7") })
  }

  @Test func keysThatComeTogetherAreOneFrame() async throws {
    let walk = try await CountedWalk(Self.text)
    _ = await walk.work("a")
    let work = await walk.work("bcdefgh")
    expectEqual(work, Work(frames: 1, writes: 1, measured: 0, layouts: 2, drawn: 1))
  }

  @Test func aLineThatGrowsByARowIsMeasuredOnce() async throws {
    let walk = try await CountedWalk(
      """
      flow: 1
      id: text
      steps:
        - { ask: notes, type: text }
      """)
    _ = await walk.work("a")
    let work = await walk.work("\n")
    expectEqual(work.frames, 1)
    #expect(work.measured <= 4, "the row of the widget, and those that contain it")
  }

  // MARK: Lists

  private static func list(_ count: Int) async throws -> CountedWalk {
    let names = (0..<count).map { Value.string("name-\($0 % 7)-\($0)") }
    return try await CountedWalk(
      """
      flow: 1
      id: list
      inputs:
        names: { type: list, of: string }
      steps:
        - { ask: which, type: choice, choices: { from: names } }
      """, inputs: ["names": .list(names)])
  }

  @Test(arguments: [1_000, 100_000])
  func aKeyInAListDependsOnWhatIsShown(count: Int) async throws {
    let walk = try await Self.list(count)
    _ = await walk.work("\u{1B}[B")
    for key in ["\u{1B}[B", "\u{1B}[A", "\u{1B}[6~"] {
      let work = await walk.work(key)
      expectEqual(work.compared, 0)
      expectEqual(work.frames, 1)
      #expect(work.measured <= 16)
      #expect(walk.walk.output.count < 2_000)
    }
  }

  @Test(arguments: [1_000, 100_000])
  func aFilterComparesEachLabelOnceAndThenOnlyWhatMatched(count: Int) async throws {
    let walk = try await Self.list(count)
    let first = await walk.work("5")
    expectEqual(first.compared, count)
    let matches = (0..<count).count { "\($0 % 7)-\($0)".utf8.contains(UInt8(ascii: "5")) }
    let second = await walk.work("-")
    expectEqual(second.compared, matches)
    let third = await walk.work("\u{1B}[B")
    expectEqual(third.compared, 0)
  }

  // MARK: Forms

  private static func form(_ count: Int) async throws -> CountedWalk {
    let fields = (0..<count).map { "      - { ask: f\($0), type: string }" }
    return try await CountedWalk(
      """
      flow: 1
      id: form
      steps:
        - form: all
          fields:
      \(fields.joined(separator: "\n"))
      """)
  }

  @Test(arguments: [2, 10])
  func aLetterInAFormMeasuresNoOtherField(count: Int) async throws {
    let walk = try await Self.form(count)
    _ = await walk.work("a")
    let work = await walk.work("b")
    expectEqual(work, Work(frames: 1, writes: 1, measured: 0, layouts: 2, drawn: 1))
  }

  // MARK: What a widget is asked

  private struct Asked: Equatable {
    var rows = 0
    var cursorRows = 0
    var draws = 0
  }

  private struct CountingWidget: ScreenWidget {
    static let asked = Mutex(Asked())

    var field: FieldState

    init(field: FieldState) { self.field = field }

    func rows(columns: Int, in context: WidgetContext) -> Int {
      Self.asked.withLock { $0.rows += 1 }
      return 1
    }

    func cursorRow(columns: Int, in context: WidgetContext) -> Int {
      Self.asked.withLock { $0.cursorRows += 1 }
      return 0
    }

    func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
      Self.asked.withLock { $0.draws += 1 }
      context.drawLine(on: &canvas)
    }
  }

  @Test func aWidgetIsDrawnOnceAndAskedOnceForItsCursor() async throws {
    let walk = try await CountedWalk(Self.text) {
      $0.widgets.register(CountingWidget.self, for: .string)
    }
    _ = await walk.work("a")
    // Keys that come together are one frame.
    for keys in ["b", "cdefgh"] {
      CountingWidget.asked.withLock { $0 = Asked() }
      _ = await walk.work(keys)
      expectEqual(
        CountingWidget.asked.withLock { $0 }, Asked(rows: 1, cursorRows: 1, draws: 1), "\(keys)")
    }
  }

  // MARK: Files and the window

  /// Unchecked because it's only used where the face is.
  private final class CountingPaths: PathHost, @unchecked Sendable {
    var lookups = 0

    func facts(of path: String) -> PathFacts { PathFacts(unknown: path) }

    func paths(beginning typed: String) -> [String] {
      lookups += 1
      return ["folder/", "folder-2/", "file"].filter { $0.hasPrefix(typed) }
    }
  }

  @Test func aLetterOfAPathLooksUpItsFolderOnce() async throws {
    let host = CountingPaths()
    let loaded = FlowFile.load(
      """
      flow: 1
      id: path
      steps:
        - { ask: where, type: path }
      """, name: "w.flow.yaml")
    let runner = try FlowRunner(flow: try #require(loaded.flow), clock: { .epoch })
    runner.services.paths = host
    let walk = await CountedWalk(runner)
    _ = await walk.work("f")
    host.lookups = 0
    let work = await walk.work("o")
    expectEqual(work.frames, 1)
    expectEqual(host.lookups, 1)
    _ = await walk.work("\u{1B}[B")
    expectEqual(host.lookups, 1, "moving in the list looks nothing up")
  }
}
