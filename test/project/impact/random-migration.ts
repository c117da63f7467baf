import type { GeneratorValue } from "fast-check";
import fc from "fast-check";

/** Two versions of a specification, of which the second has new names, and a program that uses every kind of name of the first. */
export interface RandomMigration {
  readonly old: string;
  readonly now: string;
  readonly program: string;
}

interface Part {
  name: string;
  readonly members: { name: string; type: string }[];
}

/** Makes a specification with distinct definitions, so that each renaming can be told from a removal. */
export function anyMigration(generate: GeneratorValue): RandomMigration {
  const author = new Author(generate);
  const before = author.specification();
  const after = structuredClone(before);
  const program = author.program(before);
  author.rename(after, program);
  return { old: print(before), now: print(after), program };
}

interface Specification {
  namespace: string;
  readonly structs: Part[];
  readonly unions: Part[];
  readonly routes: { name: string; readonly arg: number; readonly result: number; readonly error: number }[];
}

/** The names include words of TypeScript, and those that differ in case or underscores in TypeScript. */
const words = [
  "copy",
  "delete",
  "item",
  "value",
  "name",
  "list",
  "other_item",
  "size",
  "new",
  "type",
  "class",
  "is_open",
];

class Author {
  readonly #generate: GeneratorValue;
  #count = 0;

  constructor(generate: GeneratorValue) {
    this.#generate = generate;
  }

  below(limit: number): number {
    return this.#generate(fc.nat, { max: limit - 1 });
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  isTrue(): boolean {
    return this.below(2) === 0;
  }

  /** Returns a name that nothing has yet, in lower case. */
  name(): string {
    this.#count += 1;
    return `${this.pick(words)}_${String.fromCharCode(96 + (this.#count % 26) + 1)}${this.#count}`;
  }

  typeName(): string {
    const name = this.name();
    return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  }

  specification(): Specification {
    const structs = Array.from({ length: 2 + this.below(3) }, (_, index): Part => ({
      name: this.typeName(),
      members: Array.from({ length: 2 + index }, () => ({
        name: this.name(),
        type: this.pick(["String", "UInt32?", "List(String)", "Boolean = true", "Int64"]),
      })),
    }));
    const unions = Array.from({ length: 2 }, (_, index): Part => ({
      name: this.typeName(),
      members: Array.from({ length: 3 + index }, () => ({
        name: this.name(),
        type: this.pick(["", "", "String", structs[0]?.name ?? ""]),
      })),
    }));
    // A chain of tags, and a field whose type is a union.
    unions[1]?.members.push({ name: this.name(), type: unions[0]?.name ?? "" });
    structs[1]?.members.push({ name: this.name(), type: unions[0]?.name ?? "" });
    const routes = structs.map((_, index) => ({
      name: this.name(),
      arg: index,
      result: this.below(structs.length),
      error: this.below(2),
    }));
    return { namespace: this.name(), structs, unions, routes };
  }

  /** Renames a part of each kind; some of the new names are used in the program for something else. */
  rename(specification: Specification, program: string): void {
    const { structs, unions, routes } = specification;
    if (this.below(4) === 0) {
      specification.namespace = this.#newName(program, this.name());
      return;
    }
    const renameIn = (parts: Part[], isMember: boolean): void => {
      const part = this.pick(parts);
      if (isMember) {
        const member = this.pick(part.members);
        member.name = this.#newName(program, this.name(), part.members);
      } else {
        const old = part.name;
        part.name = this.typeName();
        [...structs, ...unions].forEach(({ members }) =>
          members.filter(({ type }) => type === old).forEach((member) => (member.type = part.name)),
        );
      }
    };
    renameIn(structs, this.isTrue());
    renameIn(unions, this.isTrue());
    const route = this.pick(routes);
    route.name = this.#newName(program, this.name());
  }

  /** Sometimes returns a name that the program has as a local name. */
  #newName(program: string, name: string, others: readonly { name: string }[] = []): string {
    const locals = [...program.matchAll(/\b(?:const|as) (l\w+)\b/g)].map(([, local = ""]) => local);
    const local = locals.length > 0 && this.isTrue() ? this.pick(locals) : name;
    return others.some((other) => other.name === local) ? name : local;
  }

