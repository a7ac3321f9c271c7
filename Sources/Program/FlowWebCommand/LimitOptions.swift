// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowWeb
import HummingbirdCore
import ProgramParts

/// Options about how much visitors may send, and how long it's kept.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Remove walks that weren't changed for this time, such as 12h or 7d.", valueName: "duration"))
  var expire: TimeLimit?

  @Option(
    help: ArgumentHelp(
      "The folder of the files that visitors send; by default, one beside that of the walks.",
      valueName: "dir"),
    completion: .directory)
  var uploads: String?

  @Option(
    help: ArgumentHelp(
      "The maximum size of a file that a visitor sends, such as 500k or 20m; with 0, paths are typed.",
      valueName: "size"))
  var maxUpload = ByteCount(10 << 20)

  @Option(
    help: ArgumentHelp(
      "End connections on which nothing comes for this time, and forms that take longer to arrive.",
      valueName: "duration"))
  var idle = TimeLimit(seconds: 60)

  /// Sets what the options say.
  func apply(to options: inout WebOptions, store: String?) {
    options.lifetime = expire?.span
    options.arrivalPatience = idle.duration
    guard maxUpload.count > 0, let folder = folder(store) else { return }
    var uploads = WebUploads(in: folder)
    uploads.maximumByteCount = maxUpload.count
    options.uploads = uploads
  }

  /// The folder of files: beside that of the walks, which a database isn't.
  private func folder(_ store: String?) -> String? {
    if let uploads { return uploads }
    guard let store else { return SystemHost.stateFolder.map { $0 + "/web-files" } }
    guard !store.contains("://") else { return nil }
    return (store.hasSuffix("/") ? String(store.dropLast()) : store) + "-files"
  }

  /// Returns the server of pages, which ends connections that say nothing, and requests with large headers.
  func server(of service: WebService) -> HTTPServerBuilder {
    let channel = WebChannel(service, idle: idle.duration)
    return HTTPServerBuilder { _ in channel }
  }
}

/// A number of bytes such as `500k` or `20m`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  let count: Int

  init(_ count: Int) { self.count = count }

  init?(argument: String) {
    let units: [Character: Int] = ["k": 1 << 10, "m": 1 << 20, "g": 1 << 30]
    let unit = argument.last.flatMap { units[Character($0.lowercased())] }
    let digits = unit == nil ? Substring(argument) : argument.dropLast()
    guard let number = Int(digits), number >= 0, number <= 1 << 30,
      case let (count, overflow) = number.multipliedReportingOverflow(by: unit ?? 1), !overflow,
      count <= 1 << 40
    else { return nil }
    self.count = count
  }

  var description: String {
    count > 0 && count % (1 << 20) == 0 ? "\(count >> 20)m" : "\(count)"
  }
}

#endif
