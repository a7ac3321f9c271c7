// SPDX-License-Identifier: Apache-2.0
// A client of `stackflow lsp` with the interface of VS Code alone: no build, no packages. Not tested in an editor.
"use strict";

const vscode = require("vscode");
const { spawn } = require("child_process");
const fs = require("fs");
const path = require("path");
const LANGUAGE = "stackflow";

/** Messages with a Content-Length, over the standard streams of a program. */
class Connection {
  constructor([program, ...args], folder, handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.count = 0;
    this.received = Buffer.alloc(0);
    this.process = spawn(program, args, { cwd: folder });
    this.process.stdout.on("data", (data) => this.receive(data));
    this.process.on("error", (error) => this.end(error.message));
    this.process.on("exit", (code) => this.end(`it ended with status ${code}`));
    this.process.stdin.on("error", () => {});
    this.process.stderr.on("data", (data) => handlers.log(data.toString()));
  }

  send(message) {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes]));
  }

  notify(method, params) { this.send({ method, params }); }

  /** The result of a request, with the reason if it's refused; null if it's cancelled or outdated. */
  request(method, params, token) {
    if (this.isEnded) return Promise.resolve(null);
    const id = ++this.count;
    this.send({ id, method, params });
    const cancel = token?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return new Promise((resolve, reject) => this.waiting.set(id, (result, error) => {
      cancel?.dispose();
      if (error?.code === -32803) reject(new Error(error.message)); else resolve(result ?? null);
    }));
  }

  receive(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.received.toString("latin1", 0, end))?.[1] ?? 0);
      if (this.received.length < end + 4 + length) return;
      const text = this.received.toString("utf8", end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.handle(JSON.parse(text));
    }
  }

  handle({ id, method, params, result, error }) {
    if (method === undefined) {
      this.waiting.get(id)?.(result, error);
      this.waiting.delete(id);
      return;
    }
    this.handlers.receive(method, params ?? {});
    if (id !== undefined) this.send({ id, result: null });
  }

  end(reason) {
    if (this.isEnded) return;
    this.isEnded = true;
    for (const done of this.waiting.values()) done(null);
    this.waiting.clear();
    this.handlers.ended(reason);
  }
}

// What VS Code and the protocol call differently.

const position = ({ line, character }) => new vscode.Position(line, character);
const range = ({ start, end }) => new vscode.Range(position(start), position(end));
const location = (one) => new vscode.Location(vscode.Uri.parse(one.uri), range(one.range));
const textEdit = (edit) => new vscode.TextEdit(range(edit.range), edit.newText);
const markdown = (content) => content && new vscode.MarkdownString(content.value ?? content);

function diagnostic(one) {
  const found = new vscode.Diagnostic(range(one.range), one.message, (one.severity ?? 1) - 1);
  const { source, code, tags, codeDescription: about } = one;
  const relatedInformation = (one.relatedInformation ?? []).map(
    (note) => new vscode.DiagnosticRelatedInformation(location(note.location), note.message));
  const link = about && { value: code, target: vscode.Uri.parse(about.href) };
  return Object.assign(found, { source, code: link ?? code, tags, relatedInformation, original: one });
}

function workspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  const changes = (edit?.documentChanges ?? []).map((one) => [one.textDocument.uri, one.edits]);
  for (const [uri, edits] of [...Object.entries(edit?.changes ?? {}), ...changes]) {
    result.set(vscode.Uri.parse(uri), edits.map(textEdit));
  }
  return result;
}

function completion(item) {
  const found = new vscode.CompletionItem(item.label, (item.kind ?? 1) - 1);
  const { detail, sortText, textEdit: { newText, range: replaced } } = item;
  const insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(newText) : newText;
  return Object.assign(found, {
    insertText, range: range(replaced), detail, sortText, documentation: markdown(item.documentation) });
}

function symbol(one) {
  const found = new vscode.DocumentSymbol(
    one.name, one.detail ?? "", one.kind - 1, range(one.range), range(one.selectionRange));
  found.children = (one.children ?? []).map(symbol);
  return found;
}

const symbolOfFolder = (one) =>
  new vscode.SymbolInformation(one.name, one.kind - 1, one.containerName, location(one.location));
