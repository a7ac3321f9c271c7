// SPDX-License-Identifier: Apache-2.0

// What the face is told to say.
extension LineFace {
  /// Shows a remark about the walk, above what is shown next.
  public func tell(_ text: String) { show(text: text) }
}
