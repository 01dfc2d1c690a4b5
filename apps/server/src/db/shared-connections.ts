import { DatabaseError, type QueryResult } from 'pg';
import type { Connection, Statement } from './connection.ts';

/** A second connection is opened when this many statements wait on the first. */
const MANY_WAITING = 8;
const MOST_CONNECTIONS = 2;

interface Line {
  readonly connection: Promise<Connection>;
  waiting: number;
}

/** Sends short reads of many requests over one or two connections, which are returned to the pool when nothing waits. */
export class SharedConnections {
  readonly #open: () => Promise<Connection>;
  readonly #lines = new Set<Line>();

  constructor(open: () => Promise<Connection>) {
    this.#open = open;
  }

  async send(statement: Statement): Promise<QueryResult<Record<string, unknown>>> {
    const line = this.#shortest();
    line.waiting += 1;
    try {
      const connection = await line.connection;
      return await connection.send(statement);
    } catch (error) {
      // Anything but an error message of the server means that the connection is broken.
      if (!(error instanceof DatabaseError)) this.#lines.delete(line);
      throw error;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) await this.#close(line);
    }
  }

  #shortest(): Line {
    const [shortest] = [...this.#lines].toSorted((a, b) => a.waiting - b.waiting);
    const isFull = shortest === undefined || shortest.waiting >= MANY_WAITING;
    if (!isFull || this.#lines.size >= MOST_CONNECTIONS) return shortest ?? this.#newLine();
    return this.#newLine();
  }

  #newLine(): Line {
    const line = { connection: this.#open(), waiting: 0 };
    this.#lines.add(line);
    return line;
  }

  async #close(line: Line): Promise<void> {
    const isBroken = !this.#lines.delete(line);
    try {
      const connection = await line.connection;
      connection.release(isBroken);
    } catch {
      // It was never opened.
    }
  }
}
