// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// How flows are served to browsers.
public struct WebOptions: Sendable {
  /// The title of the site; nil for the title of each flow.
  public var title: String?

  /// The path below which everything is, such as `/forms`, without a slash at its end; empty for the root.
  public var basePath = ""

  /// A stylesheet that comes after the built-in one; empty for none.
  public var style = ""

  /// Where a visitor can go from the last page; nil for nowhere.
  public var done: String?

  /// The sites that may show pages in a frame, such as `https://example.com`; none by default.
  public var frameAncestors: [String] = []

  /// The header with the name of a visitor that a proxy has logged in, in lower case; nil for none.
  ///
  /// Then a request without it is refused, and nobody else reaches the walks of a visitor. Set it only if the proxy
  /// removes the header from the requests of visitors.
  public var userHeader: String?

  /// Whether the service listens on a loopback address only, so that every other host name is refused.
  public var isLocal = true

  /// The inputs of the flows, by name.
  public var inputs: [String: Value] = [:]

  /// The names of the inputs that visitors may give in the query of a flow's address.
  public var queryInputs: Set<String> = []

  /// The language of walks whose browser wants none that the flow has; nil for that of the flow.
  public var language: String?

  /// The time zone of the walks.
  public var zone = ZoneRules.utc

  /// The maximum size of a form in bytes.
  public var maximumFormByteCount = 1 << 20

  /// The maximum number of walks that a visitor may have begun and not ended, and that aren't removed.
  public var maximumWalkCount = 100

  /// Where files that visitors send are kept; nil if a path is typed.
  public var uploads: WebUploads?

  /// How long a walk is kept after its last change; nil for ever.
  public var lifetime: TimeSpan?

  /// How long a form may take to arrive, besides a second for each 4 KiB of it.
  public var arrivalPatience = Duration.seconds(60)

  /// How long a form waits for the effects that it begins, before the visitor is told that they're performed.
  var patience = Duration.seconds(2)

  /// How long an address without a walk begins one, in seconds.
  var beginningLifetime: Int64 = 86_400

  /// Creates the default options.
  public init() {}
}
