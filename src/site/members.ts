import type { Field, Name, Type } from "../ir/api.js";
import { isPrimitive } from "../ir/kinds.js";
import { plainName } from "./addresses.js";
import { docParagraphs } from "./doc.js";
import { markup, type Content, type Markup } from "./markup.js";
import type { Links } from "./links.js";
import { typeWords, valueCode } from "./words.js";

/** Who writes the values in a table: the reader of the page, the service, or both. */
export type Direction = "written" | "read" | "both";

/** Decides which nested types a table expands (SITE-11): those up to a limited depth, until a number of rows is reached. */
export class Nesting {
  #rows = 60;

  /** Reserves this many rows. Returns whether there was room for them. */
  take(rows: number, depth: number): boolean {
    if (depth >= 2 || rows > this.#rows) {
      return false;
    }
    this.#rows -= rows;
    return true;
  }
}

interface Place {
  /** The prefix of the ids of the rows. */
  readonly id: string;
  readonly links: Links;
  readonly direction: Direction;
  readonly nesting: Nesting;
  /** The types that are being expanded, from the type of the table itself to the current one. */
  readonly open: readonly Name[];
}

/** Returns the members of a struct or union as a table whose ids start with `id`. Sentences about its tags precede the table. */
export function memberTable(
  name: Name,
  id: string,
  links: Links,
  direction: Direction,
  nesting: Nesting = new Nesting(),
): Content {
  return membersOf(name, { id, links, direction, nesting, open: [name] });
}

/** Returns the number of rows for a type. */
function rowCount(name: Name, { lookup }: Links["site"]): number {
  const definition = lookup.definition(name);
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags.length ?? 0) : 0;
  return lookup.allFields(name).length + subtypes;
}

function membersOf(name: Name, place: Place): Content {
  const { lookup } = place.links.site;
  const definition = lookup.definition(name);
  const fields = lookup.allFields(name);
  if (definition.kind === "union") {
    // Services reject `other` in requests.
    const tags = place.direction === "written" ? fields.filter(({ field }) => !field.catchAll) : fields;
    return [
      openness(!lookup.isOpen(name), place.direction),
      table(
        "Variant",
        inOrder(tags).map(({ field, owner }) => tagRow(field, owner, name, place)),
      ),
    ];
  }
  const subtypes = definition.kind === "struct" ? definition.subtypes : undefined;
  return [
    fields.length === 0
      ? markup`<p class="quiet">No fields.</p>`
      : table(
          "Field",
          inOrder(fields).map(({ field, owner }) => fieldRow(field, owner, name, place)),
        ),
    subtypes === undefined
      ? ""
      : [
          markup`<p>The member <code>".tag"</code> says which type a value has, with the fields of that type:</p>`,
          openness(subtypes.closed, place.direction),
          table(
            "Subtype",
            subtypes.tags.map((tag) =>
              row(`${place.id}:${plainName(tag.name)}`, tag.name, markup`${place.links.type(tag.type)}`, []),
            ),
          ),
        ],
  ];
}

/** Moves deprecated members after the others (SITE-25). */
function inOrder<T extends { readonly field: Field }>(members: readonly T[]): readonly T[] {
  return [...members.filter(({ field }) => !field.deprecated), ...members.filter(({ field }) => field.deprecated)];
}

/** Explains whether a later version may add variants (SITE-12). */
function openness(isClosed: boolean, direction: Direction): Markup {
  if (isClosed) {
    return markup`<p class="quiet">Closed: these are all variants there will be.</p>`;
  }
  return direction === "written"
    ? markup`<p class="quiet">Open: a later version may accept more variants.</p>`
    : markup`<p class="quiet">
        Open: a later version may add variants. Clients keep one that they do not know as an unknown variant; treat it
        like <code>other</code>.
      </p>`;
}

