import { addDays } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { OvertimeRule } from '@portal/domain/overtime';
import type { Db } from '#db/database.ts';
import type { Settings } from '#platform/config.ts';
import type { Deps } from '#request/context.ts';
import { listWorkRules, putWorkRules, type WorkRulesRow } from './work-rules-repo.ts';

type Rules = Pick<Settings, 'practice' | 'overtime'>;
/** Before all days of work. */
const ALWAYS = '2000-01-01';

/**
 * Records the time zone and the overtime limits if they have changed: they hold from today on, and reports of past days keep those of
 * their day. The first ones hold for all days.
 */
export async function recordWorkRules({
  db,
  config: { practice, overtime },
  databaseTime,
}: Pick<Deps, 'db' | 'config' | 'databaseTime'>): Promise<void> {
  const [newest] = await listWorkRules(db);
  const rules = {
    time_zone: practice.timeZone,
    weekly_overtime: overtime.weekly,
    daily_overtime: overtime.daily,
  };
  const isSame =
    newest?.time_zone === rules.time_zone &&
    newest.weekly_overtime === rules.weekly_overtime &&
    newest.daily_overtime === rules.daily_overtime;
  if (isSame) return;
  const today = todayIn(practice.timeZone, await databaseTime(db));
  // Never before a day for which others are recorded: the clock may have been ahead then.
  const from = newest === undefined ? ALWAYS : [today, newest.effective_from].toSorted().at(-1);
  await putWorkRules(db, { effective_from: from ?? today, ...rules });
}

/** The rules of each day. */
export class WorkRules {
  readonly #rows: readonly WorkRulesRow[];
  readonly #current: Rules;

  constructor(rows: readonly WorkRulesRow[], current: Rules) {
    this.#rows = rows;
    this.#current = current;
  }

  /** Reads them. */
  static async read({ db, config }: { readonly db: Db; readonly config: Rules }): Promise<WorkRules> {
    return new WorkRules(await listWorkRules(db), config);
  }

  /** The time zone on a date. */
  readonly zoneOn = (date: string): string => this.#on(date)?.time_zone ?? this.#current.practice.timeZone;

  /** The overtime limits of the week that starts on this Monday: those of its last day. */
  overtimeOf(monday: string): OvertimeRule {
    const row = this.#on(addDays(monday, 6));
    return row === undefined
      ? this.#current.overtime
      : { weekly: row.weekly_overtime, daily: row.daily_overtime };
  }

  #on(date: string): WorkRulesRow | undefined {
    return this.#rows.find(({ effective_from: from }) => from <= date);
  }
}
