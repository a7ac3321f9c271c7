// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// The default values in the tables of `Documentation/Contract.md` 3.1, 4.1, and 5.1.
@Suite struct DefaultsTests {
  @Test func aStackHasTheDefaultStyleOfTheContract() {
    let stack = ScrollStack()
    #expect(stack.axis == .vertical && stack.layoutDirection == .leftToRight)
    #expect(stack.isEmpty && stack.rows.isEmpty && stack.visibleRows.isEmpty)
    #expect(stack.entirelyVisibleRows.isEmpty && stack.firstRow == nil && stack.lastRow == nil)
    let style = stack.style
    expectEqual(style, .default)
    expectEqual(style.rowInsets, CellInsets(top: 0, left: 2, bottom: 0, right: 2))
    expectEqual(style.rowPadding, .zero)
    #expect(style.separatorColor == .dim && style.separatorThickness == 1)
    expectEqual(style.separatorInsets, CellInsets(left: 2))
    #expect(!style.hidesSeparators && !style.autoHidesLastSeparator && !style.hasBlankSeparators)
    #expect(style.rowBackgroundColor == .standard && style.rowHighlightColor == .reversed)
    expectEqual(style.rowAnimation, .milliseconds(300))
    expectEqual(style.visibilityAnimation, .milliseconds(250))
    expectEqual(style.estimatedRowExtent, 1)
    #expect(!stack.automaticallyFlashScrollIndicators && !stack.alwaysScrolls)
    #expect(!stack.reportsPercentage && stack.delegate == nil && stack.highlightMark == nil)
  }

  @Test func aNewRowIsVisibleAndEnabledWithoutOverrides() throws {
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: 9, rows: 9))
    let row = try stack.addRow(text: "a")
    #expect(row.index == 0 && row.controller is TextRow)
    #expect(!row.isHidden && row.isEnabled && !row.isReorderable && !row.isHighlighted)
    #expect(row.onTap == nil && row.chrome == nil && row.visibility == .entire)
    #expect(row.rowInsets == stack.style.rowInsets && row.rowPadding == .zero)
    #expect(row.separator.visibility == .inherit && row.separator.isShown)
    #expect(row.separator.axis == .vertical && row.separator.thickness == 1)
  }

  @Test func aRowAnimationTakesAQuarterSecond() {
    let animation = RowAnimation()
    #expect(animation.duration == .milliseconds(250) && animation.delay == .zero)
    expectEqual(animation.damping, 0.8)
  }

  @Test func aStackOfModelsHandlesTapsWithoutAListener() {
    let dynamic = DynamicStack()
    #expect(dynamic.handleTap && dynamic.didTapCell == nil)
    #expect(dynamic.models.isEmpty && dynamic.cells.isEmpty)
  }

  @Test func aContainerHasTheDefaultsOfTheContract() {
    let content = TextRow("x")
    let container = ContainerScroll(content: content)
    #expect(container.content === content && container.contentMode == .fill)
    #expect(container.adjustsInsetsForOccluder && !container.resizesContentForOccluder)
    #expect(container.keepsFocusVisible && container.visibilityScrollMargin == 0)
    #expect(container.additionalInsets == .zero && container.dismissMode == .none)
    expectEqual(container.debounceDelay, .milliseconds(100))
    expectEqual(container.maximumPostponement, .milliseconds(500))
  }

  /// C-5: ⌈D × 30⌉ frames, or none if nothing moves.
  @Test(arguments: [
    (0, 0), (1, 1), (33, 1), (34, 2), (100, 3), (250, 8), (300, 9), (1000, 30), (-5, 0),
  ])
  func anAnimationHasThirtyFramesASecond(milliseconds: Int, frames: Int) {
    let duration = Duration.milliseconds(milliseconds)
    let clock = ManualClock()
    expectEqual(Motion(clock: clock).frameCount(of: duration), frames)
    expectEqual(Motion(clock: clock, isReduced: true).frameCount(of: duration), 0)
    expectEqual(Motion().frameCount(of: duration), 0)
    expectEqual(
      Motion(clock: clock, framesPerSecond: 1000).frameCount(of: duration), max(0, milliseconds))
  }

  @Test(arguments: [
    (RowVisibility.hidden, false), (.offscreen, false), (.partial(percentage: 0), true),
    (.entire, true), (.removed, false),
  ])
  func partlyAndFullyShownRowsAreVisible(visibility: RowVisibility, isVisible: Bool) {
    expectEqual(visibility.isVisible, isVisible)
  }
}
