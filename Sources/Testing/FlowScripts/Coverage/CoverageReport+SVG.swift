// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import TerminalCells

extension CoverageReport {
  /// The graphs of the flows, one below another, colored by what's covered.
  var svg: String {
    let pictures = flows.map { flow -> (path: String, text: String, width: Int, height: Int) in
      // Branches meet again where they end, as in the picture of `stackflow graph`.
      let graph = FlowGraph(flow.coverage.definition, maximumExits: 1)
      let text = graph.svg(marked: flow.coverage.marks(of: graph))
      let (width, height) = Self.size(of: text)
      return (flow.path, text, width, height)
    }
    if pictures.count == 1, let only = pictures.first { return only.text }
    let width = pictures.map(\.width).max() ?? 0
    let height = pictures.reduce(0) { $0 + $1.height + Self.caption }
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img">
      <style>
      .path { fill: #24292f; font: bold 14px sans-serif }
      @media (prefers-color-scheme: dark) { .path { fill: #d8dee4 } }
      </style>

      """
    var top = 0
    for picture in pictures {
      text +=
        "<text class=\"path\" x=\"8\" y=\"\(top + 20)\">\(picture.path.escapedForXML)</text>\n"
      text += "<svg y=\"\(top + Self.caption)\" \(picture.text.dropFirst("<svg ".count))"
      top += picture.height + Self.caption
    }
    return text + "</svg>\n"
  }

  /// The height of the line above each graph, in pixels.
  private static let caption = 32

  /// Returns the width and the height that an image names in its first line.
  private static func size(of svg: String) -> (width: Int, height: Int) {
    func number(after name: String) -> Int {
      let text = svg.prefix { $0 != ">" }.split(separator: " ").first { $0.hasPrefix("\(name)=\"") }
      return Int(text?.split(separator: "\"").last ?? "") ?? 0
    }
    return (number(after: "width"), number(after: "height"))
  }
}
