import type { Deps } from '#request/context.ts';
import { activitiesSince, findActivity, type ActivityRow } from '#live/activity-store.ts';
import { LimitedMap } from '#platform/limited-map.ts';
import { latestPast } from '#platform/time-limits.ts';

/** An activity is dated when its request arrives, but can only be seen when it commits. */
const LATE_MS = 60_000;
/** More than this many are not pushed again; pages show them when they next load. */
const MOST_MISSED = 200;
const REMEMBERED = 2_000;

/** Pushes each activity once, also those whose notification was lost while the listening connection was down. */
export class ActivityPush {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;
  readonly #push: (row: ActivityRow) => void;
  readonly #pushed = new LimitedMap<string, true>(REMEMBERED);
  #newest: Date;

  constructor(deps: Pick<Deps, 'db' | 'clock'>, push: (row: ActivityRow) => void) {
    this.#deps = deps;
    this.#push = push;
    this.#newest = deps.clock.now();
  }

  /** Pushes an activity that another process or this one has announced. */
  async announce(id: string): Promise<void> {
    const row = await findActivity(this.#deps.db, id);
    if (row !== undefined) this.#once(row);
  }

  /** Pushes what was committed while nothing was announced. */
  async catchUp(): Promise<void> {
    const since = new Date(this.#newest.getTime() - LATE_MS);
    for (const row of await activitiesSince(this.#deps.db, since, MOST_MISSED)) this.#once(row);
  }

  #once(row: ActivityRow): void {
    if (this.#pushed.get(row.id) !== undefined) return;
    this.#pushed.set(row.id, true);
    if (row.at > this.#newest && row.at <= latestPast(this.#deps.clock.now())) this.#newest = row.at;
    this.#push(row);
  }
}
