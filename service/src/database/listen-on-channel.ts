import type { Client } from "pg";

/** The pause before reconnecting, in milliseconds. */
const pause = 1_000;

/**
 * Listens on a separate connection, and reconnects when the connection is lost. Notifications in the meantime are lost. Returns a
 * function that stops listening.
 */
export async function listenOnChannel(
  newClient: () => Client,
  channel: string,
  onNotice: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    const fresh = newClient();
    fresh.on("notification", ({ payload = "" }) => onNotice(payload));
    fresh.on("error", again);
    await fresh.connect();
    client = fresh;
    if (isOver) {
      await fresh.end(); // stopped while connecting
    } else {
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    }
  };
  const again = (): void => {
    void client?.end(); // if it is still open
    if (!isOver) {
      clearTimeout(timer);
      timer = setTimeout(() => void begin().catch(again), pause);
    }
  };
  const stop = async (): Promise<void> => {
    isOver = true;
    clearTimeout(timer);
    await client?.end();
  };
  try {
    await begin();
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return stop;
}
