// SPDX-License-Identifier: GPL-3.0-or-later

import FlowAnalysis
import FlowModel
import FlowScripts
import SourceDiagnostics
import TerminalCells

/// A page with the graph of a flow that reloads itself when its file has changed.
///
/// It needs no server: it opens its own file in a frame that nobody sees, which says its version and stops. Each step is
/// named in the address, so that the same one is shown after a reload.
struct GraphPage {
  /// The flow's id, or its file if it can't be read.
  let title: String

  /// The content below the title.
  private let content: String

  /// Creates a page with the mistakes of a flow.
  init(_ path: String, mistakes: DiagnosticList) {
    title = path
    let lines = DiagnosticRenderer().render(mistakes).split(separator: "\n")
    content = "<pre>\(lines.map(\.escapedForXML).joined(separator: "\n"))</pre>\n"
  }

  /// Creates a page with the graph of a flow, colored by what its scripts cover.
  ///
  /// - Parameters:
  ///   - report: The results of its scripts; nil if it has none.
  ///   - coverage: What they cover.
  init(_ report: TestReport?, _ coverage: FlowCoverage) {
    let definition = coverage.definition
    title = definition.id.name
    // Branches meet again where they end, as in other pictures.
    let graph = FlowGraph(definition, maximumExits: 1)
    let marks = report.map { _ in coverage.marks(of: graph) }
    let witnesses = StepWitnesses(of: definition)
    var content = "<p>\(Self.summary(report, coverage).escapedForXML) Click a step.</p>\n"
    content += "<main>\n\(graph.svg(marked: marks))</main>\n<aside>\n"
    for (number, node) in graph.nodes.enumerated() {
      content += Self.section(number, node, witnesses)
    }
    if report != nil { content += Self.list(of: coverage.gaps) }
    self.content = content + "</aside>\n"
  }

  /// The text of the page.
  var text: String {
    let head = "<title>\(title.escapedForXML)</title>\n<style>\n\(Self.style)</style>\n"
    let body = "<h1>\(title.escapedForXML)</h1>\n\(content)"
    // It tells one text from another; a restarted program has other versions, and the page reloads once more.
    let version = String(UInt(bitPattern: (head + body).hashValue), radix: 16)
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <script>
      const version = "\(version)";
      \(Self.script)</script>
      \(head)\(body)</html>

      """
  }

  private static func summary(_ report: TestReport?, _ coverage: FlowCoverage) -> String {
    guard let report else { return "The flow has no script." }
    let (passed, all) = (report.count(.passed), report.tests.count)
    let percent = coverage.count == 0 ? 100 : coverage.coveredCount * 100 / coverage.count
    return
      "\(passed) of \(all) \(all == 1 ? "test passes; it covers" : "tests pass; they cover") \(percent) %."
  }

  private static func section(
    _ number: Int, _ node: FlowGraph.Node, _ witnesses: StepWitnesses
  ) -> String {
    guard let place = node.place else { return "" }
    let way =
      switch witnesses.way(to: place) {
      case .always: "It's always reached."
      case .when(let answers): "It's reached, for example, when \(answers)."
      case .never: "No path reaches it."
      case nil: "Whether a path reaches it isn't known."
      }
    return """
      <section id="step-\(number)"><h2>\(node.label.escapedForXML)</h2>\
      <p>\(node.id.escapedForXML), line \(place.start.line)</p><p>\(way.escapedForXML)</p></section>

      """
  }

  /// The first parts that no script covers.
  private static func list(of gaps: [FlowCoverage.Gap]) -> String {
    guard !gaps.isEmpty else { return "" }
    var items = gaps.prefix(maximumGaps).map {
      "<li>line \($0.place.start.line): \($0.message.escapedForXML)</li>"
    }
    if gaps.count > maximumGaps { items.append("<li>and \(gaps.count - maximumGaps) more</li>") }
    return "<h2>Not covered</h2>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>\n"
  }

  private static let maximumGaps = 50

  private static let script = """
    if (parent !== window) {
      parent.postMessage({ stackflow: version }, "*");
      stop();
    } else {
      addEventListener("message", ({ data }) => {
        if (data && data.stackflow && data.stackflow !== version) location.reload();
      });
      addEventListener("DOMContentLoaded", () => {
        document.body.classList.add("live");
        const show = (id) => document.querySelectorAll("section").forEach((section) => {
          section.classList.toggle("shown", section.id === id);
        });
        show(location.hash.slice(1));
        document.querySelectorAll(".node").forEach((node, number) => {
          const id = "step-" + number;
          if (!document.getElementById(id)) return;
          const open = () => { show(id); history.replaceState(null, "", "#" + id); };
          node.setAttribute("tabindex", "0");
          node.setAttribute("role", "button");
          node.addEventListener("click", open);
          node.addEventListener("keydown", (event) => { if (event.key === "Enter") open(); });
        });
        setInterval(() => {
          const frame = document.createElement("iframe");
          frame.hidden = true;
          frame.src = location.href.split(/[?#]/)[0] + "?" + Date.now();
          document.body.append(frame);
          setTimeout(() => frame.remove(), 900);
        }, 1000);
      });
    }

    """

  private static let style = """
    :root { color-scheme: light dark }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem; max-width: 90rem }
    h1 { font-size: 1.3rem; margin: 0 } h2 { font-size: 1rem; margin: 0 }
    pre { overflow: auto }
    main { display: inline-block; vertical-align: top; max-width: 100%; overflow: auto }
    aside { display: inline-block; vertical-align: top; max-width: 30rem; margin: 1rem; position: sticky; top: 1rem }
    aside p { margin: .2rem 0 }
    section { padding: .8rem 1rem; margin-bottom: 1rem; border-left: 3px solid; overflow-wrap: anywhere }
    .live section:not(.shown) { display: none }
    .node[role] { cursor: pointer } .node:focus { outline: 2px solid; outline-offset: 2px }

    """
}