  /** Returns statements that use names of all kinds, in random forms. */
  program({ namespace, structs, unions, routes }: Specification): string {
    const space = camelCase(namespace);
    const locals: string[] = [];
    const local = (): string => {
      const name = `l${this.name().replaceAll("_", "")}`;
      locals.push(name);
      return name;
    };
    const imports: string[] = [];
    const values = new Map(routes.map((route) => [route, this.isTrue() ? camelCase(route.name) : local()]));
    for (const [{ name }, value] of values) {
      imports.push(value === camelCase(name) ? value : `${camelCase(name)} as ${value}`);
    }
    const lines = [
      `import { createClient, isRouteError, match, type ${space} } from "random-api";`,
      `import { ${imports.join(", ")} } from "random-api/${namespace.toLowerCase()}";`,
      `import { routeError } from "random-api/server";`,
      `import { createTwin } from "random-api/testing";`,
      `const client = createClient({ hosts: "https://random.example" });`,
      `const twin = createTwin();`,
    ];
    for (const struct of structs) {
      const type = `${space}.${struct.name}`;
      const field = this.pick(struct.members).name;
      const value = local();
      lines.push(
        this.pick([
          `/** See {@link ${type}.${field}}. */\nexport function ${local()}(${value}: ${type}): unknown { return ${value}.${field}; }`,
          `export const ${local()} = ({ ${field} }: ${type}): unknown => ${field};`,
          `export const ${local()} = ({ ${field}: ${value} }: ${type}): unknown => ${value};`,
          `export type L${value} = ${type}["${field}"] | Pick<${type}, "${field}">["${field}"];`,
          `export const ${local()} = (${value}: ${type}, ${field}: ${type}["${field}"]): ${type} => ({ ...${value}, ${field} });`,
          `export const ${local()} = (${value}: ${type}): ${type} => ({ ...${value}, ${field}: ${value}["${field}"] });`,
        ]),
      );
    }
    for (const union of unions) {
      const type = `${space}.${union.name}`;
      const tag = this.pick(union.members).name;
      const value = local();
      lines.push(
        this.pick([
          `export const ${local()} = (${value}: ${type}): boolean => ${value}[".tag"] === "${tag}";`,
          `export function ${local()}(${value}: ${type}): void { switch (${value}[".tag"]) { case "${tag}": break; } }`,
          `export const ${local()} = (${value}: ${type}): unknown => match(${value}, { ${tag}: (one) => one, _: () => 1 });`,
          `export type L${value} = Extract<${type}, { ".tag": "${tag}" }>;`,
          `export function ${local()}({ ".tag": ${value} }: ${type}): boolean { return ${value} === "${tag}"; }`,
        ]),
      );
    }
    for (const [route, value] of values) {
      const { arg, error } = route;
      const method = lowerCamelCase(route.name);
      const tags = unions[error]?.members ?? [];
      const tag = this.pick(tags);
      const inner = unions.find(({ name }) => name === tag.type)?.members[0]?.name;
      const path = inner === undefined ? tag.name : `${tag.name}/${inner}`;
      const thrown = local();
      lines.push(
        this.pick([
          `export const ${local()} = (arg: ${space}.${structs[arg]?.name}): unknown => client.${space}.${method}(arg);`,
          `export const ${local()} = { ${value} };`,
          `export { ${value} };`,
          `export const ${local()} = (${thrown}: unknown): boolean => isRouteError(${thrown}, ${value}) && ${thrown}.is("${path}");`,
          `twin.fail(${value}, "${path}");`,
          `export const ${local()} = ({ ${space}: { ${method} } }: typeof client): unknown => ${method};`,
        ]),
      );
      if (tag.type === "") {
        lines.push(`export const ${local()} = (): Error => routeError(${value}, "${tag.name}");`);
      }
    }
    return `${lines.join("\n")}\n`;
  }
}

function camelCase(name: string): string {
  return lowerCamelCase(name);
}

function lowerCamelCase(name: string): string {
  const [first = "", ...rest] = name.split("_");
  return [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
}

function print({ namespace, structs, unions, routes }: Specification): string {
  const part = (kind: string, { name, members }: Part): string =>
    `${kind} ${name}\n${members.map((member) => `    ${member.name} ${member.type}`.trimEnd()).join("\n")}\n`;
  return [
    `namespace ${namespace}\n`,
    ...structs.map((struct) => part("struct", struct)),
    ...unions.map((union) => part("union", union)),
    ...routes.map(
      ({ name, arg, result, error }) =>
        `route ${name}(${structs[arg]?.name}, ${structs[result]?.name}, ${unions[error]?.name})\n`,
    ),
  ].join("\n");
}
