// SPDX-License-Identifier: Apache-2.0

extension WebAssets {
  /// The stylesheet; a site changes its custom properties.
  static let style = """
    :root {
      --back: #fff; --text: #1c1f22; --faint: #5a626b; --line: #d5dadf; --field: #fff; --edge: #79828c;
      --accent: #0b6a4f; --on-accent: #fff; --accent-back: #eaf5f0; --wrong: #b3261e; --wrong-back: #fdefee;
      --careful: #8a5300; --careful-back: #fff6e5; --radius: 6px;
      --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #15181b; --text: #e8ebee; --faint: #a3adb7; --line: #343b42; --field: #1d2125; --edge: #7d8893;
        --accent: #6fd3ae; --on-accent: #06281d; --accent-back: #17302a; --wrong: #ff9c94; --wrong-back: #391c1a;
        --careful: #f2bd6b; --careful-back: #33270f;
      }
    }
    * { box-sizing: border-box; }
    html { background: var(--back); color: var(--text); font: 100%/1.5 var(--font); -webkit-text-size-adjust: 100%; }
    body { margin: 0; }
    h1, h2, p, li, label, legend, summary { overflow-wrap: anywhere; }
    header, .frame { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
    header { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; flex-wrap: wrap; padding-top: 1rem; padding-bottom: .75rem; }
    header p { margin: 0; }
    .site { font-weight: 600; }
    .progress, .hint, .section { color: var(--faint); }
    .progress, .section { font-size: .9375rem; }
    main { max-width: 40rem; padding-bottom: 4rem; min-width: 0; }
    main:focus { outline: none; }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; }
    h1 label, h1 span { font: inherit; }
    h1.plain { font-size: 1.125rem; font-weight: 500; white-space: pre-line; }
    h2 { font-size: 1.0625rem; margin: 1.5rem 0 .5rem; }
    p { margin: .25rem 0 .75rem; }
    .section { margin: 0 0 .25rem; }
    .text p, .description p, .help p { white-space: pre-line; overflow-wrap: anywhere; }
    a { color: var(--accent); text-underline-offset: .15em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
    .skip { position: absolute; inset-inline-start: -100vw; padding: .5rem 1rem; background: var(--back); }
    .skip:focus { inset-inline-start: 0; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

    .field { border: 0; margin: 0 0 1.5rem; padding: 0; min-width: 0; }
    .field.refused { border-inline-start: 4px solid var(--wrong); padding-inline-start: .875rem; }
    .field > label, legend { display: block; font-weight: 600; padding: 0; margin-bottom: .25rem; }
    legend h1, .field > h1 { margin-bottom: .5rem; }
    .optional { font-weight: 400; color: var(--faint); font-size: .9375rem; }
    .field > .hint { margin: 0 0 .375rem; font-size: .9375rem; }
    input, textarea, select, button { font: inherit; color: inherit; }
    input:not([type=radio], [type=checkbox]), textarea, select {
      width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: var(--radius);
      background: var(--field);
    }
    input[type=number], input[type=date], input[type=time], input[type=datetime-local] { max-width: 16rem; display: block; }
    textarea { display: block; resize: vertical; line-height: 1.5; }
    select { max-width: 100%; }
    [aria-invalid=true] { border-color: var(--wrong); }
    .again { display: block; margin: .75rem 0 .25rem; }
    .error { color: var(--wrong); font-weight: 600; margin: .125rem 0 .375rem; }
    .error::before { content: "✗ " / ""; }
    .warning { color: var(--careful); font-weight: 600; margin: .125rem 0 .375rem; }
    .warning::before { content: "! " / ""; }
    .problems, .note { border: 1px solid var(--wrong); border-inline-start-width: 4px; border-radius: var(--radius); background: var(--wrong-back); padding: .75rem 1rem; margin: 0 0 1.5rem; }
    .problems h2 { margin: 0 0 .25rem; }
    .problems ul { margin: 0; padding-inline-start: 1.25rem; }
    .problems a { color: var(--wrong); }
    .warnings a { color: var(--careful); }
    .warnings, .note { border-color: var(--careful); background: var(--careful-back); }
    .help { margin: .75rem 0 0; }
    summary { cursor: pointer; color: var(--accent); padding: .25rem 0; }
    .help p { color: var(--faint); margin: .25rem 0; }

    .choices { display: grid; gap: .125rem; }
    .choice { display: flex; align-items: flex-start; min-height: 2.75rem; border-radius: var(--radius); }
    .choice input { flex: none; width: 1.375rem; height: 1.375rem; margin: .6875rem .25rem; accent-color: var(--accent); }
    .choice label { flex: 1; padding: .625rem .5rem; min-width: 0; overflow-wrap: anywhere; }
    .choice:has(input:checked) { background: var(--accent-back); }
    .choice:has(input:disabled) label > span:first-child { color: var(--faint); }
    .choice .hint { font-size: .9375rem; }
    .choices-title { font-weight: 600; margin: .75rem 0 .125rem; }
    hr { border: 0; border-top: 1px solid var(--line); width: 100%; margin: .5rem 0; }
    .other { margin-inline-start: 2.25rem; }
    .find input { min-width: 0; }
    .kept { margin: 0 0 .375rem; overflow-wrap: anywhere; }
    .find { display: flex; gap: .5rem; margin-bottom: .5rem; }
    .pages { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; margin: .75rem 0; }

    button, .button {
      min-height: 2.75rem; padding: .5rem 1.125rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--back);
      cursor: pointer; text-decoration: none; color: var(--text); display: inline-block;
    }
    button:hover, .button:hover { border-color: var(--text); }
    .first { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
    .first:hover { border-color: var(--text); }
    .actions { display: flex; flex-flow: row-reverse wrap; justify-content: space-between; gap: .75rem; margin-top: 1.75rem; }
    .answers { margin: 0 0 1rem; border-top: 1px solid var(--line); }
    .answers > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) 5.5rem; gap: .25rem 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
    dt { color: var(--faint); overflow-wrap: anywhere; }
    dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
    .change { text-align: end; }
    .lost { grid-column: 1 / -1; font-size: .875rem; }
    .cards { list-style: none; margin: 0 0 1rem; padding: 0; counter-reset: none; }
    .cards li { border-top: 1px solid var(--line); padding: .75rem 0; }
    .cards li:last-child { border-bottom: 1px solid var(--line); }
    .summary { font-weight: 600; margin: 0 0 .375rem; overflow-wrap: anywhere; }
    .ways { display: flex; flex-wrap: wrap; gap: .5rem; }
    .scroll { overflow-x: auto; margin-bottom: 1.25rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: start; padding: .5rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    thead th { font-size: .9375rem; color: var(--faint); font-weight: 500; }
    tbody th { font-weight: 500; }
    tr[aria-current] { background: var(--accent-back); }
    .grid { container-type: inline-size; }
    .matrix td { min-width: 7rem; }
    .matrix td.wide { min-width: 11rem; }
    .matrix .choice label, .matrix th { overflow-wrap: break-word; }
    .matrix .asked { display: block; margin-bottom: .25rem; font-weight: 400; }
    .matrix .field { margin: 0; }
    .matrix tbody th { padding-top: 1.125rem; }
    @media (max-width: 48rem) {
    \(rowsAsForms("")) }
    \(MatrixPage.widths.map { "@container (max-width: \($0)rem) {\n\(rowsAsForms(".w\($0)")) }\n" }.joined())
    pre { overflow-x: auto; background: var(--accent-back); padding: .75rem 1rem; border-radius: var(--radius); font: .875rem/1.5 var(--mono); }
    code { font-family: var(--mono); font-size: .9375em; overflow-wrap: anywhere; }
    .effect { margin: .375rem 0; padding-inline-start: .875rem; border-inline-start: 2px solid var(--line); }
    .verb { font-weight: 600; }
    .flows { line-height: 2.25; padding-inline-start: 1.25rem; }

    .rail { margin: 0 0 1.25rem; border-bottom: 1px solid var(--line); }
    .rail .answer { white-space: pre-line; max-height: 4.5em; overflow: hidden; }
    .rail summary { min-height: 2.75rem; padding: .625rem 0; }
    .rail ol { list-style: none; margin: 0; padding: 0 0 .75rem; }
    .rail li { position: relative; padding-inline-start: 1.25rem; }
    .rail li::before { content: ""; position: absolute; inset-inline-start: .25rem; top: .75rem; width: .5rem; height: .5rem; border-radius: 50%; background: var(--faint); }
    .rail li::after { content: ""; position: absolute; inset-inline-start: .4375rem; top: 1.4rem; bottom: -.6rem; width: 1.5px; background: var(--line); }
    .rail li[aria-current]::before { background: var(--accent); outline: 2px solid var(--accent); outline-offset: 2px; }
    .rail li > * { display: block; padding: .3125rem .25rem; color: inherit; text-decoration: none; border-radius: 3px; }
    .rail a:hover .name { text-decoration: underline; }
    .rail .name { display: block; color: var(--faint); font-size: .875rem; }
    .rail .answer { display: block; overflow-wrap: anywhere; font-size: .9375rem; }
    header:has(+ .frame .rail) .progress { display: none; }
    .frame:has(.matrix) > main { max-width: none; }
    header:has(+ .frame .w60, + .frame .w80), .frame:has(.w60, .w80) { max-width: 90rem; }
    @media (min-width: 56rem) {
      .frame { display: grid; grid-template-columns: 15rem minmax(0, 40rem); gap: 3rem; align-items: start; }
      .frame:has(.matrix) { grid-template-columns: 15rem minmax(0, 1fr); }
      main { grid-column: 2; }
      header:has(+ .frame .rail) .progress { display: block; }
      .rail { border: 0; margin: 0; }
      @supports selector(::details-content) {
        .rail::details-content { content-visibility: visible; block-size: auto; }
        .rail summary { display: none; }
      }
    }
    @media (max-width: 30rem) {
      .answers > div { grid-template-columns: minmax(0, 1fr) 5.5rem; }
      .answers dt { grid-column: 1 / -1; }
      .actions button { flex: 1 1 auto; }
      h1 { font-size: 1.3125rem; }
    }
    @media (forced-colors: active) { .choice:has(input:checked) { outline: 2px solid; } .first { border-width: 3px; } }
    @media print {
      :root { --back: #fff; --text: #000; --faint: #444; --line: #bbb; --field: #fff; }
      .rail, .actions, .ways, .change, .lost, .skip, .find, .pages { display: none; }
      .frame { display: block; }
      main { max-width: none; padding: 0; }
    }

    """

  /// The rules by which each row of a matrix is a form of its own.
  private static func rowsAsForms(_ width: String) -> String {
    """
      .matrix\(width) thead { display: none; }
      .matrix\(width), .matrix\(width) :is(tbody, tr, th, td) { display: block; border: 0; padding: 0; }
      .matrix\(width) tr { border-bottom: 1px solid var(--line); padding: .5rem 0 1rem; }
      .matrix\(width) tbody th { font-weight: 600; padding: .25rem 0; }
      .matrix\(width) td:empty::before { content: none; }
      .matrix\(width) td:not(:empty)::before { content: attr(data-label); display: block; color: var(--faint); font-size: .9375rem; margin-top: .5rem; }
    """
  }
}
