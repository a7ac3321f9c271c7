// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// How steps fade with their distance from the newest (`Documentation/Contract.md` 2.4 and 2.5).
public indirect enum FadingStyle: Hashable, Sendable {
  /// Which formula a tint follows.
  public enum Ramp: Hashable, Sendable {
    /// The step below the top has the alpha that is named.
    case preLast

    /// The formula of the original, one decrement further.
    case original
  }

  /// No fading.
  case none

  /// Each step has one alpha: `preLastAlpha` below the top, and a decrement less for each further.
  case tint(
    color: CellColor, preLastAlpha: Double, alphaDecrement: Double? = nil, ramp: Ramp = .preLast)

  /// Cells fade with their distance from the top step, to nothing at a distance; nil for the length
  /// of the container.
  case gradientMask(effectDistance: Int?)

  /// Several at once: alphas multiply, the last tint and the last mask win.
  case combined([FadingStyle])

  /// The preset: both.
  public static let preset = FadingStyle.combined([
    .tint(color: .named(.black), preLastAlpha: 0.9, alphaDecrement: nil),
    .gradientMask(effectDistance: nil),
  ])

  /// The alpha of the tint for an item, counted from the oldest, from 0 to 1; 1 without a tint.
  public func itemAlpha(_ index: Int, of count: Int) -> Double {
    parts.tint?.alpha(index, of: count) ?? 1
  }

  /// The alpha of the mask for a cell at a distance from the head edge, sampled at its centre; 1
  /// without a mask.
  ///
  /// - Parameters:
  ///   - cell: the number of cells between the head edge and this one.
  ///   - length: the length of the container.
  ///   - head: the length of the top item.
  /// - Returns: 1 up to the head, 0 from the effect's distance behind it, linear in between.
  public func maskAlpha(cell: Int, length: Int, head: Int) -> Double {
    guard case .some(let distance) = parts.mask, length > 0 else { return 1 }
    let reach = Double(max(0, distance ?? length))
    let way = Double(cell) + 0.5 - Double(head)
    guard way > 0 else { return 1 }
    return reach > 0 ? max(0, 1 - way / reach) : 0
  }

  /// The colour of the tint that counts.
  var tintColor: CellColor? { parts.tint?.color }

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

  /// The tint and the mask that count, after lists in lists have been flattened.
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
      // Taken from the back, so that the first one found is the last in order.
      case .combined(let styles): rest += styles
      }
    }
    return (tint, mask)
  }
}
