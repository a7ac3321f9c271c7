// SPDX-License-Identifier: Apache-2.0

/// A value that a row shows, and the type of the cell that shows it (`Documentation/Contract.md`
/// DS-1).
public protocol RowModel: Equatable {
  /// The type of the identity, which stays when the model changes.
  associatedtype ID: Hashable

  /// The identity, which is unique among the models of a stack.
  var id: ID { get }

  /// The type of the cell that shows the model, unless a call names another one.
  var cellType: any RowCell.Type { get }
}

/// A controller that shows models.
///
/// The stack keeps the cell as long as its model has the same id and cell type. There are no
/// reference cycles to break: a tap passes the cell as an argument.
public protocol RowCell: RowController {
  /// The models that it shows.
  associatedtype Model: RowModel

  /// Creates a cell that shows nothing yet.
  init()

  /// Shows the first model, or a changed one with the same id.
  func setup(model: Model)

  /// The type as that of reusable cells; nil, which is the default, if it isn't one.
  ///
  /// A ``ReusableCell`` has itself here. A class that inherits its conformance to this protocol
  /// overrides it.
  static var reusableType: (any ReusableCell.Type)? { get }

  /// Called for a tap, instead of the stack's ``DynamicStack/didTapCell``; nil to call that.
  var tapCallback: ((any RowCell) -> Void)? { get set }
}

extension RowCell {
  /// Nil.
  public static var reusableType: (any ReusableCell.Type)? { nil }
}

/// A cell that's reused for other models, so that only as many cells exist as are in view.
///
/// When the row goes out of view, the stack saves the cell's state and reuses the cell for a row
/// that comes into view: it sets up the cell with that row's model and restores that row's state.
public protocol ReusableCell: RowCell {
  /// The type of the state to keep, besides the model, while the row is out of view.
  associatedtype State

  /// The state, besides the model. A cell that has just been set up has the initial state.
  var state: State { get set }

  /// Resets the cell before it shows another model. The default does nothing.
  func prepareForReuse()
}

extension ReusableCell {
  /// Itself.
  public static var reusableType: (any ReusableCell.Type)? { self }

  /// Does nothing.
  public func prepareForReuse() {}
}
