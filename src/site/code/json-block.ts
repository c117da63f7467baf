import type { Json, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { shortValue } from "../../values/sample.js";
import { markup, type Content, type Markup } from "../markup.js";
import { codeBlock } from "./highlight.js";
import { jsonText } from "./json.js";

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
