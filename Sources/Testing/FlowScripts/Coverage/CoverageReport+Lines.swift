// SPDX-License-Identifier: Apache-2.0

import TerminalCells

// The formats for which coverage is a matter of lines and their branches.
extension CoverageReport {
  /// The tracefile of LCOV, as the manual page geninfo(1) describes it.
  var lcov: String {
    var text = ""
    for flow in flows {
      let lines = flow.coverage.lines
      text += "TN:\nSF:\(flow.path.withoutHere)\n"
      for line in lines {
        for (branch, isTaken) in line.branches.enumerated() {
          let taken = line.isHit ? (isTaken ? "1" : "0") : "-"
          text += "BRDA:\(line.number),0,\(branch),\(taken)\n"
        }
      }
      let branches = lines.flatMap(\.branches)
      text += "BRF:\(branches.count)\nBRH:\(branches.count { $0 })\n"
      for line in lines { text += "DA:\(line.number),\(line.isHit ? 1 : 0)\n" }
      text += "LF:\(lines.count)\nLH:\(lines.count(where: \.isHit))\nend_of_record\n"
    }
    return text
  }

  /// The XML of Cobertura: a class for each flow file.
  func cobertura(at seconds: Int64) -> String {
    let all = Rates(flows.flatMap { $0.coverage.lines })
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
    text += "<coverage\(all.rates) lines-covered=\"\(all.hitLines)\" lines-valid=\"\(all.lines)\""
    text += " branches-covered=\"\(all.takenBranches)\" branches-valid=\"\(all.branches)\""
    text += " complexity=\"0\" version=\"1\" timestamp=\"\(seconds)\">\n"
    text += "  <sources><source>.</source></sources>\n"
    text += "  <packages>\n    <package name=\"flows\"\(all.rates) complexity=\"0\">\n"
    text += "      <classes>\n"
    for flow in flows {
      let lines = flow.coverage.lines
      let path = "\"\(flow.path.withoutHere.escapedForXML)\""
      text +=
        "        <class name=\(path) filename=\(path)\(Rates(lines).rates) complexity=\"0\">\n"
      text += "          <methods/>\n          <lines>\n"
      for line in lines { text += "            \(Self.element(of: line))\n" }
      text += "          </lines>\n        </class>\n"
    }
    return text + "      </classes>\n    </package>\n  </packages>\n</coverage>\n"
  }

  private static func element(of line: FlowCoverage.Line) -> String {
    var text = "<line number=\"\(line.number)\" hits=\"\(line.isHit ? 1 : 0)\""
    let (all, taken) = (line.branches.count, line.branches.count { $0 })
    if all > 0 {
      text += " branch=\"true\" condition-coverage=\"\(taken * 100 / all)% (\(taken)/\(all))\""
    } else {
      text += " branch=\"false\""
    }
    return text + "/>"
  }

  /// The numbers of lines and branches.
  private struct Rates {
    let lines, hitLines, branches, takenBranches: Int

    init(_ all: [FlowCoverage.Line]) {
      lines = all.count
      hitLines = all.count(where: \.isHit)
      branches = all.reduce(0) { $0 + $1.branches.count }
      takenBranches = all.reduce(0) { $0 + $1.branches.count { $0 } }
    }

    var rates: String {
      " line-rate=\"\(Self.rate(hitLines, lines))\" branch-rate=\"\(Self.rate(takenBranches, branches))\""
    }

    private static func rate(_ part: Int, _ whole: Int) -> String {
      whole == 0 ? "1.000" : (Double(part) / Double(whole)).inMilliseconds
    }
  }
}

extension String {
  /// The path without the folder `.` at its beginning, as version control names files.
  fileprivate var withoutHere: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
