// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A row of a stack: an identity, a controller, and overrides of the stack's style.
///
/// Stacks create their rows. A removed row keeps its controller and has no index.
public final class ScrollStackRow {
  /// The identity, which is never reused.
  public let id: RowID

  // With this order of stored properties a row takes 71 bytes, which is a block of 80 with the
  // header of the allocator. One byte more than 72 would take a block of 96.

  /// The measured or estimated length of the content along the axis.
  var content: Int32 = 0

  /// The controller of the row.
  public internal(set) var controller: any RowController

  weak var stack: ScrollStack?
  var overrides: RowOverrides?

  /// The generation of the stack in which ``content`` was measured; 0 for none.
  var generation: UInt32 = 0

  var flags: Flags = []
  var reported = ReportedVisibility.none

  var slot: ExtentTree.Slot { id.slot }

  init(id: RowID, controller: any RowController, stack: ScrollStack) {
    self.id = id
    self.controller = controller
    self.stack = stack
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let hidden = Flags(rawValue: 1)
    static let entered = Flags(rawValue: 2)
    static let disabled = Flags(rawValue: 4)
    static let highlighted = Flags(rawValue: 8)
    static let reorderable = Flags(rawValue: 16)
    /// The row hides its separator because of its controller's type.
    static let separatorHiding = Flags(rawValue: 32)
    /// The row is the last one shown, and therefore has no separator.
    static let lastShown = Flags(rawValue: 64)
  }

  /// The present index; nil once removed.
  ///
  /// - Complexity: O(log *n*) in the number of rows.
  public var index: Int? { stack?.index(of: self) }

  /// Whether the row is hidden; false once removed.
  public var isHidden: Bool { stack != nil && flags.contains(.hidden) }

  /// Whether the row accepts events; true by default.
  public var isEnabled: Bool {
    get { !flags.contains(.disabled) }
    set { if newValue { flags.remove(.disabled) } else { flags.insert(.disabled) } }
  }

  /// Whether the user can move the row; false by default.
  public var isReorderable: Bool {
    get { flags.contains(.reorderable) }
    set { if newValue { flags.insert(.reorderable) } else { flags.remove(.reorderable) } }
  }

  /// Whether the row is highlighted now.
  public var isHighlighted: Bool { flags.contains(.highlighted) }

  /// The visibility of the row.
  public var visibility: RowVisibility { stack?.visibility(of: .id(id)) ?? .removed }

  /// Called with the row when it's selected, after its controller.
  var onTap: ((ScrollStackRow) -> Void)? {
    get { overrides?.onTap }
    set { if newValue != nil || overrides != nil { ownOverrides.onTap = newValue } }
  }

  /// The insets of this row: its own, or the stack's.
  public var rowInsets: CellInsets { overrides?.insets ?? stack?.style.rowInsets ?? .zero }

  /// The padding of this row: its own, or the stack's.
  public var rowPadding: CellInsets { overrides?.padding ?? stack?.style.rowPadding ?? .zero }

  /// The background color of this row: its own, its chrome's, or the stack's.
  public var rowBackgroundColor: CellColor { rowBackgroundColor(in: stack?.style ?? .default) }

  /// The background color in a stack with a style, for callers that already hold the stack.
  func rowBackgroundColor(in style: ScrollStack.Style) -> CellColor {
    guard let overrides else { return style.rowBackgroundColor }
    return overrides.background ?? overrides.chrome?.background ?? style.rowBackgroundColor
  }

  /// The style of this row's highlight: its own, or the stack's.
  public var rowHighlightColor: CellStyle {
    overrides?.highlight ?? stack?.style.rowHighlightColor ?? .reversed
  }

  /// The separator after this row.
  public var separator: ScrollStackSeparator {
    separator(
      in: stack?.style ?? .default, axis: stack?.axis ?? .vertical, isPresent: stack != nil)
  }

  /// The separator in a stack with a style and an axis.
  func separator(
    in style: ScrollStack.Style, axis: LayoutAxis, isPresent: Bool
  ) -> ScrollStackSeparator {
    ScrollStackSeparator(
      color: overrides?.separatorColor ?? style.separatorColor,
      thickness: overrides?.separatorThickness ?? style.separatorThickness,
      insets: overrides?.separatorInsets ?? style.separatorInsets, axis: axis,
      visibility: overrides?.separatorVisibility ?? .inherit,
      isShown: isPresent && showsSeparator(in: style))
  }

