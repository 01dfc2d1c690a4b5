import { ProtocolError } from './errors.ts';
import type { HubLimits } from './limits.ts';
import {
  MESSAGE,
  PING,
  checkHandshake,
  closeMessage,
  failedCompletion,
  handshakeResponse,
  invocation,
  parseMessage,
  splitMessages,
  type Packet,
} from './protocol.ts';
import type { Transport } from './transport.ts';

/** A connected client after its handshake. */
export interface HubConnection<P> {
  /** Public id of the connection, not its token. */
  readonly id: string;
  readonly principal: P;
  /** Calls `target` on this client. Does nothing after the connection has closed. */
  send(target: string, args: readonly unknown[]): void;
  /** Sends Close and disconnects. `error` is sent to the client. A client reconnects only with `allowReconnect`. */
  close(error?: string, allowReconnect?: boolean): void;
}

/** Why a connection ended: client left, closed by the server, protocol error, reads too slowly, or silent. */
export type DisconnectReason = 'left' | 'closed' | 'protocol' | 'slow' | 'silent';

/** Events of a session. `closed` is called once, even if `opened` never was. */
export interface SessionEvents<P> {
  opened(session: HubSession<P>): void;
  closed(session: HubSession<P>, reason: DisconnectReason): void;
}

/** One client from the start of its transport to its end: handshake, messages, pings and timeouts. */
export class HubSession<P> implements HubConnection<P> {
  readonly id: string;
  readonly principal: P;
  readonly transport: Transport;
  readonly #limits: HubLimits;
  readonly #events: SessionEvents<P>;
  #state: 'handshake' | 'open' | 'closed' = 'handshake';
  /** Expires when the client sends nothing: first until the handshake, then between messages. */
  #silence: NodeJS.Timeout;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(id: string, principal: P, transport: Transport, limits: HubLimits, events: SessionEvents<P>) {
    this.id = id;
    this.principal = principal;
    this.transport = transport;
    this.#limits = limits;
    this.#events = events;
    this.#silence = setTimeout(
      () => this.#end('The handshake timed out.', false, 'silent'),
      limits.handshakeTimeoutMs,
    );
  }

  send(target: string, args: readonly unknown[]): void {
    if (this.#state === 'open') this.write(invocation(target, args));
  }

  close(error?: string, allowReconnect = false): void {
    this.#end(error, allowReconnect, 'closed');
  }

  /** Sends an encoded message. Returns false when the connection is closed or too slow; a slow one is dropped. */
  write(packet: Packet): boolean {
    if (this.#state !== 'open') return false;
    if (this.transport.bufferedBytes() > this.#limits.maxBufferedBytes) {
      // A client that does not read would not read a Close message either.
      this.#finish('slow');
      this.transport.terminate();
      return false;
    }
    this.transport.write(packet);
    this.#keepAlive?.refresh();
    return true;
  }

  /** Processes the text that the transport received. */
  receive(text: string): void {
    try {
      for (const json of splitMessages(text, this.#limits.maxMessageBytes)) this.#handleMessage(json);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.refuse(error.message);
    }
  }

  /** Ends the connection because of a client error. */
  refuse(reason: string): void {
    this.#end(reason, false, 'protocol');
  }

  /** The transport has closed. */
  disconnected(): void {
    this.#finish('left');
  }

  #handleMessage(json: string): void {
    if (this.#state === 'closed') return;
    if (this.#state === 'handshake') {
      checkHandshake(json);
      this.#open();
      return;
    }
    this.#silence.refresh();
    const { type, invocationId } = parseMessage(json);
    if (type === MESSAGE.close) {
      this.#finish('left');
      this.transport.end();
    } else if (type === MESSAGE.invocation || type === MESSAGE.streamInvocation) {
      // This hub only pushes. A call without an id expects no result.
      if (invocationId !== undefined) this.write(failedCompletion(invocationId, 'Unknown method'));
    }
    // All other messages (pings, stream items, later additions) only reset the timeout.
  }

  #open(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(
      () => this.#end('The client was silent for too long.', true, 'silent'),
      this.#limits.clientTimeoutMs,
    );
    this.#keepAlive = setInterval(() => this.write(PING), this.#limits.keepAliveMs);
    this.#state = 'open';
    this.write(handshakeResponse());
    this.#events.opened(this);
  }

  #end(error: string | undefined, allowReconnect: boolean, reason: DisconnectReason): void {
    if (this.#state === 'closed') return;
    // Before the handshake response, clients accept no other message.
    this.transport.write(
      this.#state === 'handshake'
        ? handshakeResponse(error ?? 'The server closed the connection.')
        : closeMessage(error, allowReconnect),
    );
    this.#finish(reason);
    this.transport.end();
  }

  #finish(reason: DisconnectReason): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    clearTimeout(this.#silence);
    clearInterval(this.#keepAlive);
    this.#events.closed(this, reason);
  }
}