const selection = (one) => new vscode.SelectionRange(range(one.range), one.parent && selection(one.parent));

function signatureHelp({ signatures, activeSignature, activeParameter }) {
  const shown = signatures.map(({ label, documentation, parameters }) => Object.assign(
    new vscode.SignatureInformation(label, markdown(documentation)),
    { parameters: parameters.map((one) => new vscode.ParameterInformation(one.label)) }));
  return Object.assign(new vscode.SignatureHelp(), { signatures: shown, activeSignature, activeParameter });
}

function codeAction(original) {
  const { title, kind, edit, isPreferred } = original;
  const result = new vscode.CodeAction(title, vscode.CodeActionKind.Empty.append(kind));
  return Object.assign(result, { edit: edit && workspaceEdit(edit), isPreferred, original });
}

/** Registers the features that a server offers. */
function features(connection, offers) {
  const all = [];
  const ask = (method, { uri }, more, token) =>
    connection.request(`textDocument/${method}`, { textDocument: { uri: uri.toString() }, ...more }, token);
  // A feature: its name, what's provided, what's sent beside the document, and what's made of a result.
  const add = (method, name, provided, params, change, more = {}, ...rest) => {
    const offer = `${method.split("/")[0]}Provider`;
    if (!offers[offer] && !offers[`document${offer[0].toUpperCase()}${offer.slice(1)}`]) return;
    const provide = async (document, ...args) => {
      const token = args.find((one) => one?.onCancellationRequested);
      const found = await ask(method, document, params(...args), token);
      return found && change(found);
    };
    const register = vscode.languages[`register${name}Provider`];
    all.push(register(LANGUAGE, { [`provide${provided}`]: provide, ...more }, ...rest));
  };
  const place = (position) => ({ position });
  const nothing = () => ({});
  const list = (change) => (found) => [found].flat().map(change);
  const triggers = (offer) => offer?.triggerCharacters ?? [];
  add("completion", "CompletionItem", "CompletionItems", place,
    (found) => new vscode.CompletionList(found.items.map(completion), found.isIncomplete), {},
    ...triggers(offers.completionProvider));
  add("hover", "Hover", "Hover", place, (found) => new vscode.Hover(markdown(found.contents), range(found.range)));
  add("signatureHelp", "SignatureHelp", "SignatureHelp", place, signatureHelp, {},
    ...triggers(offers.signatureHelpProvider));
  add("definition", "Definition", "Definition", place, location);
  add("references", "Reference", "References", (position, context) => ({ position, context }), list(location));
  add("documentHighlight", "DocumentHighlight", "DocumentHighlights", place,
    list((one) => new vscode.DocumentHighlight(range(one.range))));
  add("rename", "Rename", "RenameEdits", (position, newName) => ({ position, newName }), workspaceEdit, {
    async prepareRename(document, position, token) {
      const found = await ask("prepareRename", document, { position }, token);
      if (!found) throw new Error("There's no name here that can be changed.");
      return { ...found, range: range(found.range) };
    },
  });
  add("documentSymbol", "DocumentSymbol", "DocumentSymbols", nothing, list(symbol));
  add("foldingRange", "FoldingRange", "FoldingRanges", nothing, list(
    (one) => new vscode.FoldingRange(one.startLine, one.endLine, one.kind && vscode.FoldingRangeKind.Comment)));
  add("selectionRange", "SelectionRange", "SelectionRanges", (positions) => ({ positions }), list(selection));
  add("codeLens", "CodeLens", "CodeLenses", nothing, list((one) => new vscode.CodeLens(range(one.range), one.command)));
  add("formatting", "DocumentFormattingEdit", "DocumentFormattingEdits", (options) => ({ options }), list(textEdit));
  add("rangeFormatting", "DocumentRangeFormattingEdit", "DocumentRangeFormattingEdits",
    (range, options) => ({ range, options }), list(textEdit));
  add("onTypeFormatting", "OnTypeFormattingEdit", "OnTypeFormattingEdits",
    (position, ch, options) => ({ position, ch, options }), list(textEdit), {}, "\n");
  add("codeAction", "CodeActions", "CodeActions", (where, { diagnostics, only }) => ({
    range: where,
    context: { diagnostics: diagnostics.map((one) => one.original).filter(Boolean), only: only && [only.value] },
  }), list(codeAction), {
    resolveCodeAction: async ({ edit, original }, token) =>
      codeAction(edit ? original : await connection.request("codeAction/resolve", original, token)),
  });
  const legend = offers.semanticTokensProvider?.legend;
  if (legend) {
    add("semanticTokens/full", "DocumentSemanticTokens", "DocumentSemanticTokens", nothing,
      (found) => new vscode.SemanticTokens(new Uint32Array(found.data)), {},
      new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers));
  }
  all.push(vscode.languages.registerWorkspaceSymbolProvider({
    provideWorkspaceSymbols: async (query, token) =>
      (await connection.request("workspace/symbol", { query }, token))?.map(symbolOfFolder),
  }));
  return all;
}

