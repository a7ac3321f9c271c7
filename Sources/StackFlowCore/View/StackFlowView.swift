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
/// (`contract/seeds.md`, chapter 2). The cost of a push or pop does not depend on the depth.
///
/// One view follows a flow at a time: the latest.
public final class StackFlowView<Item>: FlowStackObserver {
  /// The steps.
  public let flow: FlowStack<Item>

  /// Who approves and hears; the flow's delegate, held weakly.
  public var delegate: (any StackFlowDelegate<Item>)? {
    get { flow.delegate }
    set { flow.delegate = newValue }
  }

  /// The rows of the steps.
  public let scrollStack: ScrollStack

  /// What a person may do to ask for another step; swipes and taps unless set.
  public var userNavigationOptions = UserNavigationOptions.all

  /// How long a transition takes; 0.25 s unless set, and with zero it is synchronous.
  ///
  /// A pop fades in the first half of it and shrinks in the second (`contract/seeds.md` SF-20).
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
  /// Otherwise each keeps the width that it was pushed at, centred and clipped (`contract/seeds.md`
  /// SF-15).
  public var isAutoresizingItems: Bool {
    get { surroundings.isAutoresizing }
    set {
      surroundings.isAutoresizing = newValue
      scrollStack.reloadLengths()
    }
  }

  /// Whether steps stay out of the safe area; true unless set (`contract/seeds.md` SF-14).
  public var isSeekingSafeArea = true { didSet { layOut() } }

  /// Where new steps go: to the head edge on this side, where the newest stands; `.down` unless set
  /// (`contract/seeds.md` SF-11).
  public var growthDirection = FlowDirection.down {
    didSet { if growthDirection != oldValue { turn() } }
  }

  /// What is between two steps; a dim line unless ``setSeparationStyle(_:)`` sets it.
  public private(set) var separationStyle = SeparationStyle.line(thickness: 1, color: .dim)

  /// The blank cells between the newest step and the head edge; 0 unless ``setHeadPadding(_:)`` sets
  /// them.
  public private(set) var headPadding = 0

  /// The width and height of the view.
  public private(set) var size = CellSize.zero

  /// The permanently reserved sides, in the view.
  public private(set) var safeArea = CellInsets.zero

  /// What the container around the view reserves at the sides, besides.
  private var occlusion = CellInsets.zero

  private let surroundings = StepSurroundings()
  private let presentation: (Item) -> StepPresentation

  /// What the push that is running has been given, and the row that was made for it.
  var given: (title: String?, appearance: ItemAppearance?)?
  private var prepared: StepRow?
  var givenCompletion: Completion?
  private var transition: Transition?

  private final class Transition {
    let operation: StackOperation
    let completion: Completion?
    var isOver = false

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
    scrollStack.setGravity(.end)
    flow.observer = self
    surroundings.isAtHead = { [weak self] in self?.isAtHead ?? true }
    applyStyle()
    showAll()
  }

  // MARK: Reading

  /// The number of steps.
  public var numberOfItems: Int { flow.count }

  /// The newest step.
  public var topItem: Item? { flow.top }

  /// The cells that steps may have: the view after safe area and head padding.
  public var safeSize: CellSize { CellRect(size: size).inset(by: insets).size }

  /// The row of the newest step; nil when there is none.
  public var topRow: ScrollStackRow? { row(ofItem: flow.count - 1) }

  /// The row of a step, counted from the oldest; nil outside.
  public func row(ofItem index: Int) -> ScrollStackRow? {
    guard index >= 0, index < scrollStack.count else { return nil }
    return scrollStack.row(
      at: growthDirection.isReversed ? scrollStack.count - 1 - index : index)
  }

  /// The step of a row, counted from the oldest; nil for a row that is none.
  public func item(of row: ScrollStackRow) -> Int? {
    row.index.map { growthDirection.isReversed ? scrollStack.count - 1 - $0 : $0 }
  }

  // MARK: Geometry

