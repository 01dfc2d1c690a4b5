/** The current time. Tests can change it. */
export interface Clock {
  now(): Date;
}

/** The clock of this computer. */
export const systemClock: Clock = { now: () => new Date() };
