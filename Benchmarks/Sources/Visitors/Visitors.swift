// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Visitors of a site that walk flows at the same time, each as a browser without scripts, and as fast as the site lets them.
///
/// They take as little of the processor as they can, because what they take is missing to the site. Usage:
/// `Visitors PORT START FORMS END VISITORS WALKS`: each visitor makes a number of walks, or, as in `2.5s`, begins walks
/// for that time. A walk begins at the address START with a new connection and no cookies, and sends FORMS forms; the page
/// after the last one has to contain the text END. Prints JSON: the seconds, those of the processor that the visitors took,
/// the number of walks, and the milliseconds of each request.
@main
enum Visitors {
  private struct Plan {
    var port: UInt16
    var start: String
    var formCount: Int
    var end: String
    var visitorCount: Int
    var walkCount = Int.max
    var seconds = Double.infinity

    init?(_ arguments: [String]) {
      guard arguments.count == 6, let port = UInt16(arguments[0]),
        let formCount = Int(arguments[2]),
        let visitorCount = Int(arguments[4])
      else { return nil }
      (self.port, start, self.formCount) = (port, arguments[1], formCount)
      (end, self.visitorCount) = (arguments[3], visitorCount)
      if arguments[5].hasSuffix("s") {
        guard let seconds = Double(arguments[5].dropLast()) else { return nil }
        self.seconds = seconds
      } else {
        guard let walkCount = Int(arguments[5]) else { return nil }
        self.walkCount = walkCount
      }
    }
  }

  static func main() {
    guard let plan = Plan(Array(CommandLine.arguments.dropFirst())) else {
      fail("usage: Visitors PORT START FORMS END VISITORS WALKS")
    }
    let results = Mutex<(walkCount: Int, times: [Double])>((0, []))
    let (begun, own) = (Browser.now, processorSeconds())
    let ended = DispatchGroup()
    for _ in 0..<plan.visitorCount {
      ended.enter()
      Thread {
        let (count, times) = walks(plan, since: begun)
        results.withLock { ($0.walkCount, $0.times) = ($0.walkCount + count, $0.times + times) }
        ended.leave()
      }.start()
    }
    ended.wait()
    let (seconds, processor) = (Browser.now - begun, processorSeconds() - own)
    let found = results.withLock { $0 }
    let times = found.times.map { String(format: "%.4f", $0 * 1_000) }.joined(separator: ",")
    print(
      """
      {"seconds": \(seconds), "processor": \(processor), "walks": \(found.walkCount), "times": [\(times)]}
      """)
  }

  private static func walks(
    _ plan: Plan, since begun: Double
  ) -> (count: Int, times: [Double]) {
    var (count, times) = (0, [Double]())
    while count < plan.walkCount, Browser.now - begun < plan.seconds {
      var browser = Browser(port: plan.port)
      do throws(Browser.Surprise) {
        try browser.open(plan.start)
        for _ in 0..<plan.formCount { try browser.sendForm(answering: "x") }
        guard browser.pageContains(plan.end) else {
          throw .init("the last page lacks '\(plan.end)'")
        }
      } catch {
        fail("\(browser.address): \(error.reason)\n\(browser.page.prefix(2_000))")
      }
      browser.close()
      count += 1
      times += browser.times
    }
    return (count, times)
  }

  private static func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("Visitors: \(message)\n".utf8))
    exit(1)
  }
}
