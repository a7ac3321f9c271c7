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
  var expire: WebDuration?

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
  var idle = WebDuration(seconds: 60)

  /// Sets what the options say.
  func apply(to options: inout WebOptions, store: String?) {
    options.lifetime = expire?.span
    options.arrivalPatience = .seconds(idle.span.wholeSeconds)
    guard maxUpload.count > 0, let folder = folder(store) else { return }
    var uploads = WebUploads(in: folder)
    uploads.maximumByteCount = maxUpload.count
    options.uploads = uploads
  }

  /// The folder of files: beside that of the walks, which a database isn't.
  private func folder(_ store: String?) -> String? {
    if let uploads { return uploads }
    guard let store else { return StateFolder.path.map { $0 + "/web-files" } }
    guard !store.contains("://") else { return nil }
    return (store.hasSuffix("/") ? String(store.dropLast()) : store) + "-files"
  }

  /// Returns the server of pages, which ends connections that say nothing, and requests with large headers.
  func server(of service: WebService) -> HTTPServerBuilder {
    let channel = WebChannel(service, idle: idle.span.wholeSeconds)
    return HTTPServerBuilder { _ in channel }
  }
}

/// A time such as `12h`, or seconds.
struct WebDuration: ExpressibleByArgument, CustomStringConvertible {
  let span: TimeSpan
  let description: String

  init(seconds: Int64) {
    span = (try? TimeSpan(seconds: seconds)) ?? .zero
    description = "\(seconds)s"
  }

  init?(argument: String) {
    let isNumber = !argument.isEmpty && argument.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    guard let span = try? TimeSpan(typed: isNumber ? argument + "s" : argument),
      span.wholeSeconds > 0
    else { return nil }
    self.span = span
    description = argument
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
