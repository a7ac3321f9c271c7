// SPDX-License-Identifier: Apache-2.0

/// A request to ``WebService``, of any server.
struct WebRequest: Sendable {
  /// The method of a request.
  enum Method {
    /// It's looked at: GET or HEAD.
    case get

    /// A form is sent.
    case post

    /// Something that no address takes.
    case other
  }

  /// The method.
  var method = Method.get

  /// Whether it changes something.
  var isPost: Bool { method == .post }

  /// The parts of the path below the base path, decoded.
  var path: [String] = []

  /// The query.
  var query = FormBody()

  /// The headers that the service reads, by their names in lower case.
  var headers = RequestHeaders()

  /// The form of a POST.
  var form = FormBody()

  /// The files that came with the form, by the names of their inputs.
  var files: [String: SentFile] = [:]

  /// Creates a request.
  init(_ method: Method = .get, path: [String] = []) {
    self.method = method
    self.path = path
  }

  /// Returns the value of a cookie; nil for none.
  func cookie(_ name: String) -> String? {
    guard var cookies = headers["cookie"] else { return nil }
    var name = name
    return cookies.withUTF8 { cookies in
      name.withUTF8 { name in
        var start = 0
        while start < cookies.count {
          while start < cookies.count, cookies[start] == UInt8(ascii: " ") { start += 1 }
          let own = UnsafeBufferPointer(rebasing: cookies[start...])
          let end = own.firstIndex(of: UInt8(ascii: ";")) ?? own.count
          if end > name.count, own[name.count] == UInt8(ascii: "="), own.starts(with: name) {
            return String(decoding: own[(name.count + 1)..<end], as: UTF8.self)
          }
          start += end + 1
        }
        return nil
      }
    }
  }

  /// The kind of page that it asks for.
  var route: ServedPage.Route {
    if path.first == "-" { return .asset }
    if isPost { return .form }
    return path.isEmpty ? .index : path.count == 1 ? .flow : .page
  }

  /// Whether its address takes forms: that of a walk.
  var takesForms: Bool { path.count > 1 && path.first != "-" }

  /// Whether the visitor's connection, or that of the proxy in front, is encrypted.
  var isSecure: Bool { headers["x-forwarded-proto"] == "https" }
}

/// The headers of a request that a service reads, by their names in lower case: so few that they're looked through.
struct RequestHeaders: Sendable, ExpressibleByDictionaryLiteral {
  private var entries: [(name: String, value: String)] = []

  /// Creates no headers.
  init() {}

  init(dictionaryLiteral entries: (String, String)...) {
    for (name, value) in entries { self[name] = value }
  }

  /// The value of a header; nil for none.
  subscript(name: String) -> String? {
    get {
      for entry in entries where entry.name == name { return entry.value }
      return nil
    }
    set {
      let index = entries.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append((name, value))
      case (nil, nil): break
      }
    }
  }
}

/// A file that came with a form, and isn't a walk's yet.
struct SentFile: Sendable {
  /// Its path; nil if it isn't there.
  var path: String?

  /// The name that it had at the visitor.
  var name: String

  /// Why it isn't there; nil if it is, or is a walk's.
  var failure: UnkeptFile?
}

/// Why a file isn't kept.
enum UnkeptFile: Error {
  /// It's larger than the limit, or the walk has too many.
  case tooLarge

  /// The system refuses it, for a reason that's for the operator.
  case refused(String)
}

/// The response of ``WebService``.
struct WebResponse: Sendable {
  /// The status.
  var status = 200

  /// The headers besides those that every response has.
  var headers: [(name: String, value: String)] = []

  /// The headers that every response of the site has; nil for a response that isn't one of its pages.
  var site: SiteHeaders?

  /// All headers, besides those of the connection.
  var allHeaders: [(name: String, value: String)] {
    guard let site else { return headers }
    return headers + site.all + (isStorable ? [] : [SiteHeaders.unstored])
  }

  /// Whether a header says how long the response may be kept.
  var isStorable: Bool { headers.contains { $0.name == SiteHeaders.unstored.name } }

  /// The body; a text is in UTF-8.
  var body: [UInt8] = []

  /// How many walks the visitor has begun, if this is the answer to the form that has begun the last one.
  var begun: Int?

  /// Why the request didn't do what it asked for; nil if it did.
  var refusal: ServedPage.Refusal?

  /// Creates a response.
  init(status: Int = 200) { self.status = status }

  /// Returns a redirection after which the browser asks for a page.
  static func redirect(to path: String, refusing refusal: ServedPage.Refusal? = nil) -> WebResponse
  {
    var response = WebResponse(status: 303)
    response.refusal = refusal
    response.headers = [("Location", path)]
    return response
  }

  /// Returns a page.
  static func page(_ page: HTML, status: Int = 200) -> WebResponse {
    var response = WebResponse(status: status)
    response.headers = [("Content-Type", "text/html; charset=utf-8")]
    response.body = page.bytes
    return response
  }
}
