import { stringValue } from "../syntax/string-value.js";
import { commentLevel } from "./comments.js";
import { nearestLevel, type Token } from "./rows.js";
import { isSign } from "./spacing.js";

/** An open map, which is on one line or spread over several. */
interface OpenMap {
  readonly isSpread: boolean;
  /** The level of the line on which the map opens. */
  readonly level: number;
  /** The depth of its direct entries. */
  readonly depth: number;
}

/**
 * Returns the level of each token in an entry with a map if the token starts a line, otherwise undefined (FMT-33).
 * Returns undefined if a literal's value would change, because it depends on the level of the literal's line (LEX-21).
 */
export function layOutMap(tokens: readonly Token[], entryLevel: number): (number | undefined)[] | undefined {
  const levels: (number | undefined)[] = [];
  const open: OpenMap[] = [];
  let level = entryLevel;
  let levelBefore = entryLevel;
  for (const [index, token] of tokens.entries()) {
    const map = open.at(-1);
    const lineLevel = startsLine(token, tokens[index - 1], map)
      ? levelOfLine(tokens, index, map, level, entryLevel)
      : undefined;
    levels.push(lineLevel);
    level = lineLevel ?? level;
    levelBefore = token.indentation === undefined ? levelBefore : nearestLevel(token.indentation);
    if (token.kind === "string" && stringValue(token.text, level) !== stringValue(token.text, levelBefore)) {
      return undefined;
    }
    if (isSign(token, "{")) {
      open.push({ isSpread: isSpread(tokens, index), level, depth: token.depth + 1 });
    } else if (isSign(token, "}")) {
      open.pop();
    }
  }
  return levels;
}

/** Whether there is a line break between the braces. */
function isSpread(tokens: readonly Token[], open: number): boolean {
  const depth = tokens[open]?.depth;
  const close = tokens.findIndex((token, index) => index > open && isSign(token, "}") && token.depth === depth);
  return tokens.slice(open + 1, close + 1).some(({ indentation }) => indentation !== undefined);
}

function startsLine(token: Token, before: Token | undefined, map: OpenMap | undefined): boolean {
  if (before?.kind === "comment") {
    return true;
  }
  if (token.kind === "comment") {
    return token.indentation !== undefined;
  }
  if (before === undefined || map?.isSpread !== true) {
    return false;
  }
  const isClose = isSign(token, "}") && token.depth === map.depth - 1;
  return isClose || isSign(before, "{") || (isSign(before, ",") && before.depth === map.depth);
}

/** Returns the level of a line. `above` is the level of the line above. */
function levelOfLine(
  tokens: readonly Token[],
  index: number,
  map: OpenMap | undefined,
  above: number,
  entryLevel: number,
): number {
  // A comment after `=` keeps the map below the entry.
  const content = (map?.level ?? entryLevel) + 1;
  const next = tokens.slice(index).find(({ kind }) => kind !== "comment");
  const below = next !== undefined && map !== undefined && isSign(next, "}") ? map.level : content;
  const token = tokens[index];
  return token?.kind === "comment" ? commentLevel(nearestLevel(token.indentation ?? 0), above, below) : below;
}
