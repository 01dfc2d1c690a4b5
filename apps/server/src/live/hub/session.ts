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

/** A client after its handshake. */
export interface HubConnection<P> {
  /** Public name of the connection; never its token. */
  readonly id: string;
  readonly principal: P;
  /** Calls `target` on this client. Does nothing once the connection is closed. */
  send(target: string, args: readonly unknown[]): void;
  /** Sends Close and hangs up. `error` is shown to the client; a client reconnects by itself only when `allowReconnect`. */
  close(error?: string, allowReconnect?: boolean): void;
}

/** Why a connection ended: the client went, this server closed it, the client broke the protocol, reads too slowly, or fell silent. */
export type DisconnectReason = 'left' | 'closed' | 'protocol' | 'slow' | 'silent';

/** What a session tells its hub. `closed` comes once, also when `opened` never did. */
export interface SessionEvents<P> {
  opened(session: HubSession<P>): void;
  closed(session: HubSession<P>, reason: DisconnectReason): void;
}

/** One client from its transport's start to its end: handshake, messages, pings and timeouts. */
export class HubSession<P> implements HubConnection<P> {
  readonly id: string;
  readonly principal: P;
  readonly transport: Transport;
  readonly #limits: HubLimits;
  readonly #events: SessionEvents<P>;
  #state: 'handshake' | 'open' | 'closed' = 'handshake';
  /** Runs out when the client says nothing: first for its handshake, then for any message. */
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

  /** Sends an encoded message to an open connection; false when it is closed or too slow, which drops it. */
  write(packet: Packet): boolean {
    if (this.#state !== 'open') return false;
    if (this.transport.bufferedBytes() > this.#limits.maxBufferedBytes) {
      // A client that does not read would not read a Close either.
      this.#finish('slow');
      this.transport.terminate();
      return false;
    }
    this.transport.write(packet);
    this.#keepAlive?.refresh();
    return true;
  }

  /** Takes what the transport received at once. */
  receive(text: string): void {
    try {
      for (const json of splitMessages(text, this.#limits.maxMessageBytes)) this.#take(json);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.refuse(error.message);
    }
  }

  /** Ends the connection because of what the client sent. */
  refuse(reason: string): void {
    this.#end(reason, false, 'protocol');
  }

  /** The transport is gone. */
  disconnected(): void {
    this.#finish('left');
  }

  #take(json: string): void {
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
      // This hub only pushes; a call without an id expects no answer.
      if (invocationId !== undefined) this.write(failedCompletion(invocationId, 'Unknown method'));
    }
    // Everything else (pings, items of streams that never began, later additions to the protocol) has served by arriving.
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
    // A client awaiting its handshake response takes nothing else.
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
