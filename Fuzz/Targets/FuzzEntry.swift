// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The target of this process, from STACKFLOW_FUZZ_TARGET.
private let chosen = getenv("STACKFLOW_FUZZ_TARGET").flatMap {
  FuzzTarget(rawValue: String(cString: $0))
}

/// Runs an input of libFuzzer, which only `Scripts/fuzz` links.
///
/// A violation ends the process, because that's how libFuzzer detects it.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let chosen else { fatalError("STACKFLOW_FUZZ_TARGET names no target") }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = chosen.violation(for: bytes) { fatalError(violation) }
  return 0
}
