// SPDX-License-Identifier: Apache-2.0

import CLibrary
public import FlowExpressions

extension SystemHost {
  /// The user's time zone: that of `TZ`, or else the machine's, or else UTC.
  ///
  /// `TZ` means what it means to the GNU C library: the file of a zone, by an absolute path or by a name in the
  /// folder `TZDIR`, such as `Europe/Berlin`, or else a rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`; a leading
  /// colon changes nothing. If it means neither, the zone is UTC; ``zone(complaining:)`` says so.
  public static var zone: ZoneRules { zone { _ in } }

  /// Returns the user's time zone, as ``zone``.
  ///
  /// - Parameter complain: Takes why `TZ` or the machine's zone isn't understood, so that UTC is used.
  /// - Returns: The rules of the zone.
  package static func zone(complaining complain: (String) -> Void) -> ZoneRules {
    guard let text = environment("TZ") else {
      guard SystemFiles.exists(machineFile) else { return .utc }
      if let zone = zone(inFile: machineFile) { return zone }
      complain("the time zone in \(machineFile) can't be read, so times are in UTC")
      return .utc
    }
    if let zone = zone(ofVariable: text) { return zone }
    complain(
      "the time zone '\(text.prefix(64))' of TZ is neither a zone in \(ZoneFolder.system.path), a file of one, nor "
        + "a rule such as 'CET-1CEST,M3.5.0,M10.5.0/3', so times are in UTC")
    return .utc
  }

  private static let machineFile = "/etc/localtime"

  /// Returns the zone that a name means which isn't the user's own: one of the machine's zones, or a rule; nil
  /// if it means neither.
  ///
  /// No name reads any other file.
  package static func zone(named name: String) -> ZoneRules? {
    (try? ZoneFolder.system.zone(named: name)) ?? (try? ZoneRules(rule: name))
  }

  /// Returns the zone that a value of `TZ` means; nil if it means none.
  static func zone(ofVariable text: String) -> ZoneRules? {
    let plain = text.hasPrefix(":") ? String(text.dropFirst()) : text
    // Containers name UTC, and have no files of zones.
    if plain.isEmpty || plain == "UTC" || plain == "Etc/UTC" { return .utc }
    if let zone = try? ZoneFolder.system.zone(named: plain) { return zone }
    let path = plain.hasPrefix("/") ? plain : "\(ZoneFolder.system.path)/\(plain)"
    return zone(inFile: path) ?? (try? ZoneRules(rule: plain))
  }

  /// Returns the zone in a file, with the name that it has in the folder of zones, or that its link gives; nil
  /// if it isn't readable.
  private static func zone(inFile path: String) -> ZoneRules? {
    var name = path == machineFile ? "localtime" : path
    if let real = realpath(path, nil) {
      // strstr, because the first search for a string in a string instantiates 0.3 million
      // instructions' worth of generic types.
      if let folder = strstr(real, "zoneinfo/") { name = String(cString: folder + 9) }
      free(real)
    }
    return try? ZoneRules(file: path, name: name)
  }
}
