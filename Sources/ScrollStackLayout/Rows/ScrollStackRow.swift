// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A row of a stack: an identity, a controller, and whatever it does not take over from the stack.
///
/// A row is made by its stack and is good for it alone. After its removal it keeps its controller
/// and has no index.
public final class ScrollStackRow {
  /// The identity, which no other row ever has.
  public let id: RowID

  // The order of what is stored lets a row take 71 bytes; with the header of the allocator that is a
  // block of 80, and a byte more than 72 would make it one of 96.

  /// The measured or estimated length of the content along the axis.
  var content: Int32 = 0

  /// What the row is, does and looks like.
  public internal(set) var controller: any RowController

  weak var stack: ScrollStack?
  var overrides: RowOverrides?

  /// The measuring generation of the stack that ``content`` belongs to; 0 for none.
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
    /// The row hides its separator by its controller's type.
    static let separatorHiding = Flags(rawValue: 32)
    /// The row is the last one shown and loses its separator for that.
    static let lastShown = Flags(rawValue: 64)
  }

  /// The present index; nil once removed.
  ///
  /// - Complexity: O(log *n*) in the number of rows.
  public var index: Int? { stack?.index(of: self) }

  /// Whether the row is hidden; false once removed.
  public var isHidden: Bool { stack != nil && flags.contains(.hidden) }

  /// Whether the row takes events; true unless set.
  public var isEnabled: Bool {
    get { !flags.contains(.disabled) }
    set { if newValue { flags.remove(.disabled) } else { flags.insert(.disabled) } }
  }

  /// Whether the row can be picked up and moved by hand; false unless set.
  public var isReorderable: Bool {
    get { flags.contains(.reorderable) }
    set { if newValue { flags.insert(.reorderable) } else { flags.remove(.reorderable) } }
  }

  /// Whether the row is highlighted now.
  public var isHighlighted: Bool { flags.contains(.highlighted) }

  /// How much of the row can be seen.
  public var visibility: RowVisibility { stack?.visibility(of: .id(id)) ?? .removed }

  /// What happens when the row is selected, after its controller; it gets the row.
  public var onTap: ((ScrollStackRow) -> Void)? {
    get { overrides?.onTap }
    set { if newValue != nil || overrides != nil { ownOverrides.onTap = newValue } }
  }

  /// The insets of this row: its own, or the stack's.
  public var rowInsets: CellInsets { overrides?.insets ?? stack?.style.rowInsets ?? .zero }

  /// The padding of this row: its own, or the stack's.
  public var rowPadding: CellInsets { overrides?.padding ?? stack?.style.rowPadding ?? .zero }

  /// The colour behind this row: its own, its chrome's, or the stack's.
  public var rowBackgroundColor: CellColor {
    if let own = overrides?.background { return own }
    if let chrome = overrides?.chrome { return chrome.background }
    return stack?.style.rowBackgroundColor ?? .standard
  }

  /// The style of this row's highlight: its own, or the stack's.
  public var rowHighlightColor: CellStyle {
    overrides?.highlight ?? stack?.style.rowHighlightColor ?? .reversed
  }

  /// The separator behind this row.
  public var separator: ScrollStackSeparator {
    let style = stack?.style ?? .default
    return ScrollStackSeparator(
      color: overrides?.separatorColor ?? style.separatorColor,
      thickness: overrides?.separatorThickness ?? style.separatorThickness,
      insets: overrides?.separatorInsets ?? style.separatorInsets,
      axis: stack?.axis ?? .vertical,
      visibility: overrides?.separatorVisibility ?? .inherit,
      isShown: stack != nil && showsSeparator(in: style))
  }

  /// What is drawn around the content; nil until it is laid out, or if the stack makes none.
  public var chrome: RowChrome? { overrides?.chrome }

  /// Has the row measured and drawn again (`Documentation/Contract.md` SC-12).
  ///
  /// - Complexity: O(log *n*) in the number of rows.
  public func invalidate() { stack?.invalidate(self) }

  /// Takes the row out of its stack, with everything that belongs to it; without a stack nothing.
  ///
  /// The row of a step of a flow, and the only row of a container, stay: they go with the step and
  /// with other content. The completion is called with false then.
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

  /// Whether a collapsible row is expanded: the latest of the controller's wish and of the toggles
  /// counts (`Documentation/Contract.md` SC-11).
  ///
  /// A wish that differs from the one at the last toggle ends what that toggle made of the row.
  ///
  /// - Parameter wish: what the controller wishes now.
  /// - Returns: whether the row is expanded.
  func isExpanded(_ wish: Bool) -> Bool {
    guard let toggled = overrides?.toggled else { return wish }
    if toggled.wish == wish { return toggled.isExpanded }
    overrides?.toggled = nil
    return wish
  }

  func separatorThickness(in style: ScrollStack.Style) -> Int {
    guard showsSeparator(in: style) else { return 0 }
    return overrides?.separatorThickness ?? style.separatorThickness
  }

  /// The three conditions of SC-7.
  private func showsSeparator(in style: ScrollStack.Style) -> Bool {
    guard !flags.contains(.hidden), !flags.contains(.separatorHiding) else {
      return false
    }
    switch overrides?.separatorVisibility ?? .inherit {
    case .hidden: return false
    case .inherit where style.hidesSeparators: return false
    case .inherit, .shown: break
    }
    return !(style.autoHidesLastSeparator && flags.contains(.lastShown))
  }
}

/// What a row has of its own; most rows have nothing.
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
  /// What the latest event `toggle` made of a collapsible row.
  var toggled: ToggledRow?
}

/// What a toggle made of a collapsible row, and what the controller wished at the time.
struct ToggledRow {
  let isExpanded: Bool
  let wish: Bool
}

/// What the listeners were last told of a row's visibility, in two bytes.
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
