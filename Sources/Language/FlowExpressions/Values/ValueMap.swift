// SPDX-License-Identifier: Apache-2.0

/// A map of the expression language: entries in insertion order, found by key.
///
/// Keys are bools, ints, uints, and strings. Keys that are equal in the language are one key: `1`
/// and `1u` are the same key, and a lookup of `1.0` finds it. A lookup of another type finds
/// nothing.
///
/// - Complexity: A lookup is O(1). Up to sixteen entries are searched linearly, which is about as fast,
///   and needs no table.
public struct ValueMap: Sendable {
  /// A key and its value.
  public struct Entry: Sendable, Hashable {
    /// The key: a bool, int, uint, or string.
    public let key: Value

    /// The value.
    public var value: Value

    /// Creates an entry.
    init(key: Value, value: Value) {
      self.key = key
      self.value = value
    }
  }

  private static let linearLimit = 16

  private var entries: [Entry]
  private var extras = Extras.none

  /// Creates an empty map.
  public init() { entries = [] }

  /// Creates a map from entries.
  ///
  /// If keys are equal, the last value wins, at the position of the first.
  public init(_ entries: some Sequence<(String, Value)>) {
    self.init()
    for (key, value) in entries { self[.string(key)] = value }
  }

  /// The keys, in order.
  public var keys: [Value] { entries.map(\.key) }

  /// Reserves capacity for a number of entries.
  package mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    if count > ValueMap.linearLimit { extras.changeIndex { $0.reserveCapacity(count) } }
  }

  /// Returns whether a value can be a key: a bool, int, uint, or string.
  package static func isKey(_ value: Value) -> Bool {
    switch value {
    case .bool, .int, .uint, .string: true
    default: false
    }
  }

  /// The value of a key.
  ///
  /// Setting `nil` removes the entry, in O(*n*). Setting a key that is neither a Boolean,
  /// an integer, nor a text does nothing.
  public subscript(key: Value) -> Value? {
    get { position(of: key).map { entries[$0].value } }
    set {
      if let position = position(of: key) {
        if let newValue {
          entries[position].value = newValue
        } else {
          entries.remove(at: position)
          rebuildIndex()
        }
      } else if let newValue {
        append(key, newValue)
      }
    }
  }

  /// The value of a string key.
  public subscript(key: String) -> Value? {
    get { self[.string(key)] }
    set { self[.string(key)] = newValue }
  }

  /// Adds an entry.
  ///
  /// Returns false, without a change, if the key exists or can't be a key.
  package mutating func insert(_ key: Value, _ value: Value) -> Bool {
    guard ValueMap.isKey(key), position(of: key) == nil else { return false }
    append(key, value)
    return true
  }

  /// Adds an entry under a text that the caller knows isn't a key yet.
  package mutating func appendNew(_ key: String, _ value: Value) { append(.string(key), value) }

  private mutating func append(_ key: Value, _ value: Value) {
    guard let mapKey = MapKey(key), ValueMap.isKey(key) else { return }
    entries.append(Entry(key: key, value: value))
    if entries.count > ValueMap.linearLimit {
      if extras.index?.isEmpty != false {
        rebuildIndex()
      } else {
        let position = entries.count - 1
        extras.changeIndex { $0[mapKey] = position }
      }
    }
  }

  private mutating func rebuildIndex() {
    let entries = entries
    guard entries.count > ValueMap.linearLimit || extras.index != nil else { return }
    extras.changeIndex { index in
      index.removeAll(keepingCapacity: true)
      guard entries.count > ValueMap.linearLimit else { return }
      index.reserveCapacity(entries.count)
      for (position, entry) in entries.enumerated() {
        if let key = MapKey(entry.key) { index[key] = position }
      }
    }
  }

  private func position(of key: Value) -> Int? {
    if let index = extras.index, !index.isEmpty { return MapKey(key).flatMap { index[$0] } }
    if case .string(let text) = key {
      for (position, entry) in entries.enumerated() {
        if case .string(let other) = entry.key, TextBytes.equal(text, other) { return position }
      }
      return nil
    }
    guard let wanted = MapKey(key) else { return nil }
    return entries.firstIndex { MapKey($0.key) == wanted }
  }
}

