import { ts } from "ts-morph";
import type { Finding } from "../../diff/report.js";
import { createProgram, ownFiles, type CallerProject, type ComparedPackage, type SharedFiles } from "./program.js";
import { findUses, type Use, type Uses } from "./uses.js";

/** A place in a program. Line and column are counted from 1, columns in UTF-16 code units. */
export interface ProgramPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The number of code units of the name or the expression, on its first line. */
  readonly length: number;
  /** The text of the line. */
  readonly text: string;
  /** What the compiler says there with the new package; undefined if the program still compiles there. */
  readonly error?: string;
}

/** The consequences of the changes of an API for a program. */
export interface Impact {
  /** The path of the `tsconfig.json`. */
  readonly project: string;
  /** The places of each finding, by its id. Findings without a place are absent. */
  readonly places: ReadonlyMap<string, readonly ProgramPlace[]>;
  /** What would no longer compile, where no finding is the reason. */
  readonly errors: readonly ProgramPlace[];
  /** The number of values of the package that the program treats as `any`, beyond which nothing is known. */
  readonly untyped: number;
  /** Where the program is not valid TypeScript or JavaScript, so that uses may be missing. */
  readonly syntaxErrors: readonly ProgramPlace[];
  /** Whether the program imports the package. */
  readonly isImported: boolean;
}

/** Finds where findings affect a program: uses of what they name, and new errors of the compiler. */
export function findImpact(project: CallerProject, compared: ComparedPackage, findings: readonly Finding[]): Impact {
  const shared: SharedFiles = new Map();
  const before = createProgram(project, compared.name, compared.old.files, shared);
  const after = createProgram(project, compared.name, compared.now.files, shared);
  const uses = findUses(before, project, compared.name, compared.old);
  return describeImpact({ project, before, after, ...uses }, findings, (_, offset) => offset);
}

/** A program that is compiled with both versions of a package, and its uses of the old one. */
interface ComparedProgram extends Uses {
  readonly project: CallerProject;
  readonly before: ts.Program;
  readonly after: ts.Program;
}

/** Describes where findings affect a program. `moved` returns where a place is in the texts that are compiled with the new package. */
export function describeImpact(
  { project, before, after, uses, untyped, isImported }: ComparedProgram,
  findings: readonly Finding[],
  moved: (file: string, offset: number) => number,
): Impact {
  const placeOf = ({ file, start, end }: Use): ProgramPlace => {
    const at = moved(file.fileName, start);
    return placeAt(after.getSourceFile(file.fileName) ?? file, at, at + end - start);
  };
  const bySubject = new Map<string, Use[]>();
  for (const use of uses) {
    bySubject.set(use.origin, [...(bySubject.get(use.origin) ?? []), use]);
  }
  const places = new Map<string, ProgramPlace[]>();
  for (const finding of findings) {
    const used = isRequirement(finding.rule) ? [] : (bySubject.get(subjectOf(finding)) ?? []);
    if (used.length > 0) {
      places.set(finding.id, used.map(placeOf));
    }
  }
  const errors: ProgramPlace[] = [];
  const found = newErrors(before, after, moved).map((error) => ({
    place: error.place,
    id: findingOf(error, findings, uses, moved)?.id,
  }));
  // Errors that no finding explains may follow from others on their line.
  for (const { place, id: ownId } of found.toSorted(
    (a, b) => Number(a.id === undefined) - Number(b.id === undefined),
  )) {
    const id = ownId ?? findingOnLine(place, places);
    if (id === undefined) {
      errors.push(place);
    } else {
      places.set(id, withError(places.get(id) ?? [], place, ownId !== undefined));
    }
  }
  const syntaxErrors = ownFiles(before).flatMap((file) =>
    before.getSyntacticDiagnostics(file).map((diagnostic) => toError(file, diagnostic).place),
  );
  return { project: project.path, places, errors, untyped, syntaxErrors, isImported };
}

/** Whether a rule is about a value that must be passed now: a program has to change where it is missing, not where it is used. */
export function isRequirement(rule: Finding["rule"]): boolean {
  return rule === "field-added-required" || rule === "field-made-required";
}

