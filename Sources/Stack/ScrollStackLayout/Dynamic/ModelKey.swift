// SPDX-License-Identifier: Apache-2.0

/// The id of a model as a key.
///
/// An `AnyHashable` asks the runtime whether the type of the id has a representation of its own, and
/// the first answer takes a search of all conformances of the program.
struct ModelKey: Hashable {
  private let id: any Hashable

  init(_ id: some Hashable) { self.id = id }

  static func == (one: ModelKey, other: ModelKey) -> Bool { isEqual(one.id, other.id) }

  private static func isEqual<ID: Hashable>(_ one: ID, _ other: any Hashable) -> Bool {
    type(of: other) == ID.self && (other as? ID) == one
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
