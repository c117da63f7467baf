import { sValidator } from "@hono/standard-validator";
import { FormApi } from "@tanstack/form-core";
import { initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
  decodeCommitInfo,
  decodeRelocationBatchArg,
  type RelocationBatchArgInput,
} from "../../generated/src/files/index.js";
import { schema } from "../../generated/src/runtime/schema.js";

describe("STD-6: schemas are taken by", () => {
  test("STD-6: schemas are taken by tRPC, as the input of a procedure", async () => {
    const t = initTRPC.create();
    const router = t.router({
      copy: t.procedure.input(schema(decodeRelocationBatchArg)).query(({ input }) => input.entries.length),
      commit: t.procedure.input(schema(decodeCommitInfo)).query(({ input }) => input.mode[".tag"]),
    });
    const caller = t.createCallerFactory(router)({});
    expect(await caller.copy({ entries: [{ from_path: "/a", to_path: "/b" }] })).toBe(1);
    expect(await caller.commit({ path: "/a", mode: "overwrite" })).toBe("overwrite");
    expect(await caller.commit({ path: "/a" })).toBe("add"); // the default
    const wrong = caller.copy({ entries: [{ from_path: "/a", to_path: 7 as never }] });
    await expect(wrong).rejects.toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining("Expected a string") as string });
  });

  test("STD-6: schemas are taken by Hono, as the validator of a body", async () => {
    const app = new Hono().post("/commit", sValidator("json", schema(decodeCommitInfo)), (context) =>
      context.json(context.req.valid("json").mode),
    );
    const post = (body: object): Response | Promise<Response> =>
      app.request("/commit", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    expect(await (await post({ path: "/a" })).json()).toEqual({ ".tag": "add" });
    const refused = await post({ path: "/a", mote: "add" });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: [{ message: "Unknown field", path: ["mote"] }] },
    ]);
  });

  test("STD-6: schemas are taken by TanStack Form, which places the issue at its field", async () => {
    const defaultValues: RelocationBatchArgInput = { entries: [{ from_path: "/a", to_path: "no path" }] };
    const form = new FormApi({ defaultValues, validators: { onSubmit: schema(decodeRelocationBatchArg) } });
    form.mount();
    await form.handleSubmit();
    const { onSubmit } = form.state.errorMap;
    expect(onSubmit).toMatchObject({
      "entries[0].to_path": [{ message: expect.stringContaining("Expected") as string }],
    });
    const right = { entries: [{ from_path: "/a", to_path: "/b" }] };
    const other = new FormApi({ defaultValues: right, validators: { onSubmit: schema(decodeRelocationBatchArg) } });
    other.mount();
    await other.handleSubmit();
    expect(other.state.isSubmitted).toBe(true);
  });
});
