import type { Duplex } from 'node:stream';
import { Client, type ClientConfig, type Connection } from 'pg';
import { z } from 'zod';
import { WrongSessionError } from './database-errors.ts';

/** The server is a standby, for example a former primary. The code is that of a change on a standby. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  readonly code = '25006';
  constructor() {
    super('The database server is a standby');
  }
}

/**
 * A commit stopped waiting for its synchronous standby, so a failure of the server can still undo it. The code means that the
 * outcome of the transaction is unknown.
 */
export class UnconfirmedCommitError extends Error {
  override readonly name = 'UnconfirmedCommitError';
  readonly code = '08007';
  constructor() {
    super('The commit was not confirmed by a synchronous standby');
  }
}

declare module 'pg' {
  // What is not in its types (pg 8.23.1, lib/connection.js, read on 2026-11-27).
  interface Connection {
    attachListeners(stream: Duplex): void;
  }
}

/**
 * Ends the connection when the driver cannot read what arrives, instead of the process: when its server dies, PgBouncer 1.25.2 reports
 * that also within a message that it has begun to pass on.
 */
function endOnNonsense(connection: Connection): void {
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    attach(stream);
    const readers = stream.listeners('data');
    stream.removeAllListeners('data');
    stream.on('data', (piece) => {
      try {
        for (const read of readers) read(piece);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        stream.destroy(new Error('Connection terminated by a message that cannot be read', { cause: error }));
      }
    });
  };
}

const setting = z.object({ parameterName: z.string(), parameterValue: z.string() });

/** A connection that knows whether its server is a standby, and whether its commits are safe. */
export class PrimaryClient extends Client {
  #isStandby = false;
  #isUnconfirmed = false;

  constructor(config?: string | ClientConfig) {
    super(config);
    endOnNonsense(this.connection);
    // From version 14, the server reports this when the connection opens and when it changes.
    this.connection.on('parameterStatus', (message: unknown) => {
      const { data } = setting.safeParse(message);
      if (data?.parameterName === 'in_hot_standby') this.#isStandby = data.parameterValue === 'on';
    });
    // A canceled wait, also by the statement timeout, is only a warning: the commit reports success.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true;
    });
  }

  /** Throws `StandbyError` if this connection leads to a standby, whose data may be old. */
  assertPrimary(): void {
    if (this.#isStandby) throw new StandbyError();
  }

  /** Throws `WrongSessionError` unless this connection leads to a standby. */
  assertStandby(): void {
    if (!this.#isStandby)
      throw new WrongSessionError('READ_DATABASE_URL leads to a server that is not a standby.');
  }

  /** Throws `UnconfirmedCommitError` if a commit of this connection was not confirmed. */
  assertConfirmed(): void {
    if (this.#isUnconfirmed) throw new UnconfirmedCommitError();
  }
}
