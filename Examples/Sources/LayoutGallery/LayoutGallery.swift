// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// Draws each feature of the layout as a picture: `LayoutGallery [--svg] [--columns N] [NAME…]`.
///
/// Without `--columns` each picture is drawn at 20, 80 and 200 columns. `--walk` walks a flow of
/// pictures by hand in a terminal instead.
@main
enum LayoutGallery {
  static func main() throws {
    var widths = [20, 80, 200]
    var isSVG = false
    var names: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--svg": isSVG = true
      case "--walk": return try Walk().run()
      case "--columns":
        if let columns = arguments.popFirst().flatMap({ Int($0) }) { widths = [columns] }
      default: names.append(argument)
      }
    }
    let scenes = try Scene.all().filter { names.isEmpty || names.contains($0.name) }
    if isSVG {
      let columns = widths.count == 1 ? widths[0] : 80
      print(SVGPicture.document(try scenes.map { ($0.name, try $0.draw(columns)) }))
      return
    }
    for columns in widths {
      for scene in scenes {
        print("── \(scene.name), \(columns) columns: \(scene.caption)")
        for line in try scene.draw(columns).lines { print(line) }
      }
    }
  }
}
