// SPDX-License-Identifier: Apache-2.0

// {"entries": [{"id": 1, "item": …}, …], "nextID": 7}, the oldest entry first. The next id is
// kept because an id that was given out before the stack was saved must not come back.

private enum StackKey: String, CodingKey {
  case entries, nextID
  case id, item
}

extension StepStack.Entry: Encodable where Item: Encodable {
  /// Encodes the id and the step.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackKey.self)
    try container.encode(id, forKey: .id)
    try container.encode(item, forKey: .item)
  }
}

extension StepStack.Entry: Decodable where Item: Decodable {
  /// Decodes an id and a step.
  ///
  /// - Throws: `DecodingError` when one is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StackKey.self)
    id = try container.decode(StepID.self, forKey: .id)
    item = try container.decode(Item.self, forKey: .item)
  }
}

extension StepStack: Encodable where Item: Encodable {
  /// Encodes the entries, oldest first, and the next id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackKey.self)
    try container.encode(StepID(serial: nextSerial), forKey: .nextID)
    var list = container.nestedUnkeyedContainer(forKey: .entries)
    for entry in self { try list.encode(entry) }
  }
}

extension StepStack: Decodable where Item: Decodable {
  /// Decodes a stack with the ids that it had.
  ///
  /// - Throws: `DecodingError` when an id is below 1, doesn't grow from the bottom to the top or
  ///   isn't below the next id, or when the next id leaves fewer than 2⁶² ids to give out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StackKey.self)
    let next = try container.decode(StepID.self, forKey: .nextID)
    guard next.rawValue <= Int64.max / 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: .nextID, in: container, debugDescription: "no ids are left after \(next)")
    }
    var list = try container.nestedUnkeyedContainer(forKey: .entries)
    var entries = SharedList<Entry>()
    while !list.isAtEnd {
      let entry = try list.decode(Entry.self)
      if let below = entries.first, entry.id <= below.id {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "id \(entry.id) stands above \(below.id); ids must grow")
      }
      guard entry.id < next else {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "id \(entry.id) is not below the next id \(next)")
      }
      entries.prepend(entry)
    }
    self.init(restoring: entries, nextSerial: next.rawValue)
  }
}
