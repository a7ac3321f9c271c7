// SPDX-License-Identifier: Apache-2.0

import TerminalCells

// The entries that arrange steps.
extension ThemeReader {
  /// Takes an entry about how steps are arranged.
  ///
  /// - Returns: What is wrong with it; nil if nothing is.
  mutating func takeLayout(_ name: String, _ value: String) -> String? {
    switch name {
    case "growth":
      guard let growth = ScreenTheme.Growth(rawValue: value) else {
        return unknown("direction", value, among: ScreenTheme.Growth.allCases.map(\.rawValue))
      }
      theme.layout.growth = growth
    case "separation":
      let words = value.split(separator: " ").map(String.init)
      let kind = words.first ?? ""
      guard let separation = ScreenTheme.Separation(rawValue: kind) else {
        return unknown("separation", kind, among: ScreenTheme.Separation.allCases.map(\.rawValue))
      }
      var size = 1
      if words.count > 1 {
        guard words.count == 2, let number = cells(words[1]), number > 0 else {
          return
            "expected a number of cells such as 1, not '\(words.dropFirst().joined(separator: " "))'"
        }
        size = number
      }
      theme.layout.separation = separation
      theme.layout.separationSize = size
    case "fading":
      guard let fading = ScreenFading(value) else {
        return unknown("fading", value, among: ScreenFading.words)
      }
      theme.layout.fading = fading
    case "head-padding":
      guard let cells = cells(value) else {
        return "expected a number of cells such as 1, not '\(value)'"
      }
      theme.layout.headPadding = cells
    case "transition":
      guard value.hasSuffix("ms"), let number = Int(value.dropLast(2)),
        (0...10_000).contains(number)
      else { return "expected a time such as 250ms, not '\(value)'" }
      theme.layout.transition = .milliseconds(number)
    case "step-background":
      guard let color = Self.color(value) else {
        return "expected a color such as '#5fafff' or blue, not '\(value)'"
      }
      theme.layout.stepBackground = color
    default:
      guard value == "yes" || value == "no" || value == "true" || value == "false" else {
        return "expected yes or no, not '\(value)'"
      }
      let isOn = value == "yes" || value == "true"
      if name == "bar" { theme.layout.hasBar = isOn } else { theme.layout.followsWidth = isOn }
    }
    return nil
  }

  /// A number of cells, at most 100.
  private func cells(_ word: String) -> Int? {
    Int(word).flatMap { (0...100).contains($0) ? $0 : nil }
  }
}
