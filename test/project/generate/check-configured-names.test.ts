import { describe, expect, test } from "vitest";
import { checkConfiguredNames } from "../../../src/project/generate/check-configured-names.js";
import type { BindingOptions } from "../../../src/generator/facts/binding-options.js";
import { apiOf } from "../../support/stone.js";

const api = apiOf(`namespace stone_cfg
struct Route
    scope String?
    style String = "rpc"
namespace files
struct Entry
    rev String
union LookupError
    locked
union ListError
    path LookupError
route list(Void, Entry, Void)
    attrs
        scope = "files.read"
route list:2(Void, Entry, Void)
    attrs
        scope = "files.write"
namespace common
struct Range
    start String
namespace events
route listen(Void, Void, Void)
    attrs
        style = "stream"
`);

describe("what the configuration names and the API does not have is refused, with the place and a suggestion", () => {
  test.each<[BindingOptions, string]>([
    [
      { attributes: { permission: "scpoe" } },
      "'binding.attributes.permission' has 'scpoe', but no route attribute has this name. Did you mean 'scope'?",
    ],
    [
      { idempotent: { attributes: { scop: "*.read" } } },
      "'binding.idempotent.attributes' has 'scop', but no route attribute has this name. Did you mean 'scope'?",
    ],
    [
      { idempotent: { attributes: { scope: ["*.read", "files.reed"] } } },
      "'binding.idempotent.attributes.scope' has 'files.reed', but no route has such a value. Did you mean 'files.read'?",
    ],
    [
      { idempotent: { routes: ["files/list", "files/lst"] } },
      "'binding.idempotent.routes' has 'files/lst', but no route has such a name. Did you mean 'files/list'?",
    ],
    [
      { retry: { errors: ["path/lockd"] } },
      "'binding.retry.errors' has 'lockd', but no union has this tag. Did you mean 'locked'?",
    ],
    [
      { revisionFields: ["revv"] },
      "'binding.revisionFields' has 'revv', but no field has this name. Did you mean 'rev'?",
    ],
  ])("a name in the configuration that the API does not have is refused, with a suggestion: %j", (binding, message) => {
    expect(() => {
      checkConfiguredNames(api, { binding });
    }).toThrow(message);
  });

  test("the effects of routes that the API does not have are refused", () => {
    expect(() => {
      checkConfiguredNames(api, {
        effects: { reads: { routes: ["files/list*"] }, destroys: { routes: ["files/delete"] } },
      });
    }).toThrow("'effects.destroys.routes' has 'files/delete', but no route has such a name.");
  });

  test.each([
    [
      { firstCall: "files/lst" },
      "'docs.firstCall' has 'files/lst', but no route has this name. Did you mean 'files/list'?",
    ],
    [
      {
        groups: [
          { title: "All", routes: ["files/*"] },
          { title: "Some", routes: ["files/list", "fils/*"] },
        ],
      },
      "'docs.groups[1].routes' has 'fils/*', but no route has such a name.",
    ],
  ])("GUIDE-2: a name in 'docs' that the API does not have is refused, with a suggestion: %j", (docs, message) => {
    expect(() => {
      checkConfiguredNames(api, { docs });
    }).toThrow(message);
  });

  test.each([
    ["flies", "no namespace has this name. Did you mean 'files'?"],
    ["common", "this namespace has no routes that clients can call."],
    ["events", "this namespace has no routes that clients can call."],
  ])("PKG-5: 'lazyNamespaces' must list namespaces with callable routes: %s", (name, problem) => {
    expect(() => {
      checkConfiguredNames(api, { lazyNamespaces: ["files", name] });
    }).toThrow(`'lazyNamespaces' has '${name}', but ${problem}`);
  });

  test("configured names that match, and those of presets, are accepted", () => {
    const binding: BindingOptions = {
      preset: "dropbox",
      attributes: { permission: "scope" },
      idempotent: { attributes: { scope: "*.read" }, routes: ["files/list:2"] },
      revisionFields: ["rev"],
    };
    expect(() => {
      checkConfiguredNames(api, { binding });
    }).not.toThrow();
  });
});