/// Who a record is, whatever is in it: the same object for the same record.
package final class RecordIdentity: Sendable {
  package init() {}
}

/// The names that the parts of a record have in data, where they aren't the keys of the map.
package final class RecordNames: Sendable {
  private let names: [String: String]

  /// Creates names by the keys of the map.
  package init(_ names: [String: String]) { self.names = names }

  /// The name of the part with a key of the map; nil if that's the key.
  package subscript(key: String) -> String? { names[key] }

  /// Returns the names without that of a part, which something else has replaced; nil for no names.
  package func without(_ key: String) -> RecordNames? {
    guard names[key] != nil else { return self }
    let others = names.filter { $0.key != key }
    return others.isEmpty ? nil : RecordNames(others)
  }
}

extension ValueMap {
  /// Who the record is; nil for a map that's made by an expression, or comes from outside.
  ///
  /// It isn't part of the value: maps that differ only in it are equal, and nothing shows it.
  package var identity: RecordIdentity? {
    get { extras.identity }
    set { extras = Extras(extras.index, newValue, extras.names) }
  }

  /// The names that the record's parts have in data; nil if they're the keys, and for any other map.
  ///
  /// It isn't part of the value: maps that differ only in it are equal, and expressions can't see it.
  package var names: RecordNames? {
    get { extras.names }
    set { extras = Extras(extras.index, extras.identity, newValue) }
  }

  /// The storage for parts that few maps have beside their entries, in one word.
  private enum Extras: Sendable {
    case none
    case index([MapKey: Int])
    case identity(RecordIdentity)
    case names(RecordNames)
    indirect case several([MapKey: Int]?, RecordIdentity?, RecordNames?)

    init(_ index: [MapKey: Int]?, _ identity: RecordIdentity?, _ names: RecordNames?) {
      switch (index, identity, names) {
      case (nil, nil, nil): self = .none
      case (let index?, nil, nil): self = .index(index)
      case (nil, let identity?, nil): self = .identity(identity)
      case (nil, nil, let names?): self = .names(names)
      default: self = .several(index, identity, names)
      }
    }

    /// The positions of the entries; nil as long as there are few.
    var index: [MapKey: Int]? {
      switch self {
      case .none, .identity, .names: nil
      case .index(let index): index
      case .several(let index, _, _): index
      }
    }

    var identity: RecordIdentity? {
      switch self {
      case .none, .index, .names: nil
      case .identity(let identity): identity
      case .several(_, let identity, _): identity
      }
    }

    var names: RecordNames? {
      switch self {
      case .none, .index, .identity: nil
      case .names(let names): names
      case .several(_, _, let names): names
      }
    }

    /// Changes the index in place.
    mutating func changeIndex(_ change: (inout [MapKey: Int]) -> Void) {
      var index = index ?? [:]
      let (identity, names) = (identity, names)
      // Drop the second reference, so that the index changes in place.
      self = .none
      change(&index)
      self = Extras(index, identity, names)
    }
  }
}

extension ValueMap: RandomAccessCollection {
  /// The index of the first entry.
  public var startIndex: Int { 0 }

  /// The index after the last entry.
  public var endIndex: Int { entries.count }

  /// The entry at an index.
  public subscript(position: Int) -> Entry { entries[position] }
}

extension ValueMap: Hashable {
  /// Returns whether both have identical entries in the same order.
  public static func == (left: ValueMap, right: ValueMap) -> Bool { left.entries == right.entries }

  /// Hashes the entries.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

/// A key for which keys that are equal in the language are equal and hash the same.
private enum MapKey: Hashable {
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case string(String)

  init?(_ value: Value) {
    switch value {
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .uint(let uint):
      self = Int64(exactly: uint).map { .int($0) } ?? .uint(uint)
    case .string(let text): self = .string(text)
    case .double(let double):
      if let int = Int64(exactly: double) {
        self = .int(int)
      } else if let uint = UInt64(exactly: double) {
        self = .uint(uint)
      } else {
        return nil
      }
    default: return nil
    }
  }

  static func == (left: MapKey, right: MapKey) -> Bool {
    switch (left, right) {
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.string(let a), .string(let b)): TextBytes.equal(a, b)
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .uint(let value): hasher.combine(value)
    case .string(let value): hasher.combine(textBytes: value)
    }
  }
}
