import { HubError } from './errors.ts';
import type { HubLimits } from './limits.ts';
import { invocation } from './protocol.ts';
import { HubSession, type DisconnectReason, type HubConnection, type SessionEvents } from './session.ts';
import { ConnectionTokens, newConnectionId, type Negotiated } from './tokens.ts';
import type { Transport } from './transport.ts';

/** The hub as the rest of the server sees it. */
export interface Hub<P> {
  /** Every client after its handshake. Closing one while iterating is fine. */
  connections(): Iterable<HubConnection<P>>;
  /**
   * Calls `target` on every client whose principal passes `filter`; encodes the message once.
   * Returns how many clients it was handed to, without those just dropped for reading too slowly.
   */
  broadcast(target: string, args: readonly unknown[], filter?: (principal: P) => boolean): number;
  /** Sends every client a Close that lets it reconnect, and settles when all sockets are gone. New ones are answered 503. */
  close(): Promise<void>;
}

/** What a hub asks of and tells its owner. A callback that throws is reported to `failed` and changes nothing else. */
export interface RegistryOptions<P> {
  limits: HubLimits;
  key: (principal: P) => string;
  onConnected: ((connection: HubConnection<P>) => void) | undefined;
  onDisconnected: ((connection: HubConnection<P>, reason: DisconnectReason) => void) | undefined;
  failed: (error: unknown) => void;
}

/** All connections of this process, from negotiate to the end of their sockets. */
export class ConnectionRegistry<P> implements Hub<P> {
  readonly #options: RegistryOptions<P>;
  readonly #tokens: ConnectionTokens;
  /** One for each socket, also before the handshake and while closing. */
  readonly #sessions = new Set<HubSession<P>>();
  readonly #connected = new Set<HubSession<P>>();
  readonly #byToken = new Map<string, HubSession<P>>();
  #closing: Promise<void> | undefined;

  constructor(options: RegistryOptions<P>) {
    this.#options = options;
    const { tokenLifetimeMs, maxConnectionsPerProcess } = options.limits;
    this.#tokens = new ConnectionTokens(tokenLifetimeMs, maxConnectionsPerProcess);
  }

  connections(): Iterable<HubConnection<P>> {
    return this.#connected.values();
  }

  broadcast(target: string, args: readonly unknown[], filter?: (principal: P) => boolean): number {
    const packet = invocation(target, args);
    let sent = 0;
    for (const session of this.#connected) {
      if ((!filter || filter(session.principal)) && session.write(packet)) sent += 1;
    }
    return sent;
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  /** Issues a connection token. Throws UNAVAILABLE when the process is full or closing. */
  negotiate(principal: P): Negotiated {
    this.checkRoom();
    const negotiated = this.#tokens.issue(this.#options.key(principal));
    if (!negotiated) throw new HubError('UNAVAILABLE', 'Too many connections.');
    return negotiated;
  }

  /** Throws UNAVAILABLE when the process is full or closing. */
  checkRoom(): void {
    if (this.#closing) throw new HubError('UNAVAILABLE', 'The server is closing.');
    if (this.#sessions.size >= this.#options.limits.maxConnectionsPerProcess) {
      throw new HubError('UNAVAILABLE', 'Too many connections.');
    }
  }

  /**
   * The unused negotiation of `token`, undefined when this process knows none. Throws CONFLICT when a connection
   * already runs on it, and NOT_FOUND, as for a token that never was, when it is another principal's.
   */
  negotiated(token: string, principal: P): Negotiated | undefined {
    const owner = this.#options.key(principal);
    const running = this.#byToken.get(token);
    const negotiated = this.#tokens.find(token);
    const other = running ? this.#options.key(running.principal) : negotiated?.owner;
    if (other !== undefined && other !== owner) throw new HubError('NOT_FOUND', 'No such connection.');
    if (running) throw new HubError('CONFLICT', 'The connection is already open.');
    return negotiated;
  }

  /** Starts a session on a transport that has just opened; call `checkRoom` in the same turn before opening it. */
  start(principal: P, transport: Transport, negotiated: Negotiated | undefined): HubSession<P> {
    const events: SessionEvents<P> = {
      opened: (opened) => this.#opened(opened),
      closed: (ended, reason) => this.#closed(ended, reason),
    };
    const id = negotiated?.connectionId ?? newConnectionId();
    const session = new HubSession(id, principal, transport, this.#options.limits, events);
    this.#sessions.add(session);
    const token = negotiated?.connectionToken;
    if (token !== undefined) {
      this.#tokens.use(token);
      this.#byToken.set(token, session);
    }
    void this.#forgetWhenGone(session, token);
    return session;
  }

  /** The event stream that POSTs with `token` belong to. Throws NOT_FOUND when there is none of this principal. */
  eventStream(token: string, principal: P): HubSession<P> {
    const session = this.#byToken.get(token);
    const { key } = this.#options;
    if (session?.transport.kind !== 'eventStream' || key(session.principal) !== key(principal)) {
      throw new HubError('NOT_FOUND', 'No such connection.');
    }
    return session;
  }

  #opened(session: HubSession<P>): void {
    this.#connected.add(session);
    this.#guard(() => this.#options.onConnected?.(session));
  }

  #closed(session: HubSession<P>, reason: DisconnectReason): void {
    if (this.#connected.delete(session)) this.#guard(() => this.#options.onDisconnected?.(session, reason));
  }

  async #forgetWhenGone(session: HubSession<P>, token: string | undefined): Promise<void> {
    await session.transport.closed;
    this.#sessions.delete(session);
    if (token !== undefined) this.#byToken.delete(token);
    session.disconnected();
  }

  /** The owner's callbacks run inside socket events, where a throw would end the process. */
  #guard(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#options.failed(error);
    }
  }

  async #closeAll(): Promise<void> {
    const sessions = [...this.#sessions];
    for (const session of sessions) session.close(undefined, true);
    await Promise.all(sessions.map((session) => session.transport.closed));
  }
}