function table(kind: string, rows: readonly Markup[]): Markup {
  return markup`<table class="members">
    <thead>
      <tr>
        <th scope="col">${kind}</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function row(id: string, name: string, type: Content, details: Content): Markup {
  return markup`<tr id="${id}"><th scope="row"><code>${name}</code></th><td><span class="type">${type}</span><a class="anchor" href="#${id}" aria-label="Link to this row">#</a>${details}</td></tr>
`;
}

function fieldRow(field: Field, owner: Name, table: Name, place: Place): Markup {
  const id = `${place.id}.${plainName(field.name)}`;
  const { links } = place;
  const type = links.site.lookup.withoutNull(field.type);
  return row(
    id,
    field.name,
    [typeWords(type, links), requirement(field, links)],
    [ownerNote(owner, table, links), ...details(field, links), nestedTable(type, { ...place, id })],
  );
}

function requirement(field: Field, { site }: Links): Markup {
  if (field.default !== undefined && field.default !== null) {
    return markup` <span class="need">default ${valueCode(field.default)}</span>`;
  }
  return site.isRequired(field)
    ? markup` <span class="need required">required</span>`
    : markup` <span class="need">optional</span>`;
}

function tagRow(tag: Field, owner: Name, table: Name, place: Place): Markup {
  const id = `${place.id}.${plainName(tag.name)}`;
  const { links } = place;
  const type = links.site.lookup.withoutNull(tag.type);
  return row(id, tag.name, variantForm(tag, place), [
    ownerNote(owner, table, links),
    ...details(tag, links),
    nestedTable(type, { ...place, id }),
  ]);
}

/** Shows the JSON of a variant. */
function variantForm({ name, type, catchAll }: Field, { direction, links }: Place): Content {
  const { lookup } = links.site;
  const value = lookup.withoutNull(type);
  const key = JSON.stringify(name);
  const object = markup`<code>{ ".tag": ${key} }</code>`;
  if (lookup.withoutAliases(type).kind === "void") {
    return direction === "read" || catchAll ? object : markup`<code>${key}</code> or ${object}`;
  }
  const optional = lookup.isNullable(type) ? ", which may be absent" : "";
  if (lookup.plainStruct(value) !== undefined) {
    return markup`${object} with the fields of ${typeWords(value, links)}${optional}`;
  }
  return markup`${object} with <code>${name}</code>${optional}: ${typeWords(value, links)}`;
}

function ownerNote(owner: Name, table: Name, links: Links): Content {
  return owner.namespace === table.namespace && owner.name === table.name
    ? ""
    : markup`<span class="owner">from ${links.type(owner)}</span>`;
}

/** Returns the annotations and the documentation of a member. */
function details(field: Field, links: Links): readonly Content[] {
  const { redactor } = field;
  return [
    field.deprecated ? markup`<span class="badge deprecated">Deprecated</span>` : "",
    field.preview ? markup`<span class="badge preview">Preview</span>` : "",
    redactor === undefined
      ? ""
      : markup`<span class="badge">${redactor.kind === "blot" ? "Masked in logs" : "Hashed in logs"}</span>`,
    field.preview ? markup`<p>Preview: may change or be removed. Do not rely on it in production.</p>` : "",
    docParagraphs(field.doc, links),
  ];
}

/** Returns the members of a type, expanded in place. Empty if there is no room, because the description of the type already links to it. */
function nestedTable(type: Type, place: Place): Content {
  const { lookup } = place.links.site;
  const name = innerType(type, place.links);
  if (name === undefined || place.open.some((one) => one.namespace === name.namespace && one.name === name.name)) {
    return "";
  }
  const rows = rowCount(name, place.links.site);
  const depth = place.open.length - 1;
  if (rows === 0 || !place.nesting.take(rows, depth)) {
    return "";
  }
  const what = lookup.definition(name).kind === "union" ? "Variants" : "Fields";
  return markup`<details>
    <summary>${what} of ${name.name}</summary>
    ${membersOf(name, { ...place, open: [...place.open, name] })}
  </details>`;
}

/**
 * Returns the struct or union that a type refers to through aliases, lists and maps; undefined if there is none. Lists and
 * maps may contain themselves through aliases.
 */
export function innerType(type: Type, links: Links, outer: readonly Type[] = []): Name | undefined {
  const { lookup } = links.site;
  const bare = lookup.bare(type);
  if (isPrimitive(bare) || outer.includes(bare)) {
    return undefined;
  }
  switch (bare.kind) {
    case "ref":
      return { namespace: bare.namespace, name: bare.name };
    case "list":
      return innerType(bare.of, links, [...outer, bare]);
    case "map":
      return innerType(bare.value, links, [...outer, bare]);
    case "void":
    case "nullable":
      return undefined;
  }
}
