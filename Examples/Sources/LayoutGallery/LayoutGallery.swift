// SPDX-License-Identifier: Apache-2.0

import TerminalCells

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Draws the features of the cells and the scroll stack as text pictures.
@main
struct LayoutGallery {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      try await run(options)
    } catch {
      complain("LayoutGallery: \(error)")
      exit(2)
    }
  }

  private static func run(_ options: Options) async throws {
    switch options.action {
    case .help: print(Options.help)
    case .list:
      let longest = Picture.all.map { $0.name.cellWidth }.max() ?? 0
      for picture in Picture.all {
        print(picture.name.aligned(.leading, to: longest + 2) + picture.title)
      }
    case .walk:
      var walk = try Walk()
      await walk.run()
    case .draw(let pictures):
      // Pictures of pages that are viewed only as text spell colors in letters.
      let depth =
        options.depth ?? (isatty(1) == 1 && getenv("NO_COLOR") == nil ? .truecolor : .none)
      let spellsStyles = !options.drawsSVG && depth == .none
      let pages = try pictures.map { picture in
        let page = Page(columns: options.columns, spellsStyles: spellsStyles)
        return page.grid(of: picture, panels: try picture.panels(page.space))
      }
      if options.drawsSVG {
        print(GridPicture(pages).svg, terminator: "")
      } else {
        for (number, page) in pages.enumerated() {
          if number > 0 { print() }
          print(page.text(depth: depth), terminator: "")
        }
      }
    }
  }

  private static func complain(_ text: String) {
    let bytes = Array((text.escapedForDisplay + "\n").utf8)
    _ = write(2, bytes, bytes.count)
  }
}
