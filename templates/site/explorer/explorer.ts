/*
 * The explorer of a documentation site. It is a classic script, which a page loads when a reader first uses the explorer. It
 * contains the runtime of generated packages, and loads the scripts of namespaces, which contain the generated code.
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
