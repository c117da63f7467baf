import { dirname } from "node:path";
import { ts } from "ts-morph";
import { findLineEnd, findProperty, isObject, withMembers } from "./json-text.js";

interface Config {
  readonly compilerOptions?: Readonly<Record<string, string>>;
}

/**
 * Adds those paths to `exclude` in the text of a `tsconfig.json` that its `include` would match. Returns undefined if
 * there are none, or if the text is invalid. The `emitted` paths matter only to a compiler that writes files: they
 * would change the common root folder of all files, and with it the output paths.
 */
export function withExcludes(
  path: string,
  text: string,
  checked: readonly string[],
  emitted: readonly string[],
): string | undefined {
  const json = ts.parseConfigFileTextToJson(path, text);
  const root = ts.parseJsonText(path, text).statements[0]?.expression;
  if (json.error !== undefined || root === undefined || !isObject(root)) {
    return undefined;
  }
  const parsed = ts.parseJsonConfigFileContent(json.config, ts.sys, dirname(path), {}, path);
  const { include, exclude, files } = parsed.raw as Partial<Record<"include" | "exclude" | "files", readonly string[]>>;
  const patterns = include ?? (files === undefined ? ["**/*"] : []);
  if (!patterns.some((pattern) => /^(?:\.\/)?(?:\*|\.?$)/.test(pattern))) {
    return undefined;
  }
  const excluded = new Set(exclude?.map((pattern) => pattern.replace(/^\.\/|\/(?:\*\*(?:\/\*)?)?$/g, "")));
  const wanted = [...checked, ...(parsed.options.noEmit === true ? [] : emitted)].filter((one) => !excluded.has(one));
  const own = findProperty(root, "exclude");
  if (wanted.length === 0 || (exclude !== undefined && own === undefined)) {
    return undefined;
  }
  const print = (paths: readonly string[]): string[] => paths.map((one) => JSON.stringify(one));
  const lineEnd = findLineEnd(text);
  if (own !== undefined) {
    return ts.isArrayLiteralExpression(own.initializer)
      ? withMembers(text, own.initializer, print(wanted), "", "")
      : undefined;
  }
  // These are excluded by default.
  const { outDir, declarationDir } = (json.config as Config).compilerOptions ?? {};
  const list = print(["node_modules", ...[outDir, declarationDir].filter((one) => one !== undefined), ...wanted]);
  return withMembers(text, root, [`"exclude": [${list.join(", ")}]`], `${lineEnd}  `, lineEnd);
}
