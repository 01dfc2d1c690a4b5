/** Clocks of the computers of one practice may differ by this much. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** The latest time that can have passed at `now`. A recorded time after it is from a wrong clock, and never “the last”. */
export const latestPast = (now: Date): Date => after(now, CLOCK_TOLERANCE_MS);

/**
 * The latest end of a limit of `lengthMs` that began before `now`. A later one began while the clock was wrong; without this
 * cap it would hold until the clock catches up.
 */
export const latestEnd = (now: Date, lengthMs: number): Date => after(now, lengthMs + CLOCK_TOLERANCE_MS);

/** Whether a limit of `lengthMs` with this end still holds at `now`. */
export const stillHolds = (end: Date, now: Date, lengthMs: number): boolean =>
  end > now && end <= latestEnd(now, lengthMs);

/** Whether work with a heartbeat every few seconds or minutes has died with its process. */
export const isSilent = (heartbeat: Date, now: Date, silentMs: number): boolean =>
  heartbeat <= after(now, -silentMs) || heartbeat > latestPast(now);
