// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

/// A view of a ``FlowStack``, with its steps as rows of a scroll stack and the newest step at the
/// head edge.
///
/// ```swift
/// let view = StackFlowView<Question> { question in
///   StepPresentation(content: TextRow(question.text), title: question.title)
/// }
/// view.delegate = wizard
/// view.setViewport(CellSize(columns: 80, rows: 24))
/// view.push(first)
/// view.swipe(.up)      // asks the wizard for the next step
/// ```
///
/// Only the top step accepts input; older steps can be scrolled into view and read. A gesture of
/// the user becomes a request, which the delegate approves or denies; the view changes nothing by
/// itself (`Documentation/Contract.md`, chapter 2). The cost of a push or pop doesn't depend on the
/// depth.
///
/// One view follows a flow at a time: the latest.
public final class StackFlowView<Item>: StackFollower {
  /// The steps.
  public let flow: FlowStack<Item>

  /// The delegate of the flow, which approves requests and receives announcements; held weakly.
  public var delegate: (any StackFlowDelegate<Item>)? {
    get { flow.delegate }
    set { flow.delegate = newValue }
  }

  /// A read-only view of the rows, which follow the steps.
  public var layout: RowLayout { scrollStack.layout }

  /// The stack that ``layout`` reads.
  package let scrollStack: ScrollStack

  /// The settings of animations.
  public var motion: Motion {
    get { scrollStack.motion }
    set { scrollStack.motion = newValue }
  }

  /// The width of ambiguous characters in what is measured.
  public var ambiguous: AmbiguousWidth {
    get { scrollStack.ambiguous }
    set { scrollStack.ambiguous = newValue }
  }

  /// The gestures with which the user can ask for another step; swipes and taps by default.
  public var userNavigationOptions = Set(UserNavigationOption.allCases)

  /// The duration of a transition, 0.25 s by default.
  ///
  /// Transitions of duration zero are synchronous.
  ///
  /// A popped step fades during the first half and shrinks during the second
  /// (`Documentation/Contract.md` SF-20).
  public var transitionDuration = Duration.milliseconds(250) { didSet { applyStyle() } }

  /// The color depth of the terminal.
  ///
  /// Without colors, steps reserve two columns for the mark `·` of steps that don't accept input.
  public var colorDepth = ColorDepth.truecolor {
    didSet {
      guard (colorDepth == .none) != (oldValue == .none) else { return }
      surroundings.marksOlderSteps = colorDepth == .none
      scrollStack.reloadLengths()
    }
  }

  /// The assumed default colors of the terminal.
  package var standardColors = (foreground: RGBColor(229, 229, 229), background: RGBColor.black)

  /// Whether to show plain characters only: texts instead of icons, and dots instead of ellipses.
  public var usesPlainText: Bool {
    get { surroundings.usesPlainText }
    set { surroundings.usesPlainText = newValue }
  }

  /// The style of title bars without a style of their own.
  public var topBar: TopBar {
    get { surroundings.topBar }
    set { surroundings.topBar = newValue }
  }

  /// The fading of steps; ``FadingStyle/preset`` by default.
  public var fadingStyle = FadingStyle.preset

  /// The opacity below which no cell of a step in view fades, from 0 to 1; 0 by default.
  package var minimumAlpha = 0.0

  /// Whether steps are laid out again when the cross size changes; true by default.
  ///
  /// Otherwise each step keeps the width at which it was pushed, centered and clipped
  /// (`Documentation/Contract.md` SF-15).
  public var isAutoresizingItems: Bool {
    get { surroundings.isAutoresizing }
    set {
      surroundings.isAutoresizing = newValue
      scrollStack.reloadLengths()
    }
  }

  /// Whether steps stay within the safe area; true by default (`Documentation/Contract.md` SF-14).
  public var isSeekingSafeArea = true { didSet { layOut() } }

  /// The side of the head edge, where new steps appear; `.down` by default
  /// (`Documentation/Contract.md` SF-11).
  public var growthDirection = FlowDirection.down {
    didSet { if growthDirection != oldValue { turn() } }
  }

  /// The separation of steps, a dim line by default; change it with ``setSeparationStyle(_:)``.
  public internal(set) var separationStyle = SeparationStyle.line(thickness: 1, color: .dim)

