import { expect } from "vitest";
import type { Answer } from "./client.js";
import type { Loose } from "./loose.js";
import type { RunningSession } from "./run-session.js";
import type { Expectation, Files, RequestStep } from "./session.js";
import { afterWorkspaceEdit, applied, offsetOf, type LspEdit, type LspRange } from "./texts.js";

/** Compares the answer to a request with what its step expects. Wording and order never matter. */
export async function expectAnswer(
  { result, error }: Answer,
  step: RequestStep,
  session: RunningSession,
): Promise<void> {
  const wanted = step.expect ?? {};
  if (wanted.errorCode !== undefined) {
    expect(error?.code).toBe(wanted.errorCode);
    return;
  }
  if (wanted.error !== undefined) {
    expect(error !== undefined, error?.message).toBe(wanted.error);
    return;
  }
  if (wanted.nothing === true) {
    expect(error !== undefined ? [] : (result ?? [])).toEqual([]);
    return;
  }
  expect(error?.message).toBeUndefined();
  expectPlaces(result, wanted, session);
  expectText(result, wanted);
  await expectLabels(result, step, wanted, session);
  expectEdits(result, step, wanted, session);
  await expectActions(result, wanted, session);
  expectSymbols(result, wanted, session);
  expectTokens(result, wanted, session);
  expectStructure(result, step, wanted, session);
  for (const [direction, names] of Object.entries(wanted.hierarchy ?? {})) {
    const answer = await session.client.request(`typeHierarchy/${direction}`, { item: result[0] });
    expect((answer.result ?? []).map(({ name }: Loose) => name).sort()).toEqual([...names].sort());
  }
}

function expectPlaces(result: Loose, { locations }: Expectation, session: RunningSession): void {
  if (locations !== undefined) {
    const found = [result ?? []].flat().map((link: Loose) => {
      const { start } = link.targetSelectionRange ?? link.range;
      return `${session.path(link.targetUri ?? link.uri)}:${start.line}:${start.character}`;
    });
    const wanted = locations.map((name) => {
      const { path, position } = session.marker(name);
      return `${path}:${position.line}:${position.character}`;
    });
    expect([...new Set(found)].sort()).toEqual(wanted.sort());
  }
}

function plain(content: Loose): string {
  return Array.isArray(content)
    ? content.map(plain).join("\n")
    : typeof content === "string"
      ? content
      : (content?.value ?? "");
}

function expectText(result: Loose, { text, json, activeParameter }: Expectation): void {
  const signatures = (result?.signatures ?? []).map((signature: Loose) =>
    [
      signature.label,
      plain(signature.documentation),
      ...signature.parameters.map((each: Loose) => plain(each.documentation)),
    ].join("\n"),
  );
  const shown = plain(result?.contents ?? signatures);
  for (const part of text?.has ?? []) {
    expect(shown).toContain(part);
  }
  for (const part of text?.not ?? []) {
    expect(shown).not.toContain(part);
  }
  if (json !== undefined) {
    const blocks = [...shown.matchAll(/```json\n([^]*?)```/g)].map(([, code = ""]) => JSON.parse(code));
    expect(blocks).toContainEqual(json);
  }
  if (activeParameter !== undefined) {
    expect(result.signatures[0].parameters[result.activeParameter]?.label).toContain(activeParameter);
  }
}

async function expectLabels(
  result: Loose,
  step: RequestStep,
  wanted: Expectation,
  session: RunningSession,
): Promise<void> {
  const { labels, labelsEndWith } = wanted;
  if (labels === undefined && labelsEndWith === undefined) {
    return;
  }
  const items: Loose[] = Array.isArray(result) ? result : (result?.items ?? []);
  const found: string[] = items.map(({ label }) => label);
  expect(found).toEqual(expect.arrayContaining([...(labels?.has ?? [])]));
  expect(found.filter((label) => labels?.not?.includes(label))).toEqual([]);
  expect((labels?.hasInner ?? []).filter((part) => !found.some((label) => label.includes(part)))).toEqual([]);
  expect((labels?.notInner ?? []).filter((part) => found.some((label) => label.includes(part)))).toEqual([]);
  expect((labelsEndWith ?? []).filter((part) => !found.some((label) => label.endsWith(part)))).toEqual([]);
  if (labels?.exactly !== undefined) {
    expect(found.toSorted()).toEqual([...labels.exactly].sort());
  }
  const { accept, then, at } = step;
  if (accept !== undefined && then !== undefined && at !== undefined) {
    const item = items.find(({ label }) => label === accept) ?? items.find(({ label }) => label.endsWith(accept));
    const { result: resolved } = await session.client.request("completionItem/resolve", item);
    const { path } = session.marker(at);
    const text = applied(session.text(path), [resolved.textEdit, ...(resolved.additionalTextEdits ?? [])]);
    expectFiles({ [path]: text }, then);
  }
}

function expectFiles(texts: Readonly<Record<string, string>>, wanted: Files): void {
  for (const [path, lines] of Object.entries(wanted)) {
    expect(texts[path]?.replaceAll("\r\n", "\n"), path).toBe(`${lines.join("\n")}\n`);
  }
}