/** Returns the subject as {@link Use.origin} has it: the field or the route itself, without its parts. */
function subjectOf({ subject }: Finding): string {
  return subject.replace(/[#@].*$/, "").replace(/(?:\[\]|\{\}|\{key\})+$/, "");
}

interface ProgramError {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly place: ProgramPlace;
}

/** Returns the errors that a program has only with the new package. */
function newErrors(
  before: ts.Program,
  after: ts.Program,
  moved: (file: string, offset: number) => number,
): ProgramError[] {
  const errors = ownFiles(after).flatMap((file) => errorsIn(file, after));
  // Checking takes most of the time, so that only files with errors are checked with the old package, too.
  const files = new Set(errors.map(({ file }) => file));
  const old = ownFiles(before)
    .filter(({ fileName }) => files.has(fileName))
    .flatMap((file) => errorsIn(file, before))
    .map((error) => keyOf({ ...error, start: moved(error.file, error.start) }));
  const known = new Set(old);
  return errors.filter((error) => !known.has(keyOf(error)));
}

function keyOf({ file, start, message }: ProgramError): string {
  return `${file}:${start}:${message}`;
}

function errorsIn(file: ts.SourceFile, program: ts.Program): ProgramError[] {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) =>
    toError(file, diagnostic),
  );
}

function toError(file: ts.SourceFile, { start = 0, length = 0, messageText }: ts.Diagnostic): ProgramError {
  const message = ts.flattenDiagnosticMessageText(messageText, "\n");
  const error = message.split("\n").at(-1)?.trim() ?? ""; // the first lines say where, the last one says why
  const end = start + length;
  return { file: file.fileName, start, end, message, place: { ...placeAt(file, start, end), error } };
}

/** Returns the finding that is the reason of an error: one whose subject is used there, or whose name the message mentions. */
function findingOf(
  error: ProgramError,
  findings: readonly Finding[],
  uses: readonly Use[],
  moved: (file: string, offset: number) => number,
): Finding | undefined {
  const isAtError = ({ file, start, end }: Use): boolean => {
    const at = moved(file.fileName, start);
    return file.fileName === error.file && at < error.end && at + end - start > error.start;
  };
  const used = new Set(uses.filter(isAtError).map(({ origin }) => origin));
  const mentioned = new Set([...error.message.matchAll(/['"]([\w.]+)\??['"]/g)].map(([, name = ""]) => name));
  const named = (name: string): boolean => mentioned.has(name) || mentioned.has(`${name}Input`);
  const isMentioned = (finding: Finding): boolean => {
    const [member = "", owner = ""] = subjectOf(finding).split(/[./]/).reverse();
    return named(member) && (mentioned.size === 1 || named(owner) || !/\..*\./.test(finding.subject));
  };
  return (
    findings.find((finding) => used.has(subjectOf(finding))) ??
    findings.find(isMentioned) ??
    findings.find((finding) => named(subjectOf(finding).split(/[./]/).at(-1) ?? ""))
  );
}

/** Returns the id of the finding with a place on the line of an error, which follows from it. */
function findingOnLine(error: ProgramPlace, places: ReadonlyMap<string, readonly ProgramPlace[]>): string | undefined {
  return [...places].find(([, all]) => all.some((place) => isSameLine(place, error)))?.[0];
}

function isSameLine(a: ProgramPlace, b: ProgramPlace): boolean {
  return a.file === b.file && a.line === b.line;
}

/**
 * Adds an error to the places of a finding: to the first use on its line without one. An error that only follows from others is
 * no place of its own.
 */
function withError(places: readonly ProgramPlace[], error: ProgramPlace, isPlace: boolean): ProgramPlace[] {
  const onLine = places.filter((place) => isSameLine(place, error));
  const place = onLine.find((one) => one.error === undefined);
  const isNew = place === undefined && isPlace && !onLine.some((one) => overlap(one, error));
  const all = [...places.filter((one) => one !== place), ...(place || isNew ? [{ ...error, ...place }] : [])];
  return all.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
}

function overlap(a: ProgramPlace, b: ProgramPlace): boolean {
  return a.column < b.column + b.length && b.column < a.column + a.length;
}

function placeAt(file: ts.SourceFile, start: number, end: number): ProgramPlace {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const [text = ""] = file.text.slice(file.getPositionOfLineAndCharacter(line, 0)).split(/\r?\n/, 1);
  const length = Math.max(1, Math.min(end - start, text.length - character));
  return { file: file.fileName, line: line + 1, column: character + 1, length, text };
}
