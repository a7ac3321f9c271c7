// SPDX-License-Identifier: Apache-2.0

/// A way of showing a field: the words of `widget:`.
///
/// A face with only one way, such as the line face, ignores it.
package enum FieldWidget: String, Hashable, Sendable, CaseIterable {
  /// One line.
  case line

  /// Several lines.
  case lines

  /// A separate editor.
  case editor

  /// A list of all choices.
  case list

  /// The chosen choice, with the others on demand.
  case menu

  /// A list of choices that's filtered by typing.
  case search

  /// A list with a mark for each choice.
  case checklist

  /// Two buttons.
  case buttons

  /// A switch.
  case toggle

  /// A slider between the minimum and the maximum.
  case slider

  /// A number with keys to increase and decrease it.
  case stepper

  /// A calendar that shows a month.
  case calendar

  /// A clock with hours and minutes.
  case clock

  /// A tree of directories and files.
  case tree
}
