// SPDX-License-Identifier: Apache-2.0

/// A misuse of a stack; the call that throws it changes nothing and announces nothing.
///
/// A function that declares `throws(FlowStackError)` throws nothing else, so write `do { … } catch { … }`, where `error`
/// has this type. `catch is FlowStackError` says no more, and some compilers crash at it.
public enum FlowStackError: Error, Hashable, Sendable {
  /// A count below 0 was given.
  case negativeCount(Int)

  /// An index outside `0..<count` was given to a ``LinearDriver``.
  case indexOutOfRange(index: Int, count: Int)

  /// The answered request was answered before, was canceled by a newer one or by a move, belongs
  /// to another stack, or is another object's to answer.
  case staleRequest(NavigationRequest)
}

extension FlowStackError: CustomStringConvertible {
  /// The message, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .negativeCount(let count): "found the count \(count), expected 0 or more"
    case .indexOutOfRange(let index, let count):
      "found the index \(index), expected one of \(count) steps, counted from 0"
    case .staleRequest(let request): "the request '\(request)' is no longer open"
    }
  }
}
