import { describe, expect, test } from "vitest";
import { createHandler, unimplemented } from "../../../generated/src/server/index.js";
import { checkServerOptions } from "../../../templates/runtime/server/option-names.js";
import type { ServerOptions } from "../../../templates/runtime/server/options.js";

const everyOption: Required<ServerOptions<object>> = {
  authenticate: () => ({}),
  hasPermission: () => true,
  permissions: () => [],
  maxBodyBytes: 1,
  maxUploadBytes: 1,
  bodyTimeout: 1,
  handlerTimeout: 1,
  allowedOrigins: "*",
  refusalFor: () => undefined,
  onError: () => undefined,
  random: () => 0,
  requestId: () => "1",
  onReply: () => undefined,
};

describe("a misspelt option of a server is a TypeError that names it", () => {
  test.each([
    [{ onErorr: () => undefined }, "There is no option onErorr. Did you mean onError?"],
    [{ file: unimplemented.files }, "There is no option file. Did you mean files?"],
  ])("%o", (misspelt, message) => {
    const options = { ...unimplemented, ...everyOption, ...misspelt };
    expect(() => createHandler(options)).toThrow(new TypeError(message));
  });

  test("and all options and namespaces are known", () => {
    expect(() => createHandler({ ...unimplemented, ...everyOption })).not.toThrow();
    expect(() => {
      checkServerOptions(everyOption, []);
    }).not.toThrow();
  });
});
