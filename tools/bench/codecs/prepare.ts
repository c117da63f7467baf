import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { transform } from "typia/lib/transform";
import type { Name } from "../../../src/ir/api.js";
import type { Lookup } from "../../../src/ir/walk.js";
import { jsonSchema } from "./json-schema.js";
import { listOfFiles, listOfMembers } from "./payloads.js";
import { files, type Task } from "./task.js";
import { typiaSource } from "./typia-source.js";

type Fields = Readonly<Record<string, unknown>>;

export interface Payload {
  readonly name: string;
  readonly type: Name;
  readonly json: Fields;
  /** The target for (JSON.parse + decode) / JSON.parse. */
  readonly target: number;
}

export const payloads: readonly Payload[] = [
  { name: "files", type: { namespace: "files", name: "ListFolderResult" }, json: listOfFiles(), target: 1.3 },
  { name: "members", type: { namespace: "team", name: "MembersListV2Result" }, json: listOfMembers(), target: 1.15 },
];

/** Writes the files that contenders need for each payload to a folder. Returns the tasks. */
export async function prepare({ name, type, json }: Payload, lookup: Lookup, root: string): Promise<Task> {
  const folder = join(root, name);
  const contents = {
    [files.text]: JSON.stringify(json),
    // The invalid field is checked last, so that everything else is checked first.
    [files.failing]: JSON.stringify({ ...json, has_more: "yes" }),
    [files.discriminator]: JSON.stringify(jsonSchema(type, lookup, "discriminator")),
    [files.anyOf]: JSON.stringify(jsonSchema(type, lookup, "anyOf")),
  };
  await mkdir(folder);
  await Promise.all(Object.entries(contents).map(([file, text]) => writeFile(join(folder, file), text)));
  await compileTypia(join(folder, files.typiaSource), typiaSource(type, lookup));
  const checks = await readFile(join(folder, files.typia), "utf8");
  await writeFile(join(folder, files.typiaHoisted), hoistPatterns(checks));
  return {
    folder,
    module: join(root, "api/dist", type.namespace, "index.js"),
    type: type.name,
    fails: false,
  };
}

/** Compiles a TypeScript module that calls typia's functions, and writes the JavaScript next to it. */
async function compileTypia(path: string, source: string): Promise<void> {
  await writeFile(path, source);
  const program = ts.createProgram([path], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    skipLibCheck: true,
    types: [],
    outDir: dirname(path),
  });
  const problems: ts.Diagnostic[] = [];
  const before = [transform(program, {}, { addDiagnostic: (problem) => problems.push(problem) })];
  program.emit(undefined, undefined, undefined, undefined, { before });
  const [problem] = [...ts.getPreEmitDiagnostics(program), ...problems];
  if (problem !== undefined) {
    throw new Error(`typia: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  }
}

/**
 * Returns the same JavaScript with each regular expression created only once. In typia's own output, each check creates
 * it again.
 */
function hoistPatterns(code: string): string {
  const constants = new Map<string, string>();
  const body = code.replaceAll(/RegExp\((?:"(?:[^"\\]|\\.)*"|\/\(\.\*\)\/)\)/g, (expression) => {
    const name = constants.get(expression) ?? `pattern${constants.size}`;
    constants.set(expression, name);
    return name;
  });
  const declarations = [...constants].map(([expression, name]) => `const ${name} = ${expression};\n`);
  return [...declarations, body].join("");
}
