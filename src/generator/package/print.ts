import { format, getFileInfo, type Options } from "prettier";
import { Project } from "ts-morph";
import type { EmittedFile, PrintedFile } from "../code/module.js";

/** The prettier options for generated code. */
export const style: Options = { printWidth: 120 };

/** Prints emitted files, formatted by prettier. */
export async function print(files: readonly EmittedFile[]): Promise<PrintedFile[]> {
  const project = new Project({ useInMemoryFileSystem: true });
  const printedFiles: PrintedFile[] = [];
  for (const file of files) {
    const text =
      file.kind === "text"
        ? file.text
        : // All statements in one call: adding them one by one takes quadratic time.
          spaced(project.createSourceFile(file.path, { statements: [...file.statements] }).getFullText());
    printedFiles.push({ path: file.path, text: await formatted(text, file.path) });
  }
  return printedFiles;
}

/** Formats the text of a file with prettier; unchanged if prettier does not support files of that name. */
async function formatted(text: string, filepath: string): Promise<string> {
  const { inferredParser } = await getFileInfo(filepath, { resolveConfig: false });
  return inferredParser === null ? text : format(text, { ...style, filepath });
}

/**
 * Inserts an empty line before each declaration of a module, and between declarations and re-exports. ts-morph inserts only
 * some of these empty lines, TypeScript none.
 */
export function spaced(text: string): string {
  const lines = text.split("\n");
  const isStart = (line: string): boolean => /^(?:\/\*\*|export \w|const |function |type |interface )/.test(line);
  const isList = (line: string): boolean => /^export (?:type )?[{*]/.test(line);
  return lines
    .flatMap((line, index) => {
      const before = lines[index - 1] ?? "";
      if (line === "" && isList(before) && isList(lines[index + 1] ?? "")) {
        return [];
      }
      const isApart = isList(line) ? !/^$|^\/\/|from ".*";$/.test(before) : isStart(line) && !/^$|\*\/$/.test(before);
      return isApart ? `\n${line}` : line;
    })
    .join("\n");
}
