import * as diagnostics from "../text/diagnostics/catalogue.js";
import { withRelated, type Finding } from "../text/diagnostics/diagnostic.js";
import type { Context } from "../generator/facts/context.js";
import { findNameClashes } from "../generator/facts/name-clashes.js";
import type { Span } from "../text/span.js";
import type { SpecFile } from "../syntax/ast.js";
import { locateDeclarations } from "./declaration-places.js";

/** Returns findings about names that would not be unique in a package, located at their declarations. */
export function reportNameClashes(context: Context, specs: readonly SpecFile[]): Finding[] {
  const clashes = findNameClashes(context);
  if (clashes.length === 0) {
    return [];
  }
  const places = locateDeclarations(specs);
  return clashes.flatMap(({ outcome, things }) => {
    const [first, second] = things
      .flatMap((thing) => {
        const span = places.span(thing.subject);
        return span === undefined ? [] : [{ ...thing, span }];
      })
      .sort((a, b) => order(a.span, b.span));
    if (first === undefined || second === undefined) {
      return [];
    }
    const option = second.option ?? first.option;
    const finding = diagnostics.nameClash(second.span, second.what, first.what, outcome, option);
    return [withRelated(finding, first.span, "the other one")];
  });
}

/** Compares positions in the same file, because routes in the IR are sorted by name. */
function order(a: Span, b: Span): number {
  return a.source.path === b.source.path ? a.source.offsetInFile(a.start) - b.source.offsetInFile(b.start) : 0;
}
