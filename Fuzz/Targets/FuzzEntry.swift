// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The target of this process, chosen by STACKFLOW_FUZZ_TARGET.
private let chosen = getenv("STACKFLOW_FUZZ_TARGET").flatMap {
  FuzzTarget(rawValue: String(cString: $0))
}

/// Feeds an input of libFuzzer, which is linked only by `Scripts/fuzz`.
///
/// What must hold and does not ends the process, for that is how libFuzzer is told.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let chosen else { fatalError("STACKFLOW_FUZZ_TARGET names no target") }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = chosen.violation(for: bytes) { fatalError(violation) }
  return 0
}
