// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging

/// A server with ten fixed pages, each with a form that leads to the next: what HTTP alone takes.
@main
enum FixedPages {
  static func main() async throws {
    let router = Router()
    router.get("/") { _, _ in Response.redirect(to: "/0", type: .normal) }
    router.get("/:page") { _, context in
      let page = try context.parameters.require("page", as: Int.self)
      return Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text(of: page))))
    }
    router.post("/:page") { request, context in
      let page = try context.parameters.require("page", as: Int.self)
      _ = try await request.body.collect(upTo: 65_536)
      return Response.redirect(to: "/\(page + 1)", type: .normal)
    }
    var logger = Logger(label: "fixed-pages")
    logger.logLevel = .error
    let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      logger: logger)
    try await application.runService()
  }

  private static func text(of page: Int) -> String {
    """
    <!doctype html><html lang="en"><title>Q\(page)</title><main><form method="post">
    <label for="answer">Q\(page)</label><input type="text" id="answer" name="answer" value=""><button>Next</button>
    </form></main></html>
    """
  }
}
