import { describe, expect, test } from "vitest";
import { corpusFolder } from "../../support/corpus.js";
import { describeWithDropbox } from "../../support/describe-with-dropbox.js";
import { compileFiles } from "../../support/examples.js";
import { apiOf, sessions } from "./found-routes.js";

test("the upload session of spec/ is recognized", () => {
  expect(sessions(compileFiles("spec"))).toEqual([
    "files upload_session: upload_session/start → upload_session/append (itself) → upload_session/finish (cursor); " +
      "session_id, offset, correct_offset, in order",
  ]);
});

describeWithDropbox("this is the upload session of a large API", () => {
  test("the upload session of a large API that is used in earnest is recognized, with the newest way to append", () => {
    expect(sessions(compileFiles(corpusFolder("dropbox")))).toEqual([
      "files upload_session: upload_session/start → upload_session/append:2 (cursor) → upload_session/finish (cursor); " +
        "session_id, offset, correct_offset, session_type=concurrent close",
    ]);
  });
});

interface Parts {
  readonly begun?: string;
  readonly position?: string;
  readonly append?: string;
  readonly finish?: string;
  readonly others?: string;
}

/** The sessions of a service that takes records in parts, with something changed. */
function records(parts: Parts): string[] {
  const { begun = "ticket String", position = "ticket String\n    bytes_so_far UInt32", others = "" } = parts;
  const { append = "Position, Void, TooFar", finish = "Done, Record, Void" } = parts;
  const attrs = `\n    attrs\n        style = "upload"\n`;
  const text = `namespace vault

import stone_cfg

struct BeginArg
    note String?

struct Begun
    ${begun}

struct Position
    ${position}

struct Expected
    received UInt32

union TooFar
    gone
    elsewhere Expected

struct Done
    at Position
    label String

struct Record
    id String

route begin(BeginArg, Begun, Void)${attrs}
route more(${append})${attrs}
route seal(${finish})${attrs}
${others}`;
  const attributes = `namespace stone_cfg\n\nstruct Route\n    style String = "rpc"\n`;
  return sessions(apiOf(text, attributes));
}

describe("an upload session is recognized by its types", () => {
  const found = ["vault : begin → more (itself) → seal (at); ticket, bytes_so_far, received, in order"];

  test("an upload session is recognized by its types, not by the names of its routes and fields", () => {
    expect(records({})).toEqual(found);
  });

  test("an upload session is recognized by its types with optional fields beside those that matter", () => {
    expect(records({ begun: "ticket String\n    expires_in UInt32?" })).toEqual(found);
    expect(records({ position: "ticket String\n    bytes_so_far UInt32\n    last Boolean = false" })).toEqual(found);
  });

  test.each<[string, Parts]>([
    ["its start returns no id", { begun: "ticket UInt32" }],
    ["its start returns something else as well", { begun: "ticket String\n    quota UInt64" }],
    ["its cursor has no offset", { position: "ticket String\n    bytes_so_far String" }],
    ["its cursor has another id", { position: "voucher String\n    bytes_so_far UInt32" }],
    ["its cursor needs something else", { position: "ticket String\n    bytes_so_far UInt32\n    hash String" }],
    ["nothing appends to it", { append: "Position, Record, Void" }],
    ["nothing finishes it", { finish: "Done, Void, Void" }],
    [
      "there are two ways to append",
      { others: `route extra(Position, Void, Void)\n    attrs\n        style = "upload"\n` },
    ],
  ])("an upload session is not recognized if %s", (_, parts) => {
    expect(records(parts)).toEqual([]);
  });

  test("an upload session is recognized by its types with the latest version of a route, and none that is deprecated", () => {
    const attrs = `\n    attrs\n        style = "upload"\n`;
    expect(records({ others: `route more:2(Position, Void, TooFar)${attrs}` })).toEqual([
      "vault : begin → more:2 (itself) → seal (at); ticket, bytes_so_far, received, in order",
    ]);
    expect(records({ others: `route old(Position, Void, Void) deprecated by more${attrs}` })).toEqual(found);
  });
});