/** Makes scripts, texts, and extensions beside a flow files of its language, so that one server has them. */
function claim(document) {
  const name = path.basename(document.fileName);
  if (document.languageId !== "yaml" || !/\.(test|texts|extensions)\.yaml$/.test(name)) return;
  const folder = path.dirname(document.fileName);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((one) => one.endsWith(".flow.yaml")) : [];
  const isTheirs = (flow) => name.startsWith(flow.slice(0, -9)) || name.endsWith(".extensions.yaml");
  if (names.some(isTheirs)) vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
}

let connection;
let active = [];

async function start(context, log) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const found = vscode.languages.createDiagnosticCollection(LANGUAGE);
  active = [found];
  const own = (connection = new Connection(
    vscode.workspace.getConfiguration(LANGUAGE).get("command"), folder?.fsPath, {
      log: (text) => log.append(text),
      ended: (reason) => log.appendLine(`stackflow: ${reason}`),
      receive(method, { uri, diagnostics }) {
        if (method.endsWith("/publishDiagnostics")) found.set(vscode.Uri.parse(uri), diagnostics.map(diagnostic));
      },
    }));
  const result = await own.request("initialize", {
    processId: process.pid, rootUri: folder?.toString() ?? null,
    workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name })),
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true } },
      textDocument: {
        publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
        completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
        hover: { contentFormat: ["markdown"] },
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } },
          dataSupport: true, resolveSupport: { properties: ["edit"] } },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
      },
    },
  });
  if (!result) return;
  own.notify("initialized", {});
  active.push(...features(own, result.capabilities), ...documents(own));
}

/** Tells the server of the documents of the language. */
function documents(own) {
  const { workspace } = vscode;
  const isOurs = (document) => document.languageId === LANGUAGE;
  const open = (document) => {
    claim(document);
    if (!isOurs(document)) return;
    const { uri, languageId, version } = document;
    own.notify("textDocument/didOpen", {
      textDocument: { uri: uri.toString(), languageId, version, text: document.getText() } });
  };
  workspace.textDocuments.forEach(open);
  const watcher = workspace.createFileSystemWatcher("**/*");
  const tell = (type) => (uri) =>
    own.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
  return [
    workspace.onDidOpenTextDocument(open),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (isOurs(document) && contentChanges.length > 0) own.notify("textDocument/didChange", {
        textDocument: { uri: `${document.uri}`, version: document.version },
        contentChanges: contentChanges.map(({ range, text }) => ({ range, text })) });
    }),
    workspace.onDidCloseTextDocument((document) => {
      if (isOurs(document)) own.notify("textDocument/didClose", { textDocument: { uri: `${document.uri}` } });
    }),
    watcher, watcher.onDidCreate(tell(1)), watcher.onDidChange(tell(2)), watcher.onDidDelete(tell(3)),
  ];
}

async function stop() {
  active.splice(0).forEach((one) => one.dispose());
  if (!connection || connection.isEnded) return;
  await connection.request("shutdown");
  connection.notify("exit");
}

exports.activate = (context) => {
  const log = vscode.window.createOutputChannel("StackFlow");
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(log, registerCommand("stackflow.restart", async () => {
    await stop();
    await start(context, log);
  }), registerCommand("stackflow.run", (...command) => {
    const terminal = vscode.window.createTerminal("StackFlow");
    terminal.show();
    terminal.sendText(command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" "));
  }));
  return start(context, log);
};

exports.deactivate = stop;