  /// Sets the size of the view and what is permanently reserved in it.
  ///
  /// A view that stands at the head stays there; one that was scrolled away keeps the same content
  /// at its start (`contract/seeds.md` SF-10).
  public func setViewport(_ size: CellSize, safeArea: CellInsets = .zero) {
    setViewport(size, safeArea: safeArea, occlusion: occlusion)
  }

  func setViewport(_ size: CellSize, safeArea: CellInsets, occlusion: CellInsets) {
    self.size = size
    self.safeArea = CellInsets(
      top: max(0, safeArea.top), left: max(0, safeArea.left), bottom: max(0, safeArea.bottom),
      right: max(0, safeArea.right))
    self.occlusion = occlusion
    layOut()
  }

  /// Sets the blank cells between the newest step and the head edge, at least 0, the same in all
  /// directions, with the safe area or without (`contract/seeds.md` SF-13).
  ///
  /// - Throws: `ScrollStackError.negativeLength`; nothing changes.
  public func setHeadPadding(_ cells: Int) throws(ScrollStackError) {
    guard cells >= 0 else { throw .negativeLength(cells) }
    headPadding = min(cells, maximumCellLength)
    layOut()
  }

  /// Sets what is between two steps.
  ///
  /// - Throws: `ScrollStackError.negativeLength` for a thickness below 0; nothing changes.
  public func setSeparationStyle(_ style: SeparationStyle) throws(ScrollStackError) {
    guard style.thickness >= 0 else { throw .negativeLength(style.thickness) }
    separationStyle = style
    applyStyle()
  }

  private var insets: CellInsets {
    let safe = isSeekingSafeArea ? safeArea : .zero
    var insets = CellInsets(
      top: safe.top + occlusion.top, left: safe.left + occlusion.left,
      bottom: safe.bottom + occlusion.bottom, right: safe.right + occlusion.right)
    let isMirrored = scrollStack.layoutDirection == .rightToLeft
    switch growthDirection {
    case .up: insets.top += headPadding
    case .down: insets.bottom += headPadding
    case .left where !isMirrored, .right where isMirrored: insets.left += headPadding
    case .left, .right: insets.right += headPadding
    }
    return insets
  }

  private func layOut() {
    scrollStack.batch {
      let isAtHead = isAtHead
      let oldLength = surroundings.length
      tellRoom()
      scrollStack.setViewport(size, insets: insets)
      // The bars of steps beside each other are no wider than the view.
      if !growthDirection.isVertical, surroundings.length != oldLength {
        scrollStack.reloadLengths()
      }
      if isAtHead { scrollToHead() }
    }
  }

  /// Tells the steps of the room that they have, before any is measured in it.
  private func tellRoom() {
    let room = safeSize
    let isVertical = growthDirection.isVertical
    surroundings.isVertical = isVertical
    surroundings.viewportSize = size
    surroundings.crossLength = isVertical ? room.columns : room.rows
    surroundings.length = isVertical ? room.rows : room.columns
  }

  /// Whether the newest step stands at the head edge.
  public var isAtHead: Bool {
    growthDirection.isReversed
      ? scrollStack.offset == 0 : scrollStack.offset >= scrollStack.maximumOffset
  }

  /// Scrolls the newest step to the head edge.
  public func scrollToHead() {
    if growthDirection.isReversed {
      scrollStack.scrollToStart(animated: false)
    } else {
      scrollStack.scrollToEnd(animated: false)
    }
  }

  private func applyStyle() {
    do {
      try scrollStack.setStyle {
        $0.rowInsets = .zero
        $0.separatorInsets = .zero
        $0.separatorThickness = separationStyle.thickness
        $0.hidesSeparators = separationStyle == .none
        $0.autoHidesLastSeparator = true
        $0.rowAnimation = transitionDuration
        if case .line(_, let color) = separationStyle {
          $0.separatorColor = color
          $0.hasBlankSeparators = false
        } else {
          $0.hasBlankSeparators = true
        }
      }
    } catch {
      // The thickness was checked when it was set.
    }
  }

