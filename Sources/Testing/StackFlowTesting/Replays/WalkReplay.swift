// SPDX-License-Identifier: Apache-2.0

package import FlowModel
package import FlowScripts
package import TerminalCells
import TerminalIO

/// A walk as it looks to its user: the screens of a script that's typed key by key, and when each is shown.
///
/// The times are those of someone who types and reads; they're the same in each replay.
package struct WalkReplay: Sendable {
  /// A screen.
  package struct Frame: Sendable {
    /// When it's shown, since the beginning.
    package let time: Duration

    /// The size of the window.
    package let size: CellSize

    /// The output that draws it over the frame before, in a window that's empty at first.
    package let update: [UInt8]

    /// Whether it's the first one after a step, or after an answer that was refused.
    package let endsStep: Bool
  }

  /// The maximum number of frames.
  package static let maximumFrames = 20_000

  /// The frames; there's at least one.
  package private(set) var frames: [Frame] = []

  /// The rows of the last frame, without the empty ones at its end.
  package var lastRows: [String] {
    Array((last?.grid.lines ?? []).reversed().drop(while: \.isEmpty).reversed())
  }

  /// The film of the frames; nil if none was asked for, or it's too large.
  package private(set) var film: GridFilm?

  /// Why there's no film; nil if nothing failed.
  package private(set) var filmFailure: GridFilm.Failure?

  /// Whether there were more frames than are kept.
  package private(set) var isCut = false

  /// When the last frame has been seen.
  package var duration: Duration { (frames.last?.time ?? .zero) + Self.ending / speed }

  /// The number of the frame that shows the last question, or why its answer was refused.
  package var lastQuestion: Int {
    frames.indices.filter { frames[$0].endsStep }.dropLast().last ?? 0
  }

  private let depth: ColorDepth
  private let speed: Double
  private var last: (grid: CellGrid, cursor: CellPosition?)?
  private var time = Duration.zero

  /// The time until the next frame that isn't caused by its own key.
  private var reading = Duration.zero
  private var random: UInt64 = 0

  /// How long someone looks at the end.
  private static let ending = Duration.seconds(3)

  init(depth: ColorDepth, speed: Double, films: Bool) {
    self.depth = depth
    self.speed = speed
    if films { film = GridFilm() }
  }

  /// Adds what's seen after a key.
  mutating func add(_ shot: FaceShot) {
    let grid = shot.screen.grid
    let cursor =
      shot.screen.isCursorVisible
      ? CellPosition(column: shot.screen.column, row: shot.screen.row) : nil
    let pause = pause(after: shot.key?.kind)
    if last?.grid != grid || last?.cursor != cursor {
      if !frames.isEmpty { time += (reading + pause) / speed }
      reading = .zero
      append(grid, cursor, endsStep: shot.reaction != .none)
    }
    switch shot.reaction {
    case .none: break
    case .moved: reading = .milliseconds(900)
    case .refused: reading = .milliseconds(1_600)
    }
  }

  private mutating func append(_ grid: CellGrid, _ cursor: CellPosition?, endsStep: Bool) {
    guard frames.count < Self.maximumFrames else { return isCut = true }
    var update: [UInt8] = []
    if let last, last.grid.size != grid.size { update += "\u{1B}[2J".utf8 }
    update += TerminalUpdate(from: last?.grid, to: grid, depth: depth, cursor: cursor).bytes
    if (last?.cursor == nil) != (cursor == nil) || last == nil {
      update += "\u{1B}[?25\(cursor == nil ? "l" : "h")".utf8
    }
    frames.append(Frame(time: time, size: grid.size, update: update, endsStep: endsStep))
    last = (grid, cursor)
    do throws(GridFilm.Failure) {
      try film?.add(grid, cursor: cursor, at: time)
    } catch {
      film = nil
      filmFailure = error
    }
  }

  /// How long a user takes for a key.
  private mutating func pause(after kind: FaceShot.Key.Kind?) -> Duration {
    switch kind {
    case .character:
      // Nobody types evenly; a linear congruential generator is uneven enough, and always the same.
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return .milliseconds(50 + Int(random >> 33) % 70)
    case .enter: return .milliseconds(350)
    case .move: return .milliseconds(220)
    case .other: return .milliseconds(60)
    case nil: return .milliseconds(400)
    }
  }
}

extension StagedRun {
  /// Types a script key by key, and keeps what a user sees.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - flow: The flow.
  ///   - secrets: The values of secrets that the script names and doesn't hold.
  ///   - depth: The colors of the terminal that shows it.
  ///   - speed: How many times as fast as a user it is.
  ///   - films: Whether the replay has a film.
  /// - Returns: The replay up to where the script ends or fails, and the result of the script.
  package func replay(
    _ script: FlowScript, on flow: CheckedFlow,
    secrets: @escaping (String) -> String? = { _ in nil }, depth: ColorDepth = .truecolor,
    speed: Double = 1, filming films: Bool = false
  ) -> (replay: WalkReplay, result: ScriptResult) {
    var replay = WalkReplay(depth: depth, speed: speed, films: films)
    let result = runInMemory(script, flow, secrets, isRevising: false) { face in
      face.onShot = { replay.add($0) }
      return face
    }
    return (replay, result)
  }
}
