// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

/// 2.4 to 2.6 of `Documentation/Contract.md`: which cells of a view fade, and by how much.
@Suite struct StackFlowViewFadingTests {
  private static let white = RGBColor(255, 255, 255)

  /// Returns a view of steps of one line each, in white on black.
  private func view(
    _ steps: Int, _ style: FadingStyle, growth: FlowDirection = .down,
    size: CellSize = CellSize(columns: 8, rows: 8)
  ) throws -> StackFlowView<Int> {
    let view = StackFlowView<Int> { StepPresentation(content: TextRow("\($0)")) }
    view.standardColors = (Self.white, .black)
    view.fadingStyle = style
    view.growthDirection = growth
    try view.setSeparationStyle(.none)
    view.setViewport(size)
    for step in 0..<steps { view.push(step) }
    return view
  }

  /// Returns the gray level of the first cell of each line, from 0 to 255; nil if it isn't faded.
  private func greys(_ view: StackFlowView<Int>) -> [UInt8?] {
    let grid = view.snapshot()
    return (0..<grid.size.rows).map { row in
      let style = grid[CellPosition(column: 0, row: row)]?.style ?? .plain
      guard style != .plain, case .rgb(let color) = style.foreground else { return nil }
      return color.red
    }
  }

  private static func tint(_ decrement: Double?, _ color: CellColor = .rgb(0, 0, 0))
    -> FadingStyle
  { .tint(color: color, preLastAlpha: 0.8, alphaDecrement: decrement) }

  @Test func theOpacityOfACellIsTheProductOfItemAndMask() throws {
    let style = FadingStyle.combined([Self.tint(0.2), .gradientMask(effectDistance: 4)])
    let view = try view(4, style, size: CellSize(columns: 8, rows: 4))
    // From top to bottom: items .4 .6 .8 1, mask 3/8 5/8 7/8 1.
    let opacities: [Double] = [0.4 * 0.375, 0.6 * 0.625, 0.8 * 0.875]
    let expected = opacities.map { opacity -> UInt8? in UInt8((255 * opacity).rounded()) }
    expectEqual(greys(view), expected + [nil])
  }

  /// In the original, the color of the tint had no effect.
  @Test func theColorOfATintIsUsed() throws {
    let view = try view(2, Self.tint(nil, .rgb(255, 0, 0)), size: CellSize(columns: 8, rows: 2))
    let style = view.snapshot()[.zero]?.style
    expectEqual(style?.foreground, .rgb(255, 204, 204))
    expectEqual(view.snapshot()[CellPosition(column: 0, row: 1)]?.style, .plain)
  }

  @Test func gapsFadeWithTheMaskAndNotWithATint() throws {
    let view = try view(2, .gradientMask(effectDistance: 2), size: CellSize(columns: 8, rows: 3))
    try view.setSeparationStyle(.line(thickness: 1, color: .plain))
    expectEqual(greys(view), [64, 191, nil])
    view.fadingStyle = Self.tint(nil)
    expectEqual(greys(view), [204, nil, nil])
  }

  @Test(arguments: FlowDirection.allCases)
  func theMaskIsMeasuredFromTheHeadEdge(growth: FlowDirection) throws {
    let size = CellSize(columns: 4, rows: 4)
    let view = try view(4, .gradientMask(effectDistance: 2), growth: growth, size: size)
    let grid = view.snapshot()
    // The distance of each line or column from the head edge.
    let visible: [UInt8?] = (0..<4).map { distance in
      let place =
        switch growth {
        case .down: CellPosition(column: 0, row: 3 - distance)
        case .up: CellPosition(column: 0, row: distance)
        case .left: CellPosition(column: distance, row: 0)
        case .right: CellPosition(column: 3 - distance, row: 0)
        }
      guard let style = grid[place]?.style, style != .plain, case .rgb(let color) = style.foreground
      else { return nil }
      return color.red
    }
    expectEqual(visible, [nil, 191, 64, 0])
    // The mask follows a change of direction.
    let turned = try self.view(
      4, .gradientMask(effectDistance: 2), growth: growth.opposite, size: size)
    turned.growthDirection = growth
    expectEqual(turned.snapshot(), grid)
  }

  /// The original left its mask at the position of the last step.
  @Test(arguments: [
    FadingStyle.preset, .gradientMask(effectDistance: 2), .gradientMask(effectDistance: nil),
  ])
  func anEmptyStackHasNoFading(style: FadingStyle) throws {
    let view = try view(3, style)
    #expect(view.snapshot().styles.contains { $0 != .plain })
    view.clean()
    #expect(view.snapshot().styles.allSatisfy { $0 == .plain })
    view.push(7)
    try view.pop()
    #expect(view.snapshot().styles.allSatisfy { $0 == .plain })
  }

  /// The original reset only the outer level of a list.
  @Test func nestedStylesAreResetCompletely() throws {
    let nested = FadingStyle.combined([
      .combined([.combined([Self.tint(0.3), .gradientMask(effectDistance: 1)])])
    ])
    let view = try view(3, nested)
    let plain = try self.view(3, .none).snapshot()
    #expect(view.snapshot() != plain)
    view.fadingStyle = .none
    expectEqual(view.snapshot(), plain)
    view.fadingStyle = nested
    view.fadingStyle = Self.tint(nil)
    try expectEqual(view.snapshot(), self.view(3, Self.tint(nil)).snapshot())
  }
}
