import type { HubSession } from './session.ts';

/** A client message for an event stream of another process. */
export interface RelayedPost {
  /** Id of the connection, not its token. */
  readonly connectionId: string;
  /** The POST’s text, or why the connection must end. */
  readonly text?: string;
  readonly refusal?: string;
}

/** Delivers a message to the hubs of all processes. `Hub.deliver` receives it. */
export type Relay = (post: RelayedPost) => Promise<void>;

/** Where the POSTs of an event stream go. */
export interface PostReceiver {
  receive(text: string): void | Promise<void>;
  refuse(reason: string): void | Promise<void>;
}

/** PostgreSQL notifications have less than 8,000 bytes. Clients of this hub only send a handshake and pings. */
const MAX_BYTES = 7_000;

/** The event stream of another process. Whether it still exists is not known here. */
export const relayedStream = (connectionId: string, relay: Relay): PostReceiver => ({
  receive: (text) =>
    Buffer.byteLength(JSON.stringify(text)) > MAX_BYTES
      ? relay({ connectionId, refusal: 'The message is too large.' })
      : relay({ connectionId, text }),
  refuse: (refusal) => relay({ connectionId, refusal }),
});

/** Passes a relayed message to its session. Ignores what is not one. */
export function deliverPost(session: HubSession<unknown>, { text, refusal }: RelayedPost): void {
  if (typeof refusal === 'string') session.refuse(refusal);
  else if (typeof text === 'string') session.receive(text);
}
