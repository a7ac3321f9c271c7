// SPDX-License-Identifier: Apache-2.0

/// A value that says what a row shows and which cell shows it (`Documentation/Contract.md` DS-1).
public protocol RowModel: Equatable {
  /// What makes the row the same row when its model changes.
  associatedtype ID: Hashable

  /// The identity, unlike that of all other models of a stack.
  var id: ID { get }

  /// The type of the cell that shows it, unless a call names another.
  var cellType: any RowCell.Type { get }
}

/// A controller that shows models.
///
/// The stack keeps the cell as long as its model has the same id and names the same type. It holds
/// no reference that a cell would have to break: a tap passes the cell as an argument.
public protocol RowCell: RowController {
  /// The models that it shows.
  associatedtype Model: RowModel

  /// Creates a cell that shows nothing yet.
  init()

  /// Shows a model: the first one, or a changed one of the same id.
  func setup(model: Model)

  /// What a tap does instead of the stack's ``DynamicStack/didTapCell``; nil for that.
  var tapCallback: ((any RowCell) -> Void)? { get set }
}

/// A cell that may show one model after another, so that only as many exist as are in view.
///
/// When the row goes out of view the cell's state is saved, and the cell is reused for a row that
/// comes into view, set up with that row's model and given back that row's state.
public protocol ReusableCell: RowCell {
  /// What the cell must keep besides its model while it is out of view.
  associatedtype State

  /// The state, apart from the model; a cell that has just been set up has the initial one.
  var state: State { get set }

  /// Forgets model and state, before it shows another model. By default nothing.
  func prepareForReuse()
}

extension ReusableCell {
  /// Does nothing.
  public func prepareForReuse() {}
}

/// A controller that wants to know how much of its row can be seen.
public protocol VisibilityObservingRow: RowController {
  /// What can be seen of the row has changed; called before the listeners of the stack.
  func visibilityDidChange(to visibility: RowVisibility)
}
