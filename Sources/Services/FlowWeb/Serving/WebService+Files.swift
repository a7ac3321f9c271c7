// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks

// Files that visitors send.
extension WebService {
  /// Has a walk take the files of a form; what it doesn't take is left where it is.
  ///
  /// - Returns: What's said of those that aren't kept; nil if all are.
  func keep(
    _ files: [String: SentFile], at place: WalkAddress, _ form: inout FormBody
  ) -> PageNote? {
    guard let uploads = options.uploads else { return nil }
    form.takesFiles = true
    var note: PageNote?
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      do throws(UnkeptFile) {
        guard let path = file.path else { throw file.failure ?? .tooLarge }
        form.files[name] = try uploads.keep(path, as: file.name, of: place.files)
      } catch {
        switch error {
        case .tooLarge: note = note ?? .fileTooLarge
        case .refused(let reason):
          report("a file that was sent isn't kept: \(reason)", of: place.flow, place.files)
          note = .fileNotKept
        }
      }
    }
    return note
  }

  /// Removes the files that others have replaced, that the visitor has removed, or to which nothing of the walk refers
  /// anymore, such as those of an item that can't be put back.
  func removeReplaced(
    by form: FormBody, before: FlowWalk, after: FlowWalk, at place: WalkAddress
  ) {
    guard let uploads = options.uploads,
      before.session.flow.asksForPaths || after.session.flow.asksForPaths
    else { return }
    for name in Set(form.files.keys).union(form.removedFiles) {
      let id = String(name.dropFirst(2))
      let now = after.texts(of: id)
      for path in before.texts(of: id) where !now.contains(path) && path != form.files[name] {
        uploads.remove(path, of: place.files)
      }
    }
    let kept = uploads.files(of: place.files)
    guard !kept.isEmpty, let old = before.session.heldTexts, let held = after.session.heldTexts
    else { return }
    // A file that another process has just received is in neither, and stays.
    for path in kept where !held.contains(path) {
      if old.contains(path) || form.files.values.contains(path) {
        uploads.remove(path, of: place.files)
      }
    }
  }

  /// Removes the files of a form that came too late, besides those to which the walk refers all the same.
  func removeFiles(of form: FormBody, at place: WalkAddress, besides held: Set<String>?) {
    guard let held else { return }
    for path in form.files.values where !held.contains(path) {
      options.uploads?.remove(path, of: place.files)
    }
  }
}

extension FlowWalk {
  /// Returns the texts that are in a field now, or were answered there.
  fileprivate func texts(of id: String) -> Set<String> {
    var texts: Set<String> = []
    if case .string(let text)? = session.answer(id) { texts.insert(text) }
    if let field = question?.field(id) {
      texts.insert(FieldControl(field, takesFiles: true).shownText)
    }
    return texts
  }
}

extension FlowSession {
  /// All texts in the answers and in an output.
  func keptTexts(and output: Value) -> Set<String> {
    answers.reduce(into: Set(output.texts)) { $0.formUnion($1.value.texts) }
  }
}
