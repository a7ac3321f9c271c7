// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The program's options.
struct Options {
  enum Action {
    case help, list, walk
    case draw([Picture])
  }

  var action: Action = .draw(Picture.all)
  var columns = 80
  var depth: ColorDepth?
  var drawsSVG = false

  static let help = """
    usage: LayoutGallery [--width N] [--only NAME]… [--color DEPTH] [--svg]
           LayoutGallery --list
           LayoutGallery --walk

    Draws the features of TerminalCells, ScrollStackLayout, and StackFlowView.

      --width N      the width of the page in cells, from 20 to 500; 80 by default
      --only NAME    only this picture; can be repeated
      --color DEPTH  truecolor, 256, 16, or none; by default, colors if the output is a terminal
      --svg          a single SVG drawing instead of text
      --list         the names of the pictures
      --walk         a flow to try out in this terminal
    """

  init(_ arguments: [String]) throws(OptionError) {
    var rest = arguments[...]
    var chosen: [Picture] = []
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": action = .help
      case "--list": action = .list
      case "--walk": action = .walk
      case "--svg": drawsSVG = true
      case "--width":
        guard let width = rest.popFirst().flatMap({ Int($0) }), (20...500).contains(width) else {
          throw OptionError("--width takes a number from 20 to 500")
        }
        columns = width
      case "--color":
        depth = try Self.depth(rest.popFirst())
      case "--only":
        let name = rest.popFirst() ?? ""
        guard let picture = Picture.all.first(where: { $0.name == name }) else {
          throw OptionError("there is no picture '\(name)'; --list names them")
        }
        chosen.append(picture)
      default: throw OptionError("unknown argument '\(argument)'; --help shows them all")
      }
    }
    if case .draw = action, !chosen.isEmpty { action = .draw(chosen) }
  }

  private static func depth(_ name: String?) throws(OptionError) -> ColorDepth {
    switch name {
    case "truecolor": return .truecolor
    case "256": return .indexed256
    case "16": return .ansi16
    case "none": return .none
    default: throw OptionError("--color takes truecolor, 256, 16, or none")
    }
  }
}

/// A mistake in the arguments.
struct OptionError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
