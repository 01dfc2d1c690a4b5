/** The current time. Tests can change it. */
export interface Clock {
  now(): Date;
}

/** The clock of this computer. */
export const systemClock: Clock = { now: () => new Date() };

/**
 * Shows the time of a clock that all processes share, so that lengths between times of two processes are right. Between two readings it
 * runs with the clock of this computer.
 */
export class SharedClock implements Clock {
  readonly local: Clock;
  #aheadMs = 0;

  constructor(local: Clock) {
    this.local = local;
  }

  /** By how much the shared clock was ahead of this computer's at the last reading. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(): Date {
    return new Date(this.local.now().getTime() + this.#aheadMs);
  }

  /** Reads the shared clock. A slow answer changes the difference only as far as it proves. */
  async read(shared: () => Promise<Date>): Promise<Date> {
    const asked = this.local.now().getTime();
    const time = await shared();
    const answered = this.local.now().getTime();
    const [least, most] = [time.getTime() - answered, time.getTime() - asked];
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, least), Math.max(least, most));
    return time;
  }
}
