import { setTimeout as sleep } from 'node:timers/promises';

interface Answer {
  readonly at: number;
  readonly isReady: boolean;
}

/** Asks a portal ten times a second whether it is ready, as a load balancer would. */
export class Readiness {
  readonly #origin: string;
  readonly #answers: Answer[] = [];
  readonly #stopping = new AbortController();
  readonly #loop: Promise<void>;

  constructor(origin: string) {
    this.#origin = origin;
    this.#loop = this.#ask();
  }

  /** Ready without interruption for this long, in milliseconds. */
  steadyFor(): number {
    const lastFailure = this.#answers.findLast(({ isReady }) => !isReady)?.at ?? 0;
    const last = this.#answers.at(-1);
    return last?.isReady === true ? last.at - lastFailure : 0;
  }

  /** Milliseconds from `start` to the answer after the last refusal; 0 if there was none. */
  backAfter(start: number): number {
    const index = this.#answers.findLastIndex(({ at, isReady }) => at >= start && !isReady);
    const next = this.#answers[index + 1];
    return index === -1 ? 0 : (next?.at ?? performance.now()) - start;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #ask(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const answer = await fetch(`${this.#origin}/api/ready`, { signal: AbortSignal.timeout(3_000) }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer();
      this.#answers.push({ at: performance.now(), isReady: answer?.ok === true });
      await sleep(100);
    }
  }
}
