// SPDX-License-Identifier: Apache-2.0

import Localization

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
    let direction = Self.isRightToLeft(language) ? "rtl" : "ltr"
    let far: HTML = progress.map { "<p class=\"progress\">\($0)</p>" } ?? .nothing
    return """
      <!doctype html>
      <html lang="\(language)" dir="\(direction)"><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">\
      <title>\(title)</title><link rel="stylesheet" href="\(base)/-/\(WebAssets.styleName)">\
      <link rel="stylesheet" href="\(base)/-/own.css">\
      <link rel="icon" href="\(base)/-/icon.svg"><script src="\(base)/-/\(WebAssets.scriptName)" defer></script></head>
      <body><a class="skip" href="#main">\(catalog.text(.webSkip))</a>
      <header><p class="site" dir="auto">\(site)</p>\(far)</header>
      <div class="frame">\(rail)<main id="main" tabindex="-1">\(content)</main></div></body></html>
      """
  }
}
