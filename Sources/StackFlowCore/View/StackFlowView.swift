// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

/// A ``FlowStack`` on the screen: its steps as rows of a scroll stack, the newest at the head edge.
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
/// Only the top step takes input; older ones can be scrolled into view and read. What a person does
/// leaves as a request, which the delegate approves or denies; the view changes nothing by itself
/// (`Documentation/Contract.md`, chapter 2). The cost of a push or pop does not depend on the
/// depth.
///
/// One view follows a flow at a time: the latest.
public final class StackFlowView<Item>: StackFollower {
  /// The steps.
  public let flow: FlowStack<Item>

  /// Who approves and hears; the flow's delegate, held weakly.
  public var delegate: (any StackFlowDelegate<Item>)? {
    get { flow.delegate }
    set { flow.delegate = newValue }
  }

  /// The rows of the steps, to be read: they come and go with the steps.
  public var layout: RowLayout { scrollStack.layout }

  /// The stack of ``layout``.
  package let scrollStack: ScrollStack

  /// Whether and how things move.
  public var motion: Motion {
    get { scrollStack.motion }
    set { scrollStack.motion = newValue }
  }

  /// The width of ambiguous characters in what is measured.
  public var ambiguous: AmbiguousWidth {
    get { scrollStack.ambiguous }
    set { scrollStack.ambiguous = newValue }
  }

  /// What a person may do to ask for another step; swipes and taps unless set.
  public var userNavigationOptions = UserNavigationOptions.all

  /// How long a transition takes; 0.25 s unless set, and with zero it is synchronous.
  ///
  /// A pop fades in the first half of it and shrinks in the second (`Documentation/Contract.md`
  /// SF-20).
  public var transitionDuration = Duration.milliseconds(250) { didSet { applyStyle() } }

  /// How many colours the terminal shows; with none, steps keep two columns for the mark `·` of
  /// those that take no input.
  public var colorDepth = ColorDepth.truecolor {
    didSet {
      guard (colorDepth == .none) != (oldValue == .none) else { return }
      surroundings.marksOlderSteps = colorDepth == .none
      scrollStack.reloadLengths()
    }
  }

  /// What the terminal's own colours are taken to be.
  public var standardColors = (foreground: RGBColor(229, 229, 229), background: RGBColor.black)

  /// Whether icons are replaced by texts and ellipses by dots.
  public var usesPlainText: Bool {
    get { surroundings.usesPlainText }
    set { surroundings.usesPlainText = newValue }
  }

  /// The look of title bars that have none of their own.
  public var topBar: TopBar {
    get { surroundings.topBar }
    set { surroundings.topBar = newValue }
  }

  /// How steps fade, as long as there are any; ``FadingStyle/preset`` unless set.
  public var fadingStyle = FadingStyle.preset

  /// Whether steps are reflowed to the whole cross size; true unless set.
  ///
  /// Otherwise each keeps the width that it was pushed at, centred and clipped
  /// (`Documentation/Contract.md` SF-15).
  public var isAutoresizingItems: Bool {
    get { surroundings.isAutoresizing }
    set {
      surroundings.isAutoresizing = newValue
      scrollStack.reloadLengths()
    }
  }

  /// Whether steps stay out of the safe area; true unless set (`Documentation/Contract.md` SF-14).
  public var isSeekingSafeArea = true { didSet { layOut() } }

  /// Where new steps go: to the head edge on this side, where the newest stands; `.down` unless set
  /// (`Documentation/Contract.md` SF-11).
  public var growthDirection = FlowDirection.down {
    didSet { if growthDirection != oldValue { turn() } }
  }

  /// What is between two steps; a dim line unless ``setSeparationStyle(_:)`` sets it.
  public internal(set) var separationStyle = SeparationStyle.line(thickness: 1, color: .dim)

  /// The blank cells between the newest step and the head edge; 0 unless ``setHeadPadding(_:)`` sets
  /// them.
  public internal(set) var headPadding = 0

  /// The width and height of the view.
  public internal(set) var size = CellSize.zero

  /// The permanently reserved sides, in the view.
  public internal(set) var safeArea = CellInsets.zero

  /// What the container around the view reserves at the sides, besides.
  var occlusion = CellInsets.zero

  let surroundings = StepSurroundings()
  let presentation: (Item) -> StepPresentation

  /// What the push that is running has been given, and the row that was made for it.
  var given: (title: String?, appearance: ItemAppearance?)?
  var prepared: StepRow?
  var givenCompletion: Completion?
  var transition: Transition?

  /// What came of the click that is running.
  var clickOutcome = GestureOutcome.ignored

  final class Transition {
    let operation: StackOperation
    let completion: Completion?
    var isOver = false

    /// Whether steps have been pushed or popped since it began.
    var isOvertaken = false

    init(_ operation: StackOperation, _ completion: Completion?) {
      self.operation = operation
      self.completion = completion
    }
  }

  /// Creates a view of a flow, whose steps so far are shown without being announced.
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

  /// The cells that steps may have: the view after safe area and head padding.
  public var safeSize: CellSize { CellRect(size: size).inset(by: insets).size }

  /// The row of the newest step; nil when there is none.
  public var topRow: RowLayout.Row? { row(ofItem: flow.count - 1) }

  /// The row of a step, counted from the oldest; nil outside.
  public func row(ofItem index: Int) -> RowLayout.Row? {
    stepRow(index).flatMap { layout.row(.row($0)) }
  }

  /// The step of a row, counted from the oldest; nil for a row that is none.
  public func item(of row: RowLayout.Row) -> Int? {
    layout.index(of: row).map { growthDirection.isReversed ? scrollStack.count - 1 - $0 : $0 }
  }

  /// The cells of the view where a step's content is drawn, without its title bar, part of which may
  /// lie outside; nil for a step out of view.
  public func contentRect(ofItem index: Int) -> CellRect? {
    stepRow(index).flatMap { scrollStack.contentRect(of: .row($0)) }
  }

  /// The row of a step, counted from the oldest; nil outside.
  package func stepRow(_ index: Int) -> ScrollStackRow? {
    guard index >= 0, index < scrollStack.count else { return nil }
    return scrollStack.row(
      at: growthDirection.isReversed ? scrollStack.count - 1 - index : index)
  }

  /// The step of a row, counted from the oldest; nil for a row that is none.
  func item(of row: ScrollStackRow) -> Int? {
    row.index.map { growthDirection.isReversed ? scrollStack.count - 1 - $0 : $0 }
  }
}