  /// Lays the steps out in another direction.
  private func turn() {
    scrollStack.batch {
      tellRoom()
      surroundings.isHeadFirst = growthDirection.isReversed
      scrollStack.slidesIn = growthDirection.isReversed
      scrollStack.setAxis(growthDirection.isVertical ? .vertical : .horizontal)
      scrollStack.setGravity(growthDirection.isReversed ? .start : .end)
      let rows = scrollStack.rows
      let isReversed = (rows.first?.controller as? StepRow)?.isFirst == false
      if rows.count > 1, isReversed != growthDirection.isReversed {
        reorder(rows.reversed().map(\.controller))
      }
      scrollStack.setViewport(size, insets: insets)
      scrollToHead()
    }
  }

  private func reorder(_ controllers: [any RowController]) {
    do {
      try scrollStack.setRows(controllers)
    } catch {
      // The same controllers as before are no duplicates.
    }
  }

  private func showAll() {
    let rows = flow.items.map { StepRow(presentation($0), in: surroundings) }
    rows.first?.isFirst = true
    reorder(rows)
    for row in rows { decorate(row) }
    refreshTop()
    scrollToHead()
  }

  // MARK: Following the flow

  func willPush(_ item: Item) {
    scrollStack.container?.flush()
    var presentation = presentation(item)
    if let given {
      presentation.title = given.title ?? presentation.title
      presentation.appearance = given.appearance ?? presentation.appearance
    }
    given = nil
    let row = StepRow(presentation, in: surroundings)
    row.isTop = true
    row.isFirst = flow.isEmpty
    row.measureForPush(
      axis: scrollStack.axis, cross: scrollStack.crossLength, ambiguous: scrollStack.ambiguous)
    prepared = row
  }

  func didPush(_ item: Item) {
    guard let row = prepared else { return }
    prepared = nil
    scrollStack.batch {
      topStep?.isTop = false
      do {
        let place: InsertLocation = growthDirection.isReversed ? .top : .bottom
        let added = try scrollStack.addRow(row, at: place, animated: true)
        decorate(row)
        scrollStack.focus(.id(added.id))
      } catch {
        // The ends of a stack are always there, and a new row is no duplicate.
      }
      scrollToHead()
    }
  }

  func didPop() {
    scrollStack.container?.flush()
    scrollStack.batch {
      guard let index = scrollStack.isEmpty ? nil : newestIndex else { return }
      scrollStack.removeRows([.index(index)], animated: true)
      refreshTop()
      scrollToHead()
    }
  }

  func didPerform(_ operation: StackOperation) {
    begin(operation)
    let transition = transition
    scrollStack.afterAnimations { [weak self] in self?.end(transition, finished: true) }
  }

  private var newestIndex: Int { growthDirection.isReversed ? 0 : scrollStack.count - 1 }

  private var topStep: StepRow? {
    scrollStack.row(at: newestIndex)?.controller as? StepRow
  }

  private func refreshTop() {
    guard let top = topStep else { return }
    top.isTop = true
    if let row = scrollStack.row(for: top) { scrollStack.focus(.id(row.id)) }
  }

  private func decorate(_ row: StepRow) {
    guard let color = row.appearance?.backgroundColor, color != .standard else { return }
    do {
      try scrollStack.setBackgroundColor(color, for: .controller(row))
    } catch {
      // A step whose controller left at once has no background.
    }
  }

  /// Starts a transition, which cuts the one short that runs.
  private func begin(_ operation: StackOperation) {
    let completion = givenCompletion
    givenCompletion = nil
    end(transition, finished: false)
    transition = Transition(operation, completion)
  }

  private func end(_ transition: Transition?, finished: Bool) {
    guard let transition, !transition.isOver else { return }
    transition.isOver = true
    if self.transition === transition { self.transition = nil }
    flow.delegate?.transitionDidEnd(transition.operation, finished: finished, in: flow)
    transition.completion?(finished)
  }
}
