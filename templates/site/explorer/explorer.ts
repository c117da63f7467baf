/*
 * The explorer of a documentation site: a classic script, which pages load when a reader first uses it. It has the runtime of
 * generated packages; the scripts of namespaces, which it loads, have the generated code.
 */
import { routeKey } from "../../runtime/twin/data.js";
import type { ExplorerGlobal } from "../try-it.js";
import { addNamespace, loadNamespace } from "./namespaces.js";
import { Panel } from "./panel.js";

const definitions: ExplorerGlobal & { ashlarExplorer: typeof addNamespace } = {
  ashlarExplorer: addNamespace,
  async ashlarTryIt(section) {
    const { route = "", script = "", targets } = section.dataset;
    const namespace = await loadNamespace(script);
    const served = namespace.served.find((one) => routeKey(one.route) === route);
    if (served === undefined) {
      throw new Error(`${script} has no route ${route}`);
    }
    return new Panel(section, served, namespace, targets === "live", script);
  },
};

Object.assign(globalThis, definitions);