  /// The number of blank cells between the newest step and the head edge, 0 by default; change it
  /// with ``setHeadPadding(_:)``.
  public internal(set) var headPadding = 0

  /// The version of what a covered step draws, counted from the oldest; nil for one that's drawn each time.
  ///
  /// See `ScrollStack.drawingVersion`. Title bars have no versions.
  package var drawingVersion: ((_ index: Int) -> Int?)? {
    didSet {
      scrollStack.drawingVersion = drawingVersion.map { version in
        { [weak self] row in
          guard let step = row.controller as? StepRow, !step.isTop, step.title == nil else {
            return nil
          }
          return self?.item(of: row).flatMap(version)
        }
      }
    }
  }

  /// The width and height of the view.
  public internal(set) var size = CellSize.zero

  /// The insets of the view that are permanently reserved.
  var safeArea = CellInsets.zero

  /// The insets that the container reserves besides the safe area.
  var occlusion = CellInsets.zero

  let surroundings = StepSurroundings()
  let presentation: (Item) -> StepPresentation

  /// The arguments of the running push, and the row that was made for it.
  var given: (title: String?, appearance: ItemAppearance?)?
  var prepared: StepRow?
  var givenCompletion: Completion?
  var transition: Transition?

  /// The outcome of the running click.
  var clickOutcome = GestureOutcome.ignored

  final class Transition {
    let operation: StackOperation
    let completion: Completion?
    var isOver = false

    /// Whether steps have been pushed or popped since it started.
    var isSuperseded = false

    init(_ operation: StackOperation, _ completion: Completion?) {
      self.operation = operation
      self.completion = completion
    }
  }

  /// Creates a view of a flow.
  ///
  /// Steps that are already in the flow are shown without announcements.
  public init(
    flow: FlowStack<Item> = FlowStack(), motion: Motion = Motion(),
    presentation: @escaping (Item) -> StepPresentation
  ) {
    self.flow = flow
    self.presentation = presentation
    scrollStack = ScrollStack(motion: motion)
    scrollStack.fadesOut = true
    scrollStack.keepsRows = true
    scrollStack.takesPointer = { row in (row.controller as? StepRow)?.isTop ?? false }
    scrollStack.onClick = { [weak self] row, position in self?.click(row, at: position) }
    scrollStack.gravity = .end
    flow.follower = self
    surroundings.isAtHead = { [weak self] in self?.isAtHead ?? true }
    applyStyle()
    showAll()
  }

  deinit {
    givenCompletion?(false)
    guard let transition, !transition.isOver else { return }
    transition.isOver = true
    flow.delegate?.transitionDidEnd(transition.operation, finished: false, in: flow)
    transition.completion?(false)
  }

  // MARK: Reading

  /// The number of steps.
  public var numberOfItems: Int { flow.count }

  /// The newest step.
  public var topItem: Item? { flow.top }

  /// The size available to steps, without the safe area and the head padding.
  public var safeSize: CellSize { CellRect(size: size).inset(by: insets).size }

  /// The row of the newest step; nil if there's none.
  var topRow: RowLayout.Row? { row(ofItem: flow.count - 1) }

  /// The row of a step, counted from the oldest; nil outside.
  public func row(ofItem index: Int) -> RowLayout.Row? {
    stepRow(index).flatMap { layout.row(.row($0)) }
  }

  /// The step of a row, counted from the oldest; nil for other rows.
  public func item(of row: RowLayout.Row) -> Int? {
    layout.index(of: row).map { growthDirection.isReversed ? scrollStack.count - 1 - $0 : $0 }
  }

  /// The cells of the view where a step's content is drawn, without its title bar, part of which
  /// may be outside; nil for a step out of view.
  public func contentRect(ofItem index: Int) -> CellRect? {
    stepRow(index).flatMap { scrollStack.contentRect(of: .row($0)) }
  }

  /// The row of a step, counted from the oldest; nil outside.
  func stepRow(_ index: Int) -> ScrollStackRow? {
    guard index >= 0, index < scrollStack.count else { return nil }
    return scrollStack.row(
      at: growthDirection.isReversed ? scrollStack.count - 1 - index : index)
  }

  /// The step of a row, counted from the oldest; nil for other rows.
  func item(of row: ScrollStackRow) -> Int? {
    row.index.map { growthDirection.isReversed ? scrollStack.count - 1 - $0 : $0 }
  }
}
