// SPDX-License-Identifier: Apache-2.0

import CLibrary

// The contents of journals.
extension WalkJournal {
  /// The contents of a journal, with what's needed to append to it.
  struct Contents {
    var outline = Outline()
    var walk = SavedWalk(flowID: "", fingerprint: 0)
    var coding = EventCoding()
    var names = Names()

    /// The last remark.
    var remark: String?

    /// The seal of the records after the first; nil if they aren't sealed.
    var seal: JournalSeal?

    /// The number of records.
    var count = 0
  }

  /// The data of a walk that its journal shows without a key.
  package struct Outline: Hashable, Sendable {
    /// The path of the flow file, or an empty text if there is none.
    package internal(set) var flowPath = ""

    /// The id of the flow.
    package internal(set) var flowID = ""

    /// The version of the flow.
    package internal(set) var flowVersion = 1

    /// Whether a key is needed to read the walk.
    package internal(set) var isSealed = false
  }

  /// Reads what a journal says of its walk without a key.
  ///
  /// - Throws: ``JournalError`` if it doesn't exist or is damaged.
  /// - Complexity: O(*n*) in the size of the file.
  package static func outline(_ id: String, in folder: String) throws(JournalError) -> Outline {
    let file = try opened(id, in: folder, O_RDONLY)
    defer { file.close() }
    let bytes = try bytes(of: file)
    do throws(SavedWalkError) {
      return try beginning(of: try JournalRecords.read(bytes)).outline
    } catch {
      throw .content(error)
    }
  }

  private static func beginning(
    of reading: JournalRecords.Reading
  ) throws(SavedWalkError) -> Contents {
    var contents = Contents()
    guard let first = reading.contents.first else {
      throw .damaged(offset: 0, reason: "the beginning of the walk is missing")
    }
    var beginning = ByteReader(first)
    contents.outline.flowPath = try beginning.text()
    contents.walk = try SavedWalk(beginning: &beginning)
    contents.outline.flowID = contents.walk.flowID
    contents.outline.flowVersion = contents.walk.flowVersion
    if !beginning.isAtEnd {
      contents.outline.isSealed = true
      for _ in 0..<JournalSeal.saltLength { _ = try beginning.byte() }
    }
    guard beginning.isAtEnd else { throw beginning.damaged("something follows the beginning") }
    return contents
  }

  /// Returns the contents of a file, and the length of its complete records.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - id: The id of the walk, for errors.
  ///   - key: The key, which is needed if the journal is sealed.
  /// - Returns: The contents, and the length.
  /// - Throws: ``JournalError`` if they're damaged, or need another key.
  static func contents(
    of file: [UInt8], id: String, key: (any RecordSeal)?
  ) throws(JournalError) -> (contents: Contents, length: Int) {
    let reading: JournalRecords.Reading
    var contents: Contents
    do throws(SavedWalkError) {
      reading = try JournalRecords.read(file)
      contents = try beginning(of: reading)
    } catch {
      throw .content(error)
    }
    contents.count = reading.contents.count
    var records = Array(reading.contents.dropFirst())
    if contents.outline.isSealed, let first = reading.contents.first {
      guard let key else { throw .sealed(id) }
      let seal = JournalSeal(key, first: first)
      for index in records.indices {
        guard let opened = seal.opened(records[index], position: index + 1) else {
          // The first tells whether the key is right.
          throw index == 0
            ? .otherKey(id)
            : .content(.damaged(offset: 0, reason: "the seal of record \(index + 2) is broken"))
        }
        records[index] = opened[...]
      }
      contents.seal = seal
    }
    do throws(SavedWalkError) {
      if contents.outline.isSealed {
        // Without it, the file ends before the first record that the key can open.
        guard let first = records.first else {
          throw .damaged(offset: 0, reason: "the beginning of the walk is missing")
        }
        var beginning = ByteReader(first)
        contents.walk = try SavedWalk(beginning: &beginning)
        records.removeFirst()
      }
      for record in records { try contents.read(record) }
    } catch {
      throw .content(error)
    }
    return (contents, reading.length)
  }

  /// Returns the walk in the bytes of a journal without a seal.
  ///
  /// - Throws: ``JournalError`` if they're damaged.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func walk(of bytes: [UInt8]) throws(JournalError) -> SavedWalk {
    try contents(of: bytes, id: "", key: nil).contents.walk
  }

  static func path(of id: String, in folder: String) -> String { "\(folder)/\(id).walk" }
}

extension WalkJournal.Contents {
  /// Adds the events of a record, or takes its remark.
  fileprivate mutating func read(_ record: ArraySlice<UInt8>) throws(SavedWalkError) {
    if record.first == JournalRecords.remark {
      guard let text = String(validating: record.dropFirst(), as: UTF8.self) else {
        throw .damaged(offset: record.startIndex, reason: "a text isn't valid UTF-8")
      }
      remark = text
      return
    }
    let names = self.names
    self.names = Names()
    var reader = ByteReader(record, names: names)
    while !reader.isAtEnd { walk.events.append(try coding.event(from: &reader)) }
    self.names = reader.takeNames()
  }
}
