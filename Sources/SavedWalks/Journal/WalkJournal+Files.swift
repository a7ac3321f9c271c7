// SPDX-License-Identifier: Apache-2.0

import FlowForms

// The contents of journals.
extension WalkJournal {
  /// The contents of a journal, with what's needed to append to it.
  struct Contents {
    var flowPath = ""
    var walk = SavedWalk(flowID: "", fingerprint: 0)
    var coding = EventCoding()
    var names = Names()
  }

  /// Returns the contents of a file, and the length of its complete records.
  static func contents(of file: [UInt8]) throws(JournalError) -> (contents: Contents, length: Int) {
    do throws(SavedWalkError) {
      let reading = try JournalRecords.read(file)
      var contents = Contents()
      guard let first = reading.contents.first else {
        throw .damaged(offset: 0, reason: "the beginning of the walk is missing")
      }
      var beginning = ByteReader(first)
      contents.flowPath = try beginning.text()
      contents.walk = try SavedWalk(beginning: &beginning)
      guard beginning.isAtEnd else { throw beginning.damaged("something follows the beginning") }
      for record in reading.contents.dropFirst() {
        let names = contents.names
        contents.names = Names()
        var reader = ByteReader(record, names: names)
        while !reader.isAtEnd {
          contents.walk.events.append(try contents.coding.event(from: &reader))
        }
        contents.names = reader.takeNames()
      }
      return (contents, reading.length)
    } catch {
      throw .content(error)
    }
  }

  /// Returns the walk in the bytes of a journal.
  ///
  /// - Throws: ``JournalError`` if they're damaged.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func walk(of bytes: [UInt8]) throws(JournalError) -> SavedWalk {
    try contents(of: bytes).contents.walk
  }

  static func path(of id: String, in folder: String) -> String { "\(folder)/\(id).walk" }
}
