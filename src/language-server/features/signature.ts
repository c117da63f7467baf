import { findCall, type Call } from "./completion/arguments.js";
import { docSummary } from "./short-texts.js";
import { fieldHead } from "./hover.js";
import { readLineContext } from "./line-context.js";
import { itemTextAt, namespaceOf } from "./places.js";
import type { Snapshot } from "./project.js";
import { builtinAnnotations, builtinTypes } from "./vocabulary.js";

interface SignatureParameter {
  readonly name: string;
  /** The parameter as it is written in the label. */
  readonly text: string;
  readonly documentation: string;
  readonly isPositional: boolean;
}

export interface Signature {
  /** The part of the label before the parameters. */
  readonly name: string;
  readonly documentation: string;
  readonly parameters: readonly SignatureParameter[];
  /** The index of the current parameter; undefined if there are no more parameters. */
  readonly active: number | undefined;
}

/** Returns the signature for the innermost parentheses that contain an offset (LSP-33); undefined if there is none. */
export function findSignature(snapshot: Snapshot, path: string, offset: number): Signature | undefined {
  const file = snapshot.files.get(path);
  const text = file && itemTextAt(file, offset);
  if (text === undefined) {
    return undefined;
  }
  const at = offset - text.source.offsetInFile(0);
  const line = readLineContext(text.source.text, at);
  const call = findCall(line);
  if (call === undefined || line.inside?.kind === "comment") {
    return undefined;
  }
  const signature = describeCall(call, snapshot, namespaceOf(path, text, snapshot.names));
  // A word selects its parameter as soon as it is typed, even before the `=`.
  const written = /^[\w-]+/.exec(text.source.text.slice(line.wordStart))?.[0];
  return signature && { ...signature, active: activeParameter(call, signature.parameters, written) };
}

function activeParameter(
  { keyword, index, argument }: Call,
  parameters: readonly SignatureParameter[],
  written: string | undefined,
): number | undefined {
  const named = keyword ?? (argument.length === 0 ? written : undefined);
  const byName = parameters.findIndex(({ name }) => name === named);
  if (byName !== -1) {
    return byName;
  }
  return index < parameters.length ? index : undefined;
}

function describeCall(
  { name, qualifier, isAnnotation, isRoute }: Call,
  { names }: Snapshot,
  namespace: string,
): Omit<Signature, "active"> | undefined {
  if (isRoute) {
    const parameters = ["argument", "result", "error"].map((text) => ({
      name: text,
      text,
      documentation: `The type of the ${text}, or Void.`,
      isPositional: true,
    }));
    return { name: `route ${name}`, documentation: "", parameters };
  }
  const builtin = qualifier === undefined ? (isAnnotation ? builtinAnnotations : builtinTypes).get(name) : undefined;
  if (builtin !== undefined) {
    const parameters = builtin.parameters.map((parameter) => ({
      name: parameter.name,
      text: parameter.isPositional ? parameter.name : `${parameter.name}=`,
      documentation: parameter.meaning,
      isPositional: parameter.isPositional,
    }));
    return { name, documentation: builtin.summary, parameters };
  }
  const type = names.definition(qualifier ?? namespace, name)?.node;
  if (type?.kind !== "annotation_type") {
    return undefined;
  }
  const parameters = type.params.map((param) => ({
    name: param.name.text,
    text: fieldHead(param),
    documentation: param.doc?.text ?? "",
    isPositional: true,
  }));
  return { name, documentation: docSummary(type.doc), parameters };
}
