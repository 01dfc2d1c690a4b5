import { HubError } from './errors.ts';
import type { HubLimits } from './limits.ts';
import { invocation } from './protocol.ts';
import { deliverPost, relayedStream, type PostReceiver, type Relay, type RelayedPost } from './relay.ts';
import { HubSession, type DisconnectReason, type HubConnection, type SessionEvents } from './session.ts';
import { ConnectionTokens, newConnectionId, type Negotiated } from './tokens.ts';
import type { Transport } from './transport.ts';

/** The interface of a hub for the rest of the server. */
export interface Hub<P> {
  /** All clients after their handshake. Closing one while iterating is safe. */
  connections(): Iterable<HubConnection<P>>;
  /** Number of clients after their handshake. */
  readonly connectedCount: number;
  /**
   * Calls `target` on every client whose principal passes `filter`. The message is encoded once. Returns the number
   * of clients it was sent to, without those dropped for reading too slowly.
   */
  broadcast(target: string, args: readonly unknown[], filter?: (principal: P) => boolean): number;
  /** Passes a message that another process relayed to its event stream, if that is here. */
  deliver(post: RelayedPost): void;
  /** Closes every client so that it reconnects, and resolves when all sockets are closed. New connections get 503. */
  close(): Promise<void>;
}

/** Options and callbacks of a hub. An error in a callback is passed to `failed` and has no other effect. */
export interface RegistryOptions<P> {
  limits: HubLimits;
  tokenKey: Buffer;
  relay: Relay | undefined;
  key: (principal: P) => string;
  person: (principal: P) => string;
  onConnected: ((connection: HubConnection<P>) => void) | undefined;
  onDisconnected: ((connection: HubConnection<P>, reason: DisconnectReason) => void) | undefined;
  failed: (error: unknown) => void;
}

/** All connections of this process, from negotiate until their sockets close. */
export class ConnectionRegistry<P> implements Hub<P> {
  readonly #options: RegistryOptions<P>;
  readonly #tokens: ConnectionTokens;
  /** One per socket, also before the handshake and while closing. */
  readonly #byId = new Map<string, HubSession<P>>();
  readonly #connected = new Set<HubSession<P>>();
  #closing: Promise<void> | undefined;

  constructor(options: RegistryOptions<P>) {
    this.#options = options;
    this.#tokens = new ConnectionTokens(options.tokenKey);
  }

  connections(): Iterable<HubConnection<P>> {
    return this.#connected.values();
  }

  get connectedCount(): number {
    return this.#connected.size;
  }

  broadcast(target: string, args: readonly unknown[], filter?: (principal: P) => boolean): number {
    const packet = invocation(target, args);
    let sent = 0;
    for (const session of this.#connected) {
      if ((!filter || filter(session.principal)) && session.write(packet)) sent += 1;
    }
    return sent;
  }

  deliver(post: RelayedPost): void {
    const session = this.#byId.get(post.connectionId);
    if (session?.transport.kind === 'eventStream') deliverPost(session, post);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  /** Issues a connection token. Throws like `checkRoom`. */
  negotiate(principal: P): Negotiated {
    this.checkRoom(principal);
    return this.#tokens.issue(this.#options.key(principal));
  }

  /** Throws UNAVAILABLE when the process is full or shutting down, and TOO_MANY_REQUESTS when the person has too many connections. */
  checkRoom(principal: P): void {
    if (this.#closing) throw new HubError('UNAVAILABLE', 'The server is closing.');
    if (this.#byId.size >= this.#options.limits.maxConnectionsPerProcess) {
      throw new HubError('UNAVAILABLE', 'Too many connections.');
    }
    const { limits, person } = this.#options;
    const own = [...this.#byId.values()].filter((each) => person(each.principal) === person(principal));
    if (own.length >= limits.maxConnectionsPerPerson)
      throw new HubError('TOO_MANY_REQUESTS', 'You have too many live connections. Close other tabs.');
  }

  /**
   * The connection id of `token`. Throws CONFLICT when a connection of this process already uses it, and NOT_FOUND
   * when it was not issued to this principal.
   */
  negotiated(token: string, principal: P): string {
    const connectionId = this.#connectionId(token, principal);
    if (this.#byId.has(connectionId)) throw new HubError('CONFLICT', 'The connection is already open.');
    return connectionId;
  }

  /** Starts a session on a transport that just opened. Call `checkRoom` before, without awaiting in between. */
  start(principal: P, transport: Transport, connectionId = newConnectionId()): HubSession<P> {
    const events: SessionEvents<P> = {
      opened: (opened) => this.#opened(opened),
      closed: (ended, reason) => this.#closed(ended, reason),
    };
    const session = new HubSession(connectionId, principal, transport, this.#options.limits, events);
    this.#byId.set(connectionId, session);
    void this.#removeWhenClosed(session);
    return session;
  }

  /**
   * The event stream that POSTs with `token` belong to, here or in another process. Throws NOT_FOUND when this
   * principal has none.
   */
  eventStream(token: string, principal: P): PostReceiver {
    const connectionId = this.#connectionId(token, principal);
    const session = this.#byId.get(connectionId);
    if (session?.transport.kind === 'eventStream') return session;
    const { relay } = this.#options;
    if (session || !relay) throw new HubError('NOT_FOUND', 'No such connection.');
    return relayedStream(connectionId, relay);
  }

  #connectionId(token: string, principal: P): string {
    const connectionId = this.#tokens.read(token, this.#options.key(principal));
    if (connectionId === undefined) throw new HubError('NOT_FOUND', 'No such connection.');
    return connectionId;
  }

  #opened(session: HubSession<P>): void {
    this.#connected.add(session);
    this.#guard(() => this.#options.onConnected?.(session));
  }

  #closed(session: HubSession<P>, reason: DisconnectReason): void {
    if (this.#connected.delete(session)) this.#guard(() => this.#options.onDisconnected?.(session, reason));
  }

  async #removeWhenClosed(session: HubSession<P>): Promise<void> {
    await session.transport.closed;
    this.#byId.delete(session.id);
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
    const sessions = [...this.#byId.values()];
    for (const session of sessions) session.close(undefined, true);
    await Promise.all(sessions.map((session) => session.transport.closed));
  }
}
