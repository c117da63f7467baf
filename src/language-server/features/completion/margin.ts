import { schemaNamespace } from "../../../ir/names.js";
import { completeAnnotationTypes, completeArguments, findCall } from "./arguments.js";
import { keywordItem, lastTexts, type Completion, type CompletionPlace } from "./completion.js";
import { routesIn } from "./documentation.js";
import { completeParents, anyType, completeTypes } from "./types.js";

/** The keywords that start a definition, with placeholders. */
const definitions: readonly (readonly [word: string, snippet: string])[] = [
  ["struct", "struct ${1:Name}\n    ${2:field} ${3:String}"],
  ["union", "union ${1:Name}\n    ${2:tag}"],
  ["union_closed", "union_closed ${1:Name}\n    ${2:tag}"],
  ["alias", "alias ${1:Name} = ${2:String}"],
  ["route", 'route ${1:name} (${2:Void}, ${3:Void}, ${4:Void})\n    "${5:What it does.}"'],
  ["import", "import ${1:namespace}"],
  ["annotation", "annotation ${1:Name} = ${2:Deprecated}()"],
  ["annotation_type", "annotation_type ${1:Name}\n    ${2:parameter} ${3:String}"],
  ["patch", "patch struct ${1:Name}\n    ${2:field} ${3:String}"],
];

/** Returns the completions on a line that is not indented. */
export function completeAtMargin(place: CompletionPlace): Completion[] {
  const { line } = place;
  const call = findCall(line);
  if (call !== undefined) {
    return completeArguments(place, call);
  }
  const [first, second, third] = line.before.map(({ text }) => text);
  const count = line.before.length;
  const isQualified = line.before.at(-1)?.text === ".";
  switch (first) {
    case undefined:
      return completeDefinitions(place);
    case "namespace":
      return count === 1 ? [suggestNamespace(place.path)] : [];
    case "import":
      return count === 1 ? completeNamespaces(place) : [];
    case "struct":
    case "union":
    case "union_closed":
      if (count === 2) {
        return [keywordItem("extends")];
      }
      return third === "extends" && (count === 3 || (count === 5 && isQualified))
        ? completeParents(place, first, second ?? "")
        : [];
    case "alias":
      return third === "=" && (count === 3 || (count === 5 && isQualified))
        ? completeTypes(place, { ...anyType, allowsVoid: true })
        : [];
    case "annotation":
      return third === "=" && (count === 3 || (count === 5 && isQualified)) ? completeAnnotationTypes(place) : [];
    case "patch":
      return completePatch(place, count, second);
    case "route":
      return completeAfterRoute(place);
    default:
      return [];
  }
}

function completeDefinitions({ path, names }: CompletionPlace): Completion[] {
  const isEmpty = names.sectionsOf(path).every(({ namespace }) => namespace === "");
  const items = definitions.map(([word, snippet], index) => keywordItem(word, 10 + index, snippet));
  if (!isEmpty) {
    return items;
  }
  const { label } = suggestNamespace(path);
  return [{ ...keywordItem("namespace", 0, `namespace ${label}`), text: `namespace ${label}` }];
}

/** Returns a completion with the namespace that the name of a file suggests. */
function suggestNamespace(path: string): Completion {
  return { label: namespaceForFile(path), kind: "namespace", detail: "the name of the file", order: 10 };
}

export function namespaceForFile(path: string): string {
  const file = decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)).replace(/\.stone$/, "");
  const name = file.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=[0-9])/, "_");
  return name === "" ? "api" : name.toLowerCase();
}

/** Returns the namespaces that can be imported here. */
function completeNamespaces({ names, namespace, line }: CompletionPlace): Completion[] {
  const imported = names.namespaces.get(namespace)?.imports ?? new Map<string, unknown>();
  return [...names.namespaces.values()]
    .filter(({ name }) => name !== "" && name !== namespace && (name === line.word || !imported.has(name)))
    .filter(({ imports }) => !imports.has(namespace))
    .map(({ name }) => ({
      label: name,
      kind: "namespace",
      detail: "namespace",
      order: name === schemaNamespace ? 90 : 10,
      target: { kind: "namespace", name },
    }));
}

function completePatch({ names, namespace }: CompletionPlace, count: number, word: string | undefined): Completion[] {
  if (count === 1) {
    return ["struct", "union", "union_closed"].map((kind) => keywordItem(kind));
  }
  if (count !== 2) {
    return [];
  }
  return [...(names.namespaces.get(namespace)?.definitions.values() ?? [])].flat().flatMap((node) => {
    const kind = node.kind === "union" && node.closed ? "union_closed" : node.kind;
    return kind === word && (node.kind === "struct" || node.kind === "union")
      ? [
          {
            label: node.name.text,
            kind: node.kind,
            detail: kind,
            order: 10,
            target: { kind: "definition", namespace, node },
          },
        ]
      : [];
  });
}

/** Returns the completions after the types of a route: `deprecated`, `by`, or the possible successors. */
function completeAfterRoute(place: CompletionPlace): Completion[] {
  const [last, beforeLast] = lastTexts(place.line);
  if (last === ")") {
    return [keywordItem("deprecated")];
  }
  if (last === "deprecated") {
    return [keywordItem("by")];
  }
  if (last !== "by" || beforeLast !== "deprecated") {
    return [];
  }
  const { names, namespace, line } = place;
  const end = line.before.findIndex(({ text }) => text === "(");
  const wordsBefore = line.before.slice(1, end).map(({ text }) => text);
  const [name = "", version = "1"] = wordsBefore.join("").split(":");
  const itself = version === "1" ? name : `${name}:${version}`;
  return routesIn(names.namespaces.get(namespace), "", 20)
    .filter(({ label }) => label !== itself)
    .map((item) => (item.label.split(":")[0] === name ? { ...item, order: 10 } : item));
}
