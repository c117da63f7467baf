/** Connects the tab in which an administrator confirms their identity with the one where they have begun an action. */
const channel = "confirmation";

/** Calls back when the administrator has confirmed their identity in another tab, until the returned function is called. */
export function onConfirmation(callback: () => void): () => void {
  const receiver = new BroadcastChannel(channel);
  receiver.onmessage = callback;
  return () => receiver.close();
}

/** Tells the other tabs that the administrator has confirmed their identity, and closes this one if the browser allows it. */
export function announceConfirmation(): void {
  const sender = new BroadcastChannel(channel);
  sender.postMessage("confirmed");
  sender.close();
  close();
}
