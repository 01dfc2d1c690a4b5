import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { systemErrorCode } from './disk.ts';

/** Lines are written together once they have this many bytes, or after the pause. */
const BATCH_BYTES = 16_384;
const PAUSE_MS = 100;
/** Bytes of lines that wait while the log cannot be written. */
const MAX_WAITING_BYTES = 1_000_000;
/** How long the exit waits for a slow reader of the log. */
const EXIT_MS = 1_000;

/**
 * Writes the log to a file descriptor. A full disk or a reader that has stopped never delays or ends the portal: lines
 * wait in memory up to a limit, further ones are dropped and counted. When the log can be written again, `onRecovered` gets
 * the number of dropped lines.
 */
export class LogOutput implements DestinationStream {
  readonly #fd: number;
  readonly #onRecovered: (dropped: number) => void;
  readonly #lines: string[] = [];
  /** What a write has not taken yet. It begins in the middle of a line after a partial write. */
  #rest: Buffer = Buffer.alloc(0);
  #waitingBytes = 0;
  #dropped = 0;
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(fd: number, onRecovered: (dropped: number) => void) {
    this.#fd = fd;
    this.#onRecovered = onRecovered;
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > MAX_WAITING_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#lines.push(line);
    this.#waitingBytes += bytes;
    if (this.#waitingBytes >= BATCH_BYTES && this.#rest.length === 0) this.#writeNext();
    else this.#writeSoon();
  }

  /** Writes what waits, as far as the log takes it within a second. A write that is under way goes on. */
  flushSync(): void {
    const deadline = performance.now() + EXIT_MS;
    while (!this.#isWriting && this.#takeNext()) {
      try {
        this.#written(writeSync(this.#fd, this.#rest));
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }
    }
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.#writeNext(), PAUSE_MS).unref();
  }

  #writeNext(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting || !this.#takeNext()) return;
    this.#isWriting = true;
    write(this.#fd, this.#rest, (error, bytes) => {
      this.#isWriting = false;
      // Any failure may pass: the disk has space again, or the reader goes on.
      if (error !== null) return this.#writeSoon();
      this.#written(bytes);
      if (this.#rest.length > 0) this.#writeNext();
      else if (this.#waitingBytes > 0) this.#writeSoon();
    });
  }

  #takeNext(): boolean {
    if (this.#rest.length === 0) this.#rest = Buffer.from(this.#lines.splice(0).join(''));
    return this.#rest.length > 0;
  }

  #written(bytes: number): void {
    this.#rest = this.#rest.subarray(bytes);
    this.#waitingBytes -= bytes;
    if (this.#rest.length > 0 || this.#dropped === 0) return;
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#onRecovered(dropped);
  }
}

const isBusy = (error: unknown) => ['EAGAIN', 'EBUSY'].includes(systemErrorCode(error) ?? '');