  /// The chrome around the content; nil until it's laid out, or if the stack makes none.
  public var chrome: RowChrome? { overrides?.chrome }

  /// Measures and draws the row again (`Documentation/Contract.md` SC-12).
  ///
  /// - Complexity: O(log *n*) in the number of rows.
  public func invalidate() { stack?.invalidate(self) }

  /// Removes the row from its stack; does nothing without a stack.
  ///
  /// Rows of a flow's view and of a container can't be removed this way, because they follow the
  /// steps and the content. In that case the completion is called with false.
  public func removeFromStack(animated: Bool = false, completion: Completion? = nil) {
    guard let stack else {
      completion?(true)
      return
    }
    guard !stack.keepsRows else {
      completion?(false)
      return
    }
    stack.removeRows([.id(id)], animated: animated, completion: completion)
  }

  var ownOverrides: RowOverrides {
    if let overrides { return overrides }
    let made = RowOverrides()
    overrides = made
    return made
  }

  /// Whether a collapsible row is expanded, according to its controller or the last toggle,
  /// whichever is later (`Documentation/Contract.md` SC-11).
  ///
  /// If the controller's value has changed since the last toggle, the toggle doesn't count any
  /// more.
  ///
  /// - Parameter wish: Whether the controller wants the row to be expanded.
  /// - Returns: Whether the row is expanded.
  func isExpanded(_ wish: Bool) -> Bool {
    guard let toggled = overrides?.toggled else { return wish }
    if toggled.wish == wish { return toggled.isExpanded }
    overrides?.toggled = nil
    return wish
  }

  /// The three conditions of SC-7.
  fileprivate func showsSeparator(in style: ScrollStack.Style) -> Bool {
    showsSeparator(unlessHidden: style.hidesSeparators, orLast: style.autoHidesLastSeparator)
  }

  /// - Parameters:
  ///   - isHidden: Whether rows of the stack without an override have no separators.
  ///   - hidesLast: Whether the last row has none.
  /// - Returns: Whether the row has a separator.
  fileprivate func showsSeparator(unlessHidden isHidden: Bool, orLast hidesLast: Bool) -> Bool {
    guard !flags.contains(.hidden), !flags.contains(.separatorHiding) else {
      return false
    }
    switch overrides?.separatorVisibility ?? .inherit {
    case .hidden: return false
    case .inherit where isHidden: return false
    case .inherit, .shown: break
    }
    return !(hidesLast && flags.contains(.lastShown))
  }
}

extension ScrollStack {
  /// The thickness of the separator after a row; 0 for none.
  func separatorThickness(of row: ScrollStackRow) -> Int {
    // The style as a whole would be copied for each row.
    guard
      row.showsSeparator(unlessHidden: style.hidesSeparators, orLast: style.autoHidesLastSeparator)
    else { return 0 }
    return row.overrides?.separatorThickness ?? style.separatorThickness
  }
}

/// The overrides of a row, which most rows don't have.
final class RowOverrides {
  var insets: CellInsets?
  var padding: CellInsets?
  var background: CellColor?
  var highlight: CellStyle?
  var separatorColor: CellStyle?
  var separatorThickness: Int?
  var separatorInsets: CellInsets?
  var separatorVisibility = SeparatorVisibility.inherit
  var onTap: ((ScrollStackRow) -> Void)?
  var chrome: RowChrome?
  /// The result of the last `toggle` event of a collapsible row, and the value of the controller at that time.
  var toggled: (isExpanded: Bool, wish: Bool)?
}

/// The visibility of a row that was last announced, in two bytes.
struct ReportedVisibility: Equatable {
  private var code: UInt8
  private var percentage: UInt8

  static let none = ReportedVisibility(code: 0, percentage: 0)

  private init(code: UInt8, percentage: UInt8) {
    self.code = code
    self.percentage = percentage
  }

  init(_ visibility: RowVisibility) {
    switch visibility {
    case .hidden: self.init(code: 1, percentage: 0)
    case .offscreen: self.init(code: 2, percentage: 0)
    case .partial(let percentage): self.init(code: 3, percentage: UInt8(clamping: percentage))
    case .entire: self.init(code: 4, percentage: 100)
    case .removed: self.init(code: 5, percentage: 0)
    }
  }

  var visibility: RowVisibility? {
    switch code {
    case 1: .hidden
    case 2: .offscreen
    case 3: .partial(percentage: Int(percentage))
    case 4: .entire
    case 5: .removed
    default: nil
    }
  }
}
