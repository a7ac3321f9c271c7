// SPDX-License-Identifier: Apache-2.0

public import StackFlowCore
public import TerminalCells

/// How a theme arranges its steps, and what it puts around them.
///
/// It reaches every option of a `StackFlowView`'s appearance (`Documentation/Contract.md` 2.1), except those
/// that a terminal decides: swipes, clicks, the safe area, and bars of answered steps
/// (`Documentation/Shell.md`).
public struct ScreenLayout: Hashable, Sendable {
  /// The side on which new steps appear; down by default.
  public var growth = ScreenTheme.Growth.down

  /// The separation of two steps; none by default.
  public var separation = ScreenTheme.Separation.none

  /// The rows or columns between two steps, where something is between them.
  public var separationSize = 1

  /// How answered steps fade.
  public var fading = ScreenFading.contrast

  /// The number of blank cells between the newest step and the hints.
  public var headPadding = 0

  /// Whether steps take the width of the window; otherwise each keeps the width at which it was asked.
  public var followsWidth = true

  /// The duration of a transition; nil for that of the face.
  public var transition: Duration?

  /// Whether a rail with a node for each step is drawn.
  public var hasRail = true

  /// Whether the open step has a title bar with buttons.
  public var hasBar = false

  /// The background of the open step.
  public var stepBackground = CellColor.standard

  /// Creates the arrangement of the built-in themes.
  public init() {}
}

/// How answered steps fade with their distance from the open one.
public enum ScreenFading: Hashable, Sendable {
  /// By their texts: plain, then faint, or where the terminal's colors are known towards its
  /// background, as much as the contrast allows.
  case contrast

  /// By a style of a `StackFlowView`; a text keeps its contrast where the terminal's colors are known.
  case style(FadingStyle)

  /// The words that a fading may have, for messages.
  static let words = ["none", "contrast", "tint", "mask", "preset"]

  /// Reads a fading, such as `none`, `contrast`, `preset`, `tint 0.9 0.1 blue` or `tint mask 12`.
  ///
  /// After `tint` come the opacity of the last answered step, how much less each older one has, a color to
  /// fade to, and `original` for the formula of the original library; after `mask`, the distance in cells
  /// at which nothing is left. All of them may be left out.
  public init?(_ text: String) {
    switch text {
    case "none": self = .style(.none)
    case "contrast": self = .contrast
    case "preset": self = .style(.preset)
    default:
      var words = text.split(separator: " ").map(String.init)[...]
      var styles: [FadingStyle] = []
      while let word = words.popFirst() {
        switch word {
        case "tint":
          var numbers: [Double] = []
          while numbers.count < 2, let word = words.first, let number = Double(word),
            (0...1).contains(number)
          {
            numbers.append(number)
            words.removeFirst()
          }
          var color = CellColor.named(.black)
          if let named = words.first.flatMap(ThemeReader.color) {
            color = named
            words.removeFirst()
          }
          var ramp = FadingStyle.Ramp.preLast
          if words.first == "original" {
            ramp = .original
            words.removeFirst()
          }
          styles.append(
            .tint(
              color: color, preLastAlpha: numbers.first ?? 0.9,
              alphaDecrement: numbers.count > 1 ? numbers[1] : nil, ramp: ramp))
        case "mask":
          let distance = words.first.flatMap { Int($0) }
          if let distance {
            guard distance >= 0 else { return nil }
            words.removeFirst()
          }
          styles.append(.gradientMask(effectDistance: distance))
        default: return nil
        }
      }
      guard let first = styles.first else { return nil }
      self = .style(styles.count == 1 ? first : .combined(styles))
    }
  }
}
