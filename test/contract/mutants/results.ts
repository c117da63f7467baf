import { gzipSync } from "node:zlib";
import { eachMember, members, onReply, onResult, onResultText, withHeader, withText, type Mutant } from "./mutant.js";

/** Results that do not match their types. */
export const results: readonly Mutant[] = [
  {
    name: "A required field is missing",
    finding: "result-type",
    wire: onResult("stock/get", members({ revision: () => undefined })),
  },
  {
    name: "A number is sent as text",
    finding: "result-type",
    wire: onResult("stock/count", members({ all: String })),
  },
  {
    name: "A required field is null in the items of a list",
    finding: "result-type",
    wire: onResult(
      "stock/list",
      eachMember("label", () => null),
    ),
  },
  {
    name: "A closed union has a tag that the specification does not have",
    finding: ["result-type", "undocumented-tag"],
    wire: onResult(
      "stock/create",
      eachMember("colour", () => ({ ".tag": "violet" })),
    ),
  },
  {
    name: "An item has a subtype that the specification does not have",
    finding: ["result-type", "undocumented-tag"],
    wire: onResult("stock/get", members({ ".tag": () => "machine" })),
  },
  {
    name: "An open union has a tag that the specification does not have",
    finding: ["result-type", "undocumented-tag"],
    wire: onResult(
      "team/members/list",
      eachMember("role", () => ({ ".tag": "owner" })),
    ),
  },
  {
    name: "A union is an object without a tag",
    finding: "result-type",
    wire: onResult(
      "stock/update",
      eachMember("colour", () => ({})),
    ),
  },
  {
    name: "A result has a field that the specification does not have",
    finding: ["result-type", "undocumented-field"],
    wire: onResult("files/get_info", members({ owner: () => "ann" })),
  },
  {
    name: "A result is inside an envelope",
    finding: "result-type",
    wire: onResult("team/info", (result) => ({ result })),
  },
  {
    name: "A timestamp has milliseconds",
    finding: "result-type",
    wire: onResult(
      "stock/get",
      eachMember("created", (time) => String(time).replace("Z", ".000Z")),
    ),
  },
  {
    name: "A timestamp is a number",
    finding: "result-type",
    wire: onResult("files/get_info", members({ modified: (time) => Date.parse(String(time)) })),
  },
  {
    name: "An integer is below its minimum",
    finding: "result-type",
    wire: onResult(
      "stock/get",
      eachMember("revision", () => 0),
    ),
  },
  {
    name: "An integer has a fraction",
    finding: "result-type",
    wire: onResult("stock/count", members({ all: (all) => Number(all) + 0.5 })),
  },
  {
    name: "A string is longer than its maximum",
    finding: "result-type",
    wire: onResult(
      "stock/search",
      eachMember("label", (label) => String(label).padEnd(41, "x")),
    ),
  },
  {
    name: "A string does not match its pattern",
    finding: "result-type",
    wire: onResult("team/members/add", members({ member_id: (id) => String(id).replace("m:", "member-") })),
  },
  {
    name: "A list has more items than its maximum",
    finding: "result-type",
    wire: onResult("stock/create", members({ tags: () => ["a", "b", "c", "d", "e"] })),
  },
  {
    name: "Base64 has no padding",
    finding: "result-type",
    wire: onResult("files/upload", members({ checksum: (text) => String(text).replaceAll("=", "") })),
  },
  {
    name: "A number is beyond the range of doubles",
    finding: "result-type",
    wire: onResultText("stock/search", (text) => text.replace(/"score":[^,}]*/g, '"score":1e400')),
  },
  {
    name: "A number is NaN, which is not JSON",
    finding: ["result-type", "content-type"],
    wire: onResultText("team/info", (text) => text.replace(/"ratio":[^,}]*/, '"ratio":NaN')),
  },
  {
    name: "A result is cut off",
    finding: ["result-type", "content-type"],
    wire: onResultText("stock/list", (text) => text.slice(0, -1)),
  },
  {
    name: "A route without a result returns one",
    finding: "result-type",
    wire: onResult("team/members/remove", () => ({ success: true })),
  },
  {
    name: "A result is missing",
    finding: ["result-type", "content-type"],
    wire: onReply("stock/count", 200, (reply) => withText(reply, "")),
  },
  {
    name: "A list is null when it is empty",
    finding: "result-type",
    wire: onResult(
      "stock/search",
      members({ matches: (list) => (Array.isArray(list) && list.length === 0 ? null : list) }),
    ),
  },
  {
    name: "A map has a value of another type",
    finding: "result-type",
    wire: onResult("stock/count", members({ by_colour: (counts) => ({ ...(counts as object), red: "none" }) })),
  },
  {
    name: "A download has no result",
    finding: ["result-type", "content-type"],
    wire: onReply("files/download", 200, (reply) => withHeader(reply, "Service-API-Result", undefined)),
  },
  {
    name: "A page of HTML is sent with status 200",
    finding: "content-type",
    wire: onReply("stock/search", 200, () => {
      return new Response("<!doctype html><title>Log in</title>", { headers: { "Content-Type": "text/html" } });
    }),
  },
  {
    name: "JSON is sent as plain text",
    finding: "content-type",
    wire: onReply("team/whoami", 200, (reply) => withHeader(reply, "Content-Type", "text/plain; charset=utf-8")),
  },
  {
    name: "JSON is sent without a content type",
    finding: "content-type",
    wire: onReply("stock/get", 200, async (reply) => {
      // A body that is bytes gets no content type from the platform.
      const bytes = new Uint8Array(await reply.arrayBuffer());
      return new Response(bytes, { status: reply.status });
    }),
  },
  {
    name: "A result is compressed, and no header says so",
    finding: ["result-type", "content-type"],
    wire: onReply("stock/count", 200, async (reply) => {
      const { status, headers } = reply;
      return new Response(gzipSync(await reply.text()), { status, headers });
    }),
  },
];
