// SPDX-License-Identifier: Apache-2.0

package import TerminalIO

/// A face that walks a session with a user: in lines, or on a screen.
package protocol WalkFace: AnyObject {
  /// Which steps are passed without the user.
  var passing: StepPassing { get set }

  /// Lets the user edit texts of several lines; nil when nothing does.
  var textEditor: (any TextEditor)? { get set }

  /// The id of the field or the step that was asked last; nil when nothing was.
  var openQuestion: String? { get }

  /// Shows a remark about the walk.
  func tell(_ text: String)

  /// Walks the session to its end.
  func walk(timeout: Duration?) async -> WalkEnding
}

extension LineFace: WalkFace {}
