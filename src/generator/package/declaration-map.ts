import { encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { memberName } from "../code/flat/type.js";
import type { PrintedFile } from "../code/module.js";
import type { Declaration } from "../code/tree/declaration.js";
import type { MemberType, TypeNode } from "../code/tree/type.js";

/** A name in a specification. Lines and columns are counted from 1, columns in UTF-16 code units. */
interface OriginPlace {
  /** The path of the specification. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the place of a part of the specification: `files`, `files.Metadata.size`, `files/copy`. */
type LocateOrigin = (origin: string) => OriginPlace | undefined;

/**
 * Returns the declaration map of a file (source map revision 3), with which editors open the specification in place of the
 * declaration; undefined if the file declares nothing of a specification. `relativePath` returns the path of a specification
 * relative to the file.
 */
export function declarationMap(
  file: PrintedFile,
  locate: LocateOrigin,
  relativePath: (spec: string) => string,
): PrintedFile | undefined {
  const sources = new Map<string, number>();
  const lines: (SourceMapSegment[] | undefined)[] = [];
  for (const { line, start, column, origin } of declaredNames(file)) {
    const place = locate(origin);
    if (place === undefined) {
      continue;
    }
    const source = sources.get(place.file) ?? sources.size;
    sources.set(place.file, source);
    const to = [source, place.line - 1, place.column - 1] as const;
    // TypeScript takes the next segment for what has none, so that a segment without a place precedes each declaration. It looks for
    // the start of the declaration as well as for its name.
    if (start === 0) {
      (lines[line - 1] ??= []).push([0]);
    }
    const segments = (lines[line] ??= []);
    if (start > 0) {
      segments.push([start - 1]);
    }
    segments.push([start, ...to]);
    if (column > start) {
      segments.push([column, ...to]);
    }
  }
  if (sources.size === 0) {
    return undefined;
  }
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const map = {
    version: 3,
    file: name,
    sources: [...sources.keys()].map(relativePath),
    names: [],
    mappings: encode(Array.from(lines, (line) => line ?? [])),
  };
  return { path: `${file.path}.map`, text: JSON.stringify(map) };
}

/** A name in a declaration file, and the part of the specification that it stands for. */
export interface DeclaredName {
  /** In UTF-16 code units from the start of the file. */
  readonly offset: number;
  /** Like the columns, counted from 0. */
  readonly line: number;
  /** The column of the declaration: that of `export` or `readonly`, if there is one. */
  readonly start: number;
  readonly column: number;
  readonly origin: string;
}

/** The names by file: most files of a package are the same in the next run. */
const knownNames = new WeakMap<PrintedFile, readonly DeclaredName[]>();

/** Returns the names that a declaration file declares for parts of a specification. */
export function declaredNames(file: PrintedFile): readonly DeclaredName[] {
  let names = knownNames.get(file);
  if (names === undefined) {
    const finder = new NameFinder(file.text);
    file.declares?.declarations.forEach((declaration) => finder.add(declaration));
    names = finder.names;
    knownNames.set(file, names);
  }
  return names;
}

/** Finds the names of declarations in the text of a file, which has them in the same order. */
class NameFinder {
  readonly names: DeclaredName[] = [];
  readonly #text: string;
  #offset = 0;
  #line = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  add(declaration: Declaration): void {
    switch (declaration.kind) {
      case "interface": {
        const { name, origin, properties = [], methods = [] } = declaration;
        this.#find("\n", "export interface ", name, origin);
        properties.forEach((property) => this.#findMember("\n  ", property));
        methods.forEach((method) => this.#find("\n  ", "", `${method.name}(`, method.origin));
        return;
      }
      case "alias":
        this.#find("\n", "export type ", declaration.name, declaration.origin);
        return this.#findInType(declaration.type);
      case "constant":
        return this.#find("\n", "export declare const ", declaration.name, declaration.origin);
      default:
    }
  }

  /** Finds the members of the object types in a type. */
  #findInType(type: TypeNode): void {
    if (type.kind === "union") {
      type.of.forEach((member) => this.#findInType(member));
    } else if (type.kind === "object") {
      type.members.forEach((member) => this.#findMember(" ", member));
    }
  }

  #findMember(before: string, member: MemberType): void {
    const keyword = member.isReadonly === true ? "readonly " : "";
    this.#find(before, keyword, `${memberName({ ...member, isReadonly: false })}:`, member.origin);
  }

  /** Finds the next declaration of a name. Comments cannot contain it, because their lines start with an asterisk. */
  #find(before: string, keyword: string, name: string, origin: string | undefined): void {
    const at = origin === undefined ? -1 : this.#text.indexOf(before + keyword + name, this.#offset);
    if (origin === undefined || at < 0) {
      return;
    }
    const start = at + before.length;
    for (let end = this.#text.indexOf("\n", this.#lineStart); end >= 0 && end < start;) {
      this.#line++;
      this.#lineStart = end + 1;
      end = this.#text.indexOf("\n", this.#lineStart);
    }
    this.#offset = start;
    const column = start - this.#lineStart;
    this.names.push({
      offset: start + keyword.length,
      line: this.#line,
      start: column,
      column: column + keyword.length,
      origin,
    });
  }
}
