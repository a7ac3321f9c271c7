// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension SystemHost {
  /// The user's time zone: `$TZ`, or else the machine's, or else UTC.
  ///
  /// `TZ` is a name such as `Europe/Berlin`, with or without a leading colon. Other forms, and
  /// names that the machine doesn't know, mean UTC, as in the C library.
  public static var zone: ZoneRules {
    if let name = environment("TZ") {
      let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
      return plain.isEmpty ? .utc : (try? ZoneFolder.system.zone(named: plain)) ?? .utc
    }
    return machineZone ?? .utc
  }

  /// The zone in `/etc/localtime`, with the name that its link gives.
  private static var machineZone: ZoneRules? {
    let file = "/etc/localtime"
    guard let bytes = try? SystemFiles.read(file, limit: 1 << 20) else { return nil }
    var name = "localtime"
    if let real = realpath(file, nil) {
      // strstr, because the first search for a string in a string instantiates 0.3 million
      // instructions' worth of generic types.
      if let folder = strstr(real, "zoneinfo/") { name = String(cString: folder + 9) }
      free(real)
    }
    return try? ZoneRules(tzif: bytes, name: name)
  }
}
