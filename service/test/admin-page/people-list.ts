import { expect, test } from "vitest";
import { readPeople } from "../../admin/page/members/read-people.js";

/** Defines the tests of pasted lists of people, which need neither a browser nor a service. */
export function testPeopleList(): void {
  test("a pasted list of people may have addresses, names with addresses, or cells; lines not understood are named (OPS-50)", () => {
    for (const [list, expected] of [
      ["bo.arch@masons.example", ["Bo Arch bo.arch@masons.example"]],
      ["bo@masons.example;", ["Bo (masons.example) bo@masons.example"]],
      ["Bo van Arch <bo@masons.example>", ["Bo van Arch bo@masons.example"]],
      [
        '"Arch, Bo" <bo@masons.example>, <cleo.vault@masons.example>',
        ["Bo Arch bo@masons.example", "Cleo Vault cleo.vault@masons.example"],
      ],
      [
        "Arch, Bo <bo@masons.example>; Vault, Cleo <cleo@masons.example>",
        ["Bo Arch bo@masons.example", "Cleo Vault cleo@masons.example"],
      ],
      ['Bo,"Arch, Jr.",bo@masons.example', ["Bo Arch, Jr. bo@masons.example"]],
      ["bo@masons.example\tBo Arch\t", ["Bo Arch bo@masons.example"]],
      [
        '\ufeffSurname;E-mail;Given name;Role\r\nArch;"\'+bo@masons.example";Bo;Member\r\n',
        ["Bo Arch +bo@masons.example"],
      ],
      ["Name\tEmail\tStatus\nBo Arch\tbo@masons.example\tActive", ["Bo Arch bo@masons.example"]],
      ["Bo Arch", ["1: There is no email address."]],
      ["\nbo@", ["2: bo@ is not a valid email address."]],
      [
        "bo@m.example, Bo, Arch, Member",
        ["1: There are too many columns. Add a first line with their titles: Email, Given name, Surname."],
      ],
      ["bo@m.example, Bo, cleo@m.example", ["1: There are several addresses. Write one person on each line."]],
      ["Bo|Arch <bo@m.example>", ['1: A name is too long or has one of the characters / : ? * < > " |']],
      [
        "bo.arch@m.example\nBO.ARCH@m.example",
        ["Bo Arch bo.arch@m.example", "2: BO.ARCH@m.example is also on line 1."],
      ],
      ["Email,Name\n,Bo", ["2: There is no email address."]],
      ["", []],
    ] as const) {
      const { people, invalid } = readPeople(list);
      expect(
        [
          ...people.map(({ given, surname, email }) => `${given} ${surname} ${email}`),
          ...invalid.map(({ line, problem }) => `${line}: ${problem}`),
        ],
        list,
      ).toEqual(expected);
    }
  });
}