function expectEdits(result: Loose, step: RequestStep, wanted: Expectation, session: RunningSession): void {
  if (wanted.edits === undefined && wanted.textHas === undefined) {
    return;
  }
  const { texts, needsConfirmation } = Array.isArray(result)
    ? textEdited(result, step, session)
    : workspaceEdited(result, session);
  for (const part of wanted.textHas ?? []) {
    expect(Object.values(texts).join("\n")).toContain(part);
  }
  if (wanted.confirmation !== undefined && !session.isMinimal) {
    expect(needsConfirmation).toBe(wanted.confirmation);
  }
  expectFiles(texts, wanted.edits ?? {});
}

function textEdited(edits: LspEdit[], { file, at, range }: RequestStep, session: RunningSession) {
  const path = file ?? session.marker(at ?? range?.[0] ?? "").path;
  return { texts: { [path]: applied(session.text(path), edits) }, needsConfirmation: false };
}

function workspaceEdited(edit: unknown, session: RunningSession) {
  const { texts, needsConfirmation } = afterWorkspaceEdit(edit, (uri) => session.text(session.path(uri)));
  return {
    texts: Object.fromEntries(Object.entries(texts).map(([uri, text]) => [session.path(uri), text])),
    needsConfirmation: needsConfirmation || session.client.messages.length > 0,
  };
}

async function expectActions(result: Loose, { someActionGives }: Expectation, session: RunningSession): Promise<void> {
  if (someActionGives === undefined) {
    return;
  }
  const outcomes: Readonly<Record<string, string>>[] = [];
  for (const action of result ?? []) {
    const resolved =
      action.edit === undefined ? (await session.client.request("codeAction/resolve", action)).result : action;
    outcomes.push(workspaceEdited(resolved.edit, session).texts);
  }
  const wanted = Object.fromEntries(
    Object.entries(someActionGives).map(([path, lines]) => [path, `${lines.join("\n")}\n`]),
  );
  expect(outcomes).toContainEqual(expect.objectContaining(wanted));
}

function expectSymbols(result: Loose, wanted: Expectation, session: RunningSession): void {
  if (wanted.firstSymbol !== undefined) {
    expect(result[0]?.name).toBe(wanted.firstSymbol);
  }
  if (wanted.symbols === undefined) {
    return;
  }
  const flatten = (symbols: Loose[], above: string): { path: string; range: LspRange }[] =>
    symbols.flatMap((symbol) => [
      { path: `${above}${symbol.name}`, range: symbol.range ?? symbol.location.range },
      ...flatten(symbol.children ?? [], `${above}${symbol.name}/`),
    ]);
  const all = flatten(result, "");
  const names = wanted.symbols.map((name) => (session.isMinimal ? (name.split("/").at(-1) ?? "") : name));
  expect(all.map(({ path }) => path)).toEqual(expect.arrayContaining(names));
  for (const part of wanted.symbolsContain ?? []) {
    expect(all.some(({ path }) => path.includes(part))).toBe(true);
  }
  for (const [name, lines] of Object.entries(session.isMinimal ? {} : (wanted.ranges ?? {}))) {
    const range = all.find(({ path }) => path === name)?.range;
    expect([(range?.start.line ?? 0) + 1, (range?.end.line ?? 0) + 1], name).toEqual(lines);
  }
}

function expectTokens(result: Loose, { tokens }: Expectation, { client, markers }: RunningSession): void {
  if (tokens === undefined) {
    return;
  }
  const { tokenTypes } = client.capabilities.semanticTokensProvider.legend;
  const found = new Map<string, string>();
  let line = 0;
  let character = 0;
  for (let at = 0; at < result.data.length; at += 5) {
    const [down, right, , type] = result.data.slice(at, at + 4);
    character = down > 0 ? right : character + Number(right);
    line += Number(down);
    found.set(`${line}:${character}`, tokenTypes[type]);
  }
  const shown = tokens.map(([name]) => {
    const { position } = markers.get(name) ?? { position: { line: -1, character: -1 } };
    return [name, found.get(`${position.line}:${position.character}`)];
  });
  expect(shown).toEqual(tokens);
}

function expectStructure(result: Loose, step: RequestStep, wanted: Expectation, session: RunningSession): void {
  if (wanted.folds !== undefined) {
    const found = (result ?? []).map(({ startLine, endLine }: Loose) => [Number(startLine) + 1, Number(endLine) + 1]);
    expect(found).toEqual(expect.arrayContaining([...wanted.folds]));
  }
  if (wanted.selectionTexts !== undefined && step.at !== undefined) {
    const text = session.text(session.marker(step.at).path);
    const chain: string[] = [];
    for (let at = result?.[0]; at !== undefined; at = at.parent) {
      chain.push(text.slice(offsetOf(text, at.range.start), offsetOf(text, at.range.end)));
    }
    const places = wanted.selectionTexts.map((part) => chain.indexOf(part));
    expect(places, JSON.stringify(chain)).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
}
