import type { Name, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Side } from "./pairing.js";

/** The target of a place's reference, through aliases and `?`. */
export interface Resolved {
  /** The target, which is neither an alias nor nullable. */
  readonly type: Type;
  readonly isNullable: boolean;
  /** The number of aliases outside of `?`: 0 if even the outermost alias is inside it. */
  readonly aliasesAboveNull: number;
  /** The aliases that the place refers to, directly or inside `?`, with the outermost first. */
  readonly aliases: readonly Name[];
}

export function resolve(side: Side, type: Type): Resolved {
  const aliases: Name[] = [];
  let aliasesAboveNull: number | undefined;
  let at = type;
  for (;;) {
    if (at.kind === "nullable") {
      aliasesAboveNull ??= aliases.length;
      at = at.of;
      continue;
    }
    const definition = at.kind === "ref" ? side.definition(at) : undefined;
    if (at.kind !== "ref" || definition?.kind !== "alias") {
      return {
        type: at,
        isNullable: aliasesAboveNull !== undefined,
        aliasesAboveNull: aliasesAboveNull ?? 0,
        aliases,
      };
    }
    aliases.push({ namespace: at.namespace, name: at.name });
    at = definition.alias.type;
  }
}

/** Returns the aliases that both sides refer to, in the order of the new side, with their positions on both sides. */
export function sharedAliases(before: Resolved, after: Resolved): readonly SharedAlias[] {
  return after.aliases.flatMap((name, afterIndex) => {
    const beforeIndex = before.aliases.findIndex((other) => qualified(other) === qualified(name));
    return beforeIndex < 0 ? [] : [{ name, beforeIndex, afterIndex }];
  });
}

export interface SharedAlias {
  readonly name: Name;
  readonly beforeIndex: number;
  readonly afterIndex: number;
}
