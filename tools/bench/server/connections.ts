import { Connection } from "./connection.js";

/** Opens a number of connections to a port of this machine. */
export function connectionsTo(port: number, count: number): Promise<readonly Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.to(port)));
}

/**
 * Sends a number of requests on all connections concurrently, each after the response to the previous one. `request` creates
 * the next request for the index of a connection, and `answered` is called with the status of each response.
 */
export async function sendOn(
  connections: readonly Connection[],
  requests: number,
  request: (connection: number) => Uint8Array,
  answered: (status: number) => void,
): Promise<void> {
  let left = requests;
  await Promise.all(
    connections.map(
      (connection, index) =>
        new Promise<void>((resolve) => {
          const next = (): void => {
            if (left-- <= 0) {
              return resolve();
            }
            connection.send(request(index), (status) => {
              answered(status);
              next();
            });
          };
          next();
        }),
    ),
  );
}
