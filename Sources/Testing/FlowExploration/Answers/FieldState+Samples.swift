// SPDX-License-Identifier: Apache-2.0

package import FlowSessions

extension FieldState {
  /// Texts to type at a field for a text: those that its limits and its pattern seem to allow come first.
  ///
  /// Whether one is accepted, only a session knows.
  package var sampleTexts: [String] { TextSamples(self, PatternCache()).texts }
}
