import { expect, test } from "vitest";
import { serviceErrors } from "./service-errors.js";

test("the types say to a service what they promise", async () => {
  expect(await serviceErrors()).toBe("");
});
