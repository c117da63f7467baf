import type { Settings } from "../settings.js";
import { StartProblem } from "../start-problem.js";
import { portInUse } from "../start/explain.js";
import { findTakenPorts } from "../start/taken-ports.js";

/** Rejects with a {@link StartProblem} that names all ports of the demo that are in use. */
export async function checkPorts({ host, port }: Settings, consolePort: number): Promise<void> {
  const ports = [...new Set([port, consolePort])].filter((each) => each !== 0);
  if (port === consolePort && port !== 0) {
    throw new StartProblem(`PORT and ADMIN_PORT are both ${port}. Choose another ADMIN_PORT, such as ${port + 1}.`);
  }
  const [first, second] = await findTakenPorts(host, ports);
  if (first !== undefined && second !== undefined) {
    throw new StartProblem(
      `Ports ${first} and ${second} are in use. Stop the programs that use them, or choose other ports: PORT=${port + 1000} ADMIN_PORT=${consolePort + 1000} npm run demo`,
    );
  }
  if (first !== undefined) {
    throw new StartProblem(portInUse(first, first === port ? "PORT" : "ADMIN_PORT"));
  }
}
