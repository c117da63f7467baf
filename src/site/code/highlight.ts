import type { Json, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { shortValue } from "../../values/sample.js";
import { markup, textContent, type Content, type Markup } from "../markup.js";
import { jsonText } from "./json.js";

export type Language = "json" | "shell" | "typescript";

/** The languages of code blocks in Markdown, by their info string. */
export const languages: Readonly<Record<string, Language>> = {
  ts: "typescript",
  js: "typescript",
  json: "json",
  sh: "shell",
  bash: "shell",
};

/** The parts of code that are colored: names and keywords (`k`), strings (`s`), numbers, constants and comments (`n`). */
type Color = "k" | "s" | "n";

interface Rule {
  readonly color: Color;
  readonly pattern: string;
}

const string = String.raw`"(?:[^"\\\n]|\\.)*"`;
const number = String.raw`-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?n?\b`;

const rules: Readonly<Record<Language, readonly Rule[]>> = {
  json: [
    { color: "k", pattern: String.raw`${string}(?=:)` },
    { color: "s", pattern: string },
    { color: "n", pattern: String.raw`${number}|\b(?:true|false|null)\b` },
  ],
  shell: [
    { color: "s", pattern: String.raw`'[^']*'|"(?:[^"\\]|\\.)*"` },
    { color: "k", pattern: String.raw`(?<=^|\s)(?:curl|npm|npx|--[\w-]+|-\w)(?=\s)` },
  ],
  typescript: [
    { color: "n", pattern: String.raw`\/\/[^\n]*` },
    { color: "s", pattern: String.raw`${string}|'(?:[^'\\\n]|\\.)*'` },
    { color: "k", pattern: String.raw`\b(?:import|from|const|await|try|catch|if|else|throw|for|of|new)\b` },
    { color: "n", pattern: String.raw`${number}|\b(?:true|false|null)\b` },
  ],
};

const tokens = new Map(
  Object.entries(rules).map(([language, list]) => [
    language,
    new RegExp(list.map(({ pattern }) => `(${pattern})`).join("|"), "g"),
  ]),
);

/** Returns highlighted code (SITE-24), as the content of `<code>`. */
function highlight(code: string, language: Language): Markup {
  const list = rules[language];
  const parts: Content[] = [];
  let end = 0;
  for (const match of code.matchAll(tokens.get(language) ?? /(?!)/g)) {
    const color = list[match.indexOf(match[0], 1) - 1]?.color ?? "n";
    parts.push(textContent(code.slice(end, match.index)), markup`<i class="${color}">${textContent(match[0])}</i>`);
    end = match.index + match[0].length;
  }
  return markup`${parts}${textContent(code.slice(end))}`;
}

/** Returns a block of code that can be scrolled with the keyboard. */
export function codeBlock(code: string, language: Language | undefined): Markup {
  return markup`<pre tabindex="0"><code>${language === undefined ? textContent(code) : highlight(code, language)}</code></pre>`;
}

/** Returns a block of JSON for a value as services send it. */
export function json(value: Json): Markup {
  return codeBlock(jsonText(value, "indented"), "json");
}

/** Returns a block of JSON for a value as callers write it: in the short form, and in full if that is different (GUIDE-1). */
export function writtenJson(value: Json, type: Type, lookup: Lookup): Content {
  const [short, full] = [json(shortValue(value, type, lookup)), json(value)];
  return short.text === full.text
    ? short
    : [short, markup`<details class="full-form"><summary>In full</summary>${full}</details>`];
}
