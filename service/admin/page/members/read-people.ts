import { encodeEmailArg, encodePersonNameArg } from "cloud-storage-api/common";
import { accepts } from "../../server/lists/find-members.js";
import { Problem } from "../problems/problem.js";

/** A line that is invalid. */
interface InvalidLine {
  /** The number of the line, starting at 1. */
  readonly line: number;
  readonly text: string;
  readonly problem: string;
}

/** The people in a list, and the invalid lines. */
interface PeopleList {
  readonly people: readonly Person[];
  readonly invalid: readonly InvalidLine[];
}

/**
 * Parses a pasted list. Each line contains one or several addresses (`address` or `Name <address>`), or the cells of a
 * spreadsheet or CSV file. If the first line is a header, its titles determine which cells contain the address and the name.
 */
export function readPeople(list: string): PeopleList {
  const lines = list
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== "");
  const columns = findColumns(lines[0]?.text ?? "");
  const people = new Map<string, Person & { readonly line: number }>(); // by address
  const invalid: InvalidLine[] = [];
  for (const { text, line } of columns === undefined ? lines : lines.slice(1)) {
    try {
      for (const person of readLine(text, columns)) {
        const key = person.email.toLowerCase();
        const other = people.get(key);
        if (other !== undefined) {
          throw new Problem(`${person.email} is also on line ${other.line}.`);
        }
        people.set(key, { ...person, line });
      }
    } catch (thrown) {
      if (!(thrown instanceof Problem)) {
        throw thrown;
      }
      invalid.push({ line, text: text.trim(), problem: thrown.message });
    }
  }
  return { people: [...people.values()], invalid };
}

/** A person to invite. */
export interface Person {
  readonly email: string;
  readonly given: string;
  readonly surname: string;
}

type Name = Pick<Person, "given" | "surname">;

/** The indexes of the columns of a table; undefined for missing columns. */
interface Columns {
  readonly email: number;
  readonly name: number | undefined;
  readonly given: number | undefined;
  readonly surname: number | undefined;
}

const titles = {
  email: /^e-?mail( ?address)?$/i,
  name: /^((full|display) ?)?name$/i,
  given: /^(given|first) ?name$/i,
  surname: /^(surname|(last|family) ?name)$/i,
};

/** Returns the columns that a header names; undefined if the line is not a header that has a column for addresses. */
function findColumns(header: string): Columns | undefined {
  const cells = splitCells(header);
  const find = (title: RegExp): number | undefined => {
    const index = cells.findIndex((cell) => title.test(cell));
    return index === -1 ? undefined : index;
  };
  const email = find(titles.email);
  return email === undefined
    ? undefined
    : { email, name: find(titles.name), given: find(titles.given), surname: find(titles.surname) };
}

/** Returns the people on a line. Throws a `Problem` if the line is invalid. */
function readLine(line: string, columns: Columns | undefined): Person[] {
  const cells = splitCells(line);
  if (columns !== undefined) {
    const cell = (index: number | undefined): string => (index === undefined ? "" : (cells[index] ?? ""));
    const whole = splitName(cell(columns.name));
    const name = { given: cell(columns.given) || whole.given, surname: cell(columns.surname) || whole.surname };
    return [toPerson(cell(columns.email), name)];
  }
  const addresses = cells.filter((cell) => cell.includes("@"));
  const names = cells.filter((cell) => cell !== "" && !cell.includes("@"));
  const [address, ...more] = addresses;
  if (address === undefined) {
    throw new Problem("There is no email address.");
  }
  if (more.length > 0 && names.length > 0) {
    throw new Problem("There are several addresses. Write one person on each line.");
  }
  return more.length > 0 ? addresses.map((each) => readAddress(each, [])) : [readAddress(address, names)];
}

/** Parses `address` or `Name <address>`. `names` are the other cells of the line. */
function readAddress(text: string, names: readonly string[]): Person {
  const [, before = "", email = text] = /^(.*?)\s*<([^<>]*)>$/.exec(text) ?? [];
  const all = [...names, unquote(before)].filter((name) => name !== "");
  const [first = "", second] = all;
  if (all.length > 2) {
    throw new Problem("There are too many columns. Add a first line with their titles: Email, Given name, Surname.");
  }
  if (second === undefined) {
    return toPerson(email, splitName(first));
  }
  return toPerson(email, before === "" ? { given: first, surname: second } : { given: second, surname: first });
}

/** Splits a full name, such as `Bo Arch` or `Arch, Bo`. */
function splitName(name: string): Name {
  const [, surname = "", given] = /^(.*?)\s*,\s*(.*)$/.exec(name) ?? [];
  if (given !== undefined) {
    return { given, surname };
  }
  const [first = "", ...others] = name.split(/\s+/);
  return { given: first, surname: others.join(" ") };
}

/** Checks a person as the API does. Derives missing names, which the API requires, from the address. */
function toPerson(address: string, { given, surname }: Name): Person {
  const email = address.trim();
  if (email === "") {
    throw new Problem("There is no email address.");
  }
  if (!accepts(encodeEmailArg, email)) {
    throw new Problem(`${email} is not a valid email address.`);
  }
  const [local = "", domain = ""] = email.split("@");
  const [first = local, ...others] = local.split(/[._]+/).filter(Boolean).map(capitalize);
  const person = {
    email,
    given: given || (surname === "" ? first : local),
    surname: surname || (given === "" && others.length > 0 ? others.join(" ") : `(${domain})`),
  };
  if (!accepts(encodePersonNameArg, person.given) || !accepts(encodePersonNameArg, person.surname)) {
    throw new Problem('A name is too long or has one of the characters / : ? * < > " |');
  }
  return person;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Splits a line into cells at tabs, semicolons or commas, except within quotes. */
function splitCells(line: string): string[] {
  const split = (separator: string): string[] => {
    const cell = new RegExp(`${separator}((?:"(?:[^"]|"")*"|[^"${separator}]|")*)`, "g");
    return [...`${separator}${line}`.matchAll(cell)].map(([, text = ""]) => unquote(text));
  };
  return ["\t", ";"].map(split).find((cells) => cells.length > 1) ?? split(",");
}

/** Returns a cell without its quotes, and without the apostrophe before characters that would start a formula. */
function unquote(cell: string): string {
  const text = cell.trim();
  const inner = /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
  return inner.replace(/^'(?=[=+\-@])/, "");
}
