import { ts } from "ts-morph";
import type { HandlersStub, MethodStub } from "../../emit/scaffold.js";
import { addImport } from "./add-import.js";
import { addMethods } from "./add-methods.js";
import { edited } from "./edit.js";
import { findHandlers } from "./find.js";
import { listMembers } from "./members.js";

/** The result of merging new methods into a file of handlers that users have edited. */
export interface Merge {
  /** The text with the missing methods; the rest of the file is unchanged. */
  readonly text: string;
  readonly added: readonly MethodStub[];
  /** The names of handlers that have no route. */
  readonly obsolete: readonly string[];
  /** Why nothing could be added, and the missing methods. */
  readonly refusal?: { readonly problem: string; readonly missing: readonly MethodStub[] };
}

/** Adds the missing methods of a namespace to a file of handlers. `from` is the module that declares the interfaces. */
export function mergeHandlers(text: string, stub: HandlersStub, from: string): Merge {
  const refuse = (problem: string, missing: readonly MethodStub[], obsolete: readonly string[] = []): Merge => ({
    text,
    added: [],
    obsolete,
    refusal: { problem, missing },
  });
  const mistake = syntaxError(text);
  if (mistake !== undefined) {
    return refuse(`It is not correct TypeScript: ${mistake}`, stub.methods);
  }
  const module = ts.createSourceFile(stub.path, text, ts.ScriptTarget.Latest, true);
  const handlers = findHandlers(module, stub.name, stub.type);
  if (handlers === undefined) {
    return refuse(`There is no object or class \`${stub.name}\` to be seen in it.`, stub.methods);
  }
  const { names, areKnown } = listMembers(handlers, module);
  const routes = new Set(stub.methods.map(({ name }) => name));
  const obsolete = [...names].filter((name) => !routes.has(name));
  const missing = stub.methods.filter(({ name }) => !names.has(name));
  if (missing.length === 0) {
    return { text, added: [], obsolete };
  }
  if (!areKnown) {
    return refuse(`\`${stub.name}\` has a part from another file, which may have these or not.`, missing, obsolete);
  }
  const { name, edits } = addImport("notImplemented", from, module);
  return {
    text: edited(text, [...edits, ...addMethods(handlers, missing, module, name, stub.type)]),
    added: missing,
    obsolete,
  };
}

function syntaxError(text: string): string | undefined {
  const [first] = ts.transpileModule(text, { reportDiagnostics: true }).diagnostics ?? [];
  if (first === undefined) {
    return undefined;
  }
  const line = text.slice(0, first.start).split("\n").length;
  return `${ts.flattenDiagnosticMessageText(first.messageText, " ")} (line ${line})`;
}
