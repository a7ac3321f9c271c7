// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// How steps fade with their distance from the newest (`Documentation/Contract.md` 2.4 and 2.5).
public indirect enum FadingStyle: Hashable, Sendable {
  /// The formula for the opacities of a tint.
  public enum Ramp: Hashable, Sendable {
    /// The step below the top has the given opacity.
    case preLast

    /// The formula of the original library, one decrement further.
    case original
  }

  /// No fading.
  case none

  /// Each step has one opacity: `preLastAlpha` below the top, and one decrement less for each older
  /// step.
  case tint(
    color: CellColor, preLastAlpha: Double, alphaDecrement: Double? = nil, ramp: Ramp = .preLast)

  /// Cells fade with their distance from the top step, and are transparent at the effect distance;
  /// nil means the length of the container.
  case gradientMask(effectDistance: Int?)

  /// A combination of styles: opacities multiply, and the last tint and the last mask win.
  case combined([FadingStyle])

  /// The default: a tint and a mask.
  public static let preset = FadingStyle.combined([
    .tint(color: .named(.black), preLastAlpha: 0.9, alphaDecrement: nil),
    .gradientMask(effectDistance: nil),
  ])

  /// The opacity of the tint, from 0 to 1, for an item counted from the oldest; 1 without a tint.
  public func itemAlpha(_ index: Int, of count: Int) -> Double {
    parts.tint?.alpha(index, of: count) ?? 1
  }

  /// The opacity of the mask at the center of a cell at a distance from the head edge; 1 without a
  /// mask.
  ///
  /// - Parameters:
  ///   - cell: The number of cells between the head edge and this one.
  ///   - length: The length of the container.
  ///   - head: The length of the top item.
  /// - Returns: 1 up to the head's end, 0 from the effect distance after it, linear in between.
  func maskAlpha(cell: Int, length: Int, head: Int) -> Double {
    guard case .some(let distance) = parts.mask, length > 0 else { return 1 }
    let reach = Double(max(0, distance ?? length))
    let way = Double(cell) + 0.5 - Double(head)
    guard way > 0 else { return 1 }
    return reach > 0 ? max(0, 1 - way / reach) : 0
  }

  /// The color of the effective tint; nil without one.
  package var tintColor: CellColor? { parts.tint?.color }

  var isNone: Bool { parts.tint == nil && parts.mask == nil }

  struct Tint: Hashable {
    let color: CellColor
    let preLastAlpha: Double
    let decrement: Double?
    let ramp: Ramp

    func alpha(_ index: Int, of count: Int) -> Double {
      guard index < count - 1 else { return 1 }
      let steps = ramp == .preLast ? count - 2 - index : count - 1 - index
      let alpha = decrement.map { preLastAlpha - $0 * Double(steps) } ?? preLastAlpha
      return alpha > 0 ? min(alpha, 1) : 0
    }
  }

  /// The effective tint and mask, after nested lists have been flattened.
  var parts: (tint: Tint?, mask: Int??) {
    var tint: Tint?
    var mask: Int??
    var rest: [FadingStyle] = [self]
    while let style = rest.popLast() {
      switch style {
      case .none: break
      case .tint(let color, let alpha, let decrement, let ramp):
        tint =
          tint ?? Tint(color: color, preLastAlpha: alpha, decrement: decrement, ramp: ramp)
      case .gradientMask(let distance): mask = mask ?? .some(distance)
      // From the end, so that the first one found is the last in order.
      case .combined(let styles): rest += styles
      }
    }
    return (tint, mask)
  }
}
