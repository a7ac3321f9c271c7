// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Receives a form with files: texts are kept in memory, and files are written while they come.
struct FormReceiver: Sendable {
  /// A file came before the token of its visitor, or with another one.
  struct Foreign: Error {}

  private var reader: MultipartReader
  private let uploads: WebUploads
  private let isOwn: @Sendable (String?) -> Bool
  private var begun: WebUploads.Begun?
  private var (name, fileName, skipped) = ("", "", 0)

  /// The texts.
  private(set) var form = FormBody()

  /// The files that were chosen.
  private(set) var files: [String: SentFile] = [:]

  /// Creates a receiver; nil if a request has no such form.
  ///
  /// - Parameters:
  ///   - contentType: The content type of the request.
  ///   - mostTextBytes: The maximum size of all names and texts together.
  ///   - uploads: Where files are kept.
  ///   - isOwn: Returns whether a form has the token of its visitor.
  init?(
    contentType: String, mostTextBytes: Int, _ uploads: WebUploads,
    isOwn: @escaping @Sendable (String?) -> Bool
  ) {
    guard let reader = MultipartReader(contentType: contentType, mostTextBytes: mostTextBytes)
    else { return nil }
    self.reader = reader
    self.uploads = uploads
    self.isOwn = isOwn
  }

  /// Takes a piece of the request.
  mutating func take(_ bytes: some Sequence<UInt8>) throws {
    var reader = reader
    defer { self.reader = reader }
    try reader.read(bytes) { try take($0) }
  }

  private mutating func take(_ part: MultipartReader.Part) throws {
    switch part {
    case .text(let name, let text): form.add(name, text)
    case .file(let name, let fileName):
      guard isOwn(form["token"]) else { throw Foreign() }
      (self.name, self.fileName, skipped) = (name, fileName, 0)
      guard !fileName.isEmpty else { return }
      guard files.count < uploads.maximumCount else { throw MultipartReader.Failure.tooLarge }
      files[name]?.remove()
      var file = SentFile(name: fileName)
      do throws(UnkeptFile) {
        begun = try uploads.begin()
        file.path = begun?.path
      } catch {
        (begun, file.failure) = (nil, error)
      }
      files[name] = file
    case .bytes(let bytes):
      guard write(bytes) else {
        // The rest is read, so that the visitor gets a page, but not without an end.
        skipped += bytes.count
        guard skipped <= max(1 << 20, 2 * uploads.maximumByteCount) else {
          throw MultipartReader.Failure.tooLarge
        }
        return
      }
    case .fileEnd: close()
    }
  }

  /// Writes a piece of a file; returns false if it's too large, or can't be written.
  private mutating func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let file = begun else { return fileName.isEmpty && bytes.isEmpty }
    begun?.byteCount += bytes.count
    var failure: UnkeptFile?
    if file.byteCount + bytes.count > uploads.maximumByteCount {
      failure = .tooLarge
    } else {
      bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
          let count = Self.write(file.descriptor, UnsafeRawBufferPointer(rebasing: rest))
          if count < 0, errno == EINTR { continue }
          guard count > 0 else {
            failure = .failed(file.path)
            return
          }
          rest = rest.dropFirst(count)
        }
      }
    }
    guard let failure else { return true }
    close()
    files[name]?.remove()
    files[name]?.failure = failure
    return false
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    CLibrary.write(descriptor, bytes.baseAddress, bytes.count)
  }

  private mutating func close() {
    if let begun { WebUploads.close(begun.descriptor) }
    begun = nil
  }

  /// Ends the form.
  ///
  /// - Throws: ``MultipartReader/Failure/malformed`` if it isn't complete.
  mutating func end() throws {
    close()
    guard reader.isAtEnd else { throw MultipartReader.Failure.malformed }
  }

  /// Removes the files that no walk has taken.
  mutating func discard() {
    close()
    for name in files.keys { files[name]?.remove() }
  }
}

extension SentFile {
  /// Removes the file, unless a walk has taken it.
  mutating func remove() {
    if let path { unlink(path) }
    path = nil
  }
}
