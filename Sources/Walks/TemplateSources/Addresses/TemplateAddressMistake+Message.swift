// SPDX-License-Identifier: Apache-2.0

extension TemplateAddressMistake {
  /// The words for a person, without what may be a secret: lower case, no full stop.
  package var message: String {
    switch self {
    case .notAnAddress:
      "this isn't an address; use gh:owner/name, gl:owner/name, https://…, git@host:path, or file:///…"
    case .tooLong:
      "an address has at most \(TemplateAddress.maximumByteCount) bytes"
    case .controlCharacter: "an address has no control characters"
    case .form(let form):
      "addresses that begin with '\(form)' aren't supported; use https://, ssh://, or file://"
    case .ownerAndName(let prefix):
      "after '\(prefix)' come an owner and a name, such as \(prefix)owner/name"
    case .credentials:
      "an address has no password or token, because it's shown and stored; leave it out, and let git "
        + "know it with a credential helper (git help credentials) or ssh"
    case .host: "the address has no valid host"
    case .fileHost: "after 'file://' comes an absolute path, such as file:///srv/templates"
    case .query: "an address has no '?'; write %3F for one in the path"
    case .path: "the address has no path"
    case .revision(let name): "'\(name)' can't be the name of a tag or a branch"
    case .subfolder(let path): "'\(path)' isn't a path inside the repository"
    }
  }
}
