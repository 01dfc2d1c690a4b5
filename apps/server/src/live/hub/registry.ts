import { HubError } from './errors.ts';
import type { HubLimits } from './limits.ts';
import { invocation } from './protocol.ts';
import { HubSession, type DisconnectReason, type HubConnection, type SessionEvents } from './session.ts';
import { ConnectionTokens, newConnectionId, type Negotiated } from './tokens.ts';
import type { Transport } from './transport.ts';

/** The interface of a hub for the rest of the server. */
export interface Hub<P> {
  /** All clients after their handshake. Closing one while iterating is safe. */
  connections(): Iterable<HubConnection<P>>;
  /**
   * Calls `target` on every client whose principal passes `filter`. The message is encoded once. Returns the number
   * of clients it was sent to, without those dropped for reading too slowly.
   */
  broadcast(target: string, args: readonly unknown[], filter?: (principal: P) => boolean): number;
  /** Closes every client so that it reconnects, and resolves when all sockets are closed. New connections get 503. */
  close(): Promise<void>;
}

/** Options and callbacks of a hub. An error in a callback is passed to `failed` and has no other effect. */
export interface RegistryOptions<P> {
  limits: HubLimits;
  key: (principal: P) => string;
  onConnected: ((connection: HubConnection<P>) => void) | undefined;
  onDisconnected: ((connection: HubConnection<P>, reason: DisconnectReason) => void) | undefined;
  failed: (error: unknown) => void;
}

/** All connections of this process, from negotiate until their sockets close. */
export class ConnectionRegistry<P> implements Hub<P> {
  readonly #options: RegistryOptions<P>;
  readonly #tokens: ConnectionTokens;
  /** One per socket, also before the handshake and while closing. */
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

  /** Issues a connection token. Throws UNAVAILABLE when the process is full or shutting down. */
  negotiate(principal: P): Negotiated {
    this.checkRoom();
    const negotiated = this.#tokens.issue(this.#options.key(principal));
    if (!negotiated) throw new HubError('UNAVAILABLE', 'Too many connections.');
    return negotiated;
  }

  /** Throws UNAVAILABLE when the process is full or shutting down. */
  checkRoom(): void {
    if (this.#closing) throw new HubError('UNAVAILABLE', 'The server is closing.');
    if (this.#sessions.size >= this.#options.limits.maxConnectionsPerProcess) {
      throw new HubError('UNAVAILABLE', 'Too many connections.');
    }
  }

  /**
   * The unused negotiation of `token`, or undefined when this process does not know it. Throws CONFLICT when a
   * connection already uses it, and NOT_FOUND when it belongs to another principal.
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

  /** Starts a session on a transport that just opened. Call `checkRoom` before, without awaiting in between. */
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
    void this.#removeWhenClosed(session, token);
    return session;
  }

  /** The event stream that POSTs with `token` belong to. Throws NOT_FOUND when this principal has none. */
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

  async #removeWhenClosed(session: HubSession<P>, token: string | undefined): Promise<void> {
    await session.transport.closed;
    this.#sessions.delete(session);
    if (token !== undefined) this.#byToken.delete(token);
    session.disconnected();
  }

  /** Callbacks run inside socket events, where an exception would end the process. */
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
