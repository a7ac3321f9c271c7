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
    this.process.stdin.write(`Content-Length: ${bytes.length}\r\n\r\n`);
    this.process.stdin.write(bytes);
  }

  notify(method, params) { this.send({ method, params }); }

  /** The result of a request; null if it fails or is cancelled. */
  request(method, params, token) {
    if (this.isEnded) return Promise.resolve(null);
    const id = ++this.count;
    this.send({ id, method, params });
    const cancel = token && token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return new Promise((resolve) => {
      this.waiting.set(id, (result) => {
        if (cancel) cancel.dispose();
        resolve(result);
      });
    });
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

  async handle(message) {
    if (message.method === undefined) {
      const done = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error && message.error.code !== -32800) this.handlers.log(message.error.message + "\n");
      if (done) done(message.result ?? null);
      return;
    }
    const answer = await this.handlers.receive(message.method, message.params);
    if (message.id !== undefined) this.send({ id: message.id, result: answer ?? null });
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
  found.source = one.source;
  found.code = one.codeDescription ? { value: one.code, target: vscode.Uri.parse(one.codeDescription.href) } : one.code;
  found.tags = one.tags;
  found.relatedInformation = (one.relatedInformation ?? []).map(
    (note) => new vscode.DiagnosticRelatedInformation(location(note.location), note.message));
  found.original = one;
  return found;
}

function workspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit?.changes ?? {})) {
    result.set(vscode.Uri.parse(uri), edits.map(textEdit));
  }
  for (const change of edit?.documentChanges ?? []) {
    result.set(vscode.Uri.parse(change.textDocument.uri), change.edits.map(textEdit));
  }
  return result;
}

function completion(item) {
  const found = new vscode.CompletionItem(item.label, (item.kind ?? 1) - 1);
  const text = item.textEdit?.newText ?? item.insertText ?? item.label;
  found.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  if (item.textEdit?.range) found.range = range(item.textEdit.range);
  const { detail, sortText, filterText } = item;
  return Object.assign(found, { detail, sortText, filterText, documentation: markdown(item.documentation) });
}

function symbol(one) {
  const found = new vscode.DocumentSymbol(
    one.name, one.detail ?? "", one.kind - 1, range(one.range), range(one.selectionRange));
  found.children = (one.children ?? []).map(symbol);
  return found;
}

function signatureHelp(found) {
  const help = new vscode.SignatureHelp();
  help.signatures = found.signatures.map((signature) => {
    const result = new vscode.SignatureInformation(signature.label, markdown(signature.documentation));
    result.parameters = (signature.parameters ?? []).map((one) => new vscode.ParameterInformation(one.label));
    return result;
  });
  const activeParameter = found.activeParameter ?? found.signatures[0]?.activeParameter ?? 0;
  return Object.assign(help, { activeSignature: found.activeSignature ?? 0, activeParameter });
}

function codeAction(action) {
  const kind = action.kind && vscode.CodeActionKind.Empty.append(action.kind);
  const result = new vscode.CodeAction(action.title, kind);
  if (action.edit) result.edit = workspaceEdit(action.edit);
  result.isPreferred = action.isPreferred;
  result.original = action;
  return result;
}

/** Registers the features that a server offers. */
function features(connection, offers) {
  const all = [];
  // A feature: its name here and there, what it sends beside the document, and what it makes of a result.
  const add = (name, method, params, change, more = {}, ...rest) => {
    if (!offers[method === "formatting" ? "documentFormattingProvider" : `${method.split("/")[0]}Provider`]) return;
    const provide = async (document, ...args) => {
      const token = args.find((one) => one?.onCancellationRequested);
      const sent = { textDocument: { uri: document.uri.toString() }, ...params(...args) };
      const found = await connection.request(`textDocument/${method}`, sent, token);
      return found && change(found);
    };
    const [register, provided] = name;
    all.push(vscode.languages[`register${register}`](LANGUAGE, { [`provide${provided}`]: provide, ...more }, ...rest));
  };
  const place = (position) => ({ position });
  const nothing = () => ({});
  const list = (change) => (found) => [found].flat().map(change);
  const triggers = (offer) => offer?.triggerCharacters ?? [];
  add(["CompletionItemProvider", "CompletionItems"], "completion", place,
    (found) => new vscode.CompletionList((found.items ?? found).map(completion), found.isIncomplete ?? false), {},
    ...triggers(offers.completionProvider));
  add(["HoverProvider", "Hover"], "hover", place,
    (found) => new vscode.Hover(markdown(found.contents), found.range && range(found.range)));
  add(["SignatureHelpProvider", "SignatureHelp"], "signatureHelp", place, signatureHelp, {},
    ...triggers(offers.signatureHelpProvider));
  add(["DefinitionProvider", "Definition"], "definition", place, list(location));
  add(["ReferenceProvider", "References"], "references", (position, context) => ({ position, context }), list(location));
  add(["RenameProvider", "RenameEdits"], "rename", (position, newName) => ({ position, newName }), workspaceEdit);
  add(["DocumentSymbolProvider", "DocumentSymbols"], "documentSymbol", nothing, list(symbol));
  add(["DocumentFormattingEditProvider", "DocumentFormattingEdits"], "formatting", (options) => ({ options }),
    list(textEdit));
  add(["CodeActionsProvider", "CodeActions"], "codeAction", (where, context) => ({
    range: where,
    context: {
      diagnostics: context.diagnostics.map((found) => found.original).filter(Boolean),
      only: context.only && [context.only.value],
    },
  }), list(codeAction), {
    async resolveCodeAction(action, token) {
      const found = action.edit ? null : await connection.request("codeAction/resolve", action.original, token);
      if (found) action.edit = workspaceEdit(found.edit);
      return action;
    },
  });
  const legend = offers.semanticTokensProvider?.legend;
  if (legend) {
    add(["DocumentSemanticTokensProvider", "DocumentSemanticTokens"], "semanticTokens/full", nothing,
      (found) => new vscode.SemanticTokens(new Uint32Array(found.data), found.resultId), {},
      new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers));
  }
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
      async receive(method, params) {
        if (method === "textDocument/publishDiagnostics") {
          found.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
        } else if (method === "workspace/applyEdit") {
          return { applied: await vscode.workspace.applyEdit(workspaceEdit(params.edit)) };
        } else if (method === "window/logMessage" || method === "window/showMessage") {
          log.appendLine(params.message);
        }
        return null;
      },
    }));
  const result = await own.request("initialize", {
    processId: process.pid, rootUri: folder?.toString() ?? null,
    workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name })),
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true }, applyEdit: true },
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
        textDocument: { uri: `${document.uri}`, version: document.version }, contentChanges: contentChanges.map(({ range, text }) => ({ range, text })) });
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
  context.subscriptions.push(log, vscode.commands.registerCommand("stackflow.restart", async () => {
    await stop();
    await start(context, log);
  }));
  return start(context, log);
};

exports.deactivate = stop;
