// SPDX-License-Identifier: Apache-2.0

import Localization
import Synchronization

/// The frame around the content of every page.
struct PageShell {
  /// The title of the window, which names the step.
  var title: String

  /// The title of the site or of the flow.
  var site: String

  /// The language tag of the page.
  var language: String

  /// The path below which everything is.
  var base: String

  var catalog: MessageCatalog

  /// How far the walk is; nil for nothing.
  var progress: String?

  /// The list of answers; nothing for none.
  var rail = HTML.nothing

  var content = HTML.nothing

  /// Whether the language is written from right to left.
  static func isRightToLeft(_ language: String) -> Bool {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(primary)
  }

  var html: HTML {
    let frame = PageFrame.of(language: language, base: base, catalog)
    let far: HTML = progress.map { "<p class=\"progress\">\($0)</p>" } ?? .nothing
    return """
      \(frame.beginning)\(title)\(frame.middle)\(site)</p>\(far)</header>
      <div class="frame">\(rail)<main id="main" tabindex="-1">\(content)</main></div></body></html>
      """
  }
}

/// The parts of pages around their titles, which are the same in all pages of a site in a language.
private struct PageFrame: Sendable {
  let beginning: HTML
  let middle: HTML

  private struct Key: Hashable {
    let language: String
    let base: String
    let catalog: MessageCatalog
  }

  private static let known = Mutex<[Key: PageFrame]>([:])

  /// The number of frames that are kept.
  private static let maximumCount = 64

  static func of(language: String, base: String, _ catalog: MessageCatalog) -> PageFrame {
    let key = Key(language: language, base: base, catalog: catalog)
    return known.withLock { known in
      if let frame = known[key] { return frame }
      if known.count >= maximumCount { known.removeAll() }
      let frame = PageFrame(key)
      known[key] = frame
      return frame
    }
  }

  private init(_ key: Key) {
    let direction = PageShell.isRightToLeft(key.language) ? "rtl" : "ltr"
    let base = key.base
    beginning = """
      <!doctype html>
      <html lang="\(key.language)" dir="\(direction)"><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">\
      <title>
      """
    middle = """
      </title><link rel="stylesheet" href="\(base)/-/\(WebAssets.styleName)">\
      <link rel="stylesheet" href="\(base)/-/own.css">\
      <link rel="icon" href="\(base)/-/icon.svg"><script src="\(base)/-/\(WebAssets.scriptName)" defer></script></head>
      <body><a class="skip" href="#main">\(key.catalog.text(.webSkip))</a>
      <header><p class="site" dir="auto">
      """
  }
}
