import { addDays } from '@portal/domain/calendar';
import { dateIn, todayIn } from '@portal/domain/date';
import type { DictationStatus } from '@portal/domain/dictation';
import type { BillingOption } from '@portal/domain/template/billing-option';
import { officeDay, officeMinutesAfter, officeMinutesAgo, officeTime } from '../office-time.ts';
import type { SeededRandom } from '../random.ts';

const DAYS = 120;
const DICTATIONS = 400;
const MINUTE_MS = 60_000;

/** Providers and their locations (index of the office). Only some see patients in the surgery center. */
const ROOMS: readonly { readonly provider: string; readonly offices: readonly number[] }[] = [
  { provider: 'physician', offices: [2, 2, 0] },
  { provider: 'jnakamura', offices: [2, 2, 0] },
  { provider: 'midlevel', offices: [1] },
  { provider: 'sfitzgerald', offices: [1, 0] },
];
const WRITERS = ['assistant', 'mobrien'] as const;
/** The status and writer of the dictations of the last workday, per provider: some to sign, to finish and to group. */
const LAST_DAY = (
  [
    {
      provider: 'physician',
      office: 2,
      statuses: ['Completed', 'Saved', 'Signed', 'Draft', 'Completed', 'Signed'],
    },
    {
      provider: 'physician',
      office: 2,
      statuses: ['Saved', 'Completed', 'Signed', 'Draft', 'Completed', 'Saved'],
    },
    { provider: 'midlevel', office: 1, statuses: ['Completed', 'Saved', 'Draft', 'Signed', 'Draft'] },
  ] as const
).flatMap(({ statuses, ...day }) => statuses.map((status) => ({ ...day, status })));

/** The one of the last workday, to sign, whose codes the code files find fault with. */
const WITH_FINDINGS = 1;

/** The draft of the last workday that was begun from an earlier note. */
const BEGUN = 3;

/** A planned dictation without content; users by name. */
export interface PlannedNote {
  readonly provider: string;
  readonly writer: string;
  readonly office: number;
  readonly procedureDate: string;
  readonly written: Date;
  readonly status: DictationStatus;
  readonly signedAt: Date;
  readonly billingOption: BillingOption;
  /** Whether its codes are those that the code files find fault with. */
  readonly hasFindings: boolean;
  /** Whether it was begun from an earlier note of its patient. */
  readonly isBegun: boolean;
}

/** The planned dictations of the last months, oldest first. Older ones are signed, recent ones have any status. */
export function planNotes(random: SeededRandom, zone: string, now: Date): PlannedNote[] {
  const today = todayIn(zone, now);
  const notes: PlannedNote[] = [];
  const lastDay = dateIn(zone, new Date(officeMinutesAgo(zone, now, 1)));
  for (let index = 0; notes.length < DICTATIONS; index += 1) {
    const planned = LAST_DAY[index];
    const room = random.pick(ROOMS, 1.3);
    const provider = planned?.provider ?? room.provider;
    const recent = officeMinutesAgo(zone, now, random.int(2, 90));
    const day = planned === undefined ? officeDay(addDays(today, -random.int(0, DAYS))) : lastDay;
    const written = new Date(Math.min(officeTime(random, zone, day), recent));
    const age = (now.getTime() - written.getTime()) / (24 * 60 * MINUTE_MS);
    notes.push({
      provider,
      writer: random.chance(0.5) ? provider : random.pick(WRITERS, planned === undefined ? 1 : 3),
      office: planned?.office ?? random.pick(room.offices),
      procedureDate: dateIn(zone, written),
      written,
      status: planned?.status ?? statusAt(random, age),
      signedAt: new Date(
        Math.min(
          officeMinutesAfter(zone, written.getTime(), random.int(20, 600)),
          Math.max(written.getTime(), officeMinutesAgo(zone, now, random.int(1, 60))),
        ),
      ),
      billingOption: optionOf(random),
      hasFindings: index === WITH_FINDINGS,
      isBegun: index === BEGUN,
    });
  }
  return notes.toSorted((a, b) => a.written.getTime() - b.written.getTime());
}

/** Whether a note, oldest first, is the next of a patient who has notes with these statuses, at least so many days apart. */
export function courseOf(
  statuses: readonly DictationStatus[],
  daysApart: number,
): (note: PlannedNote) => boolean {
  let days: readonly string[] = [];
  return ({ procedureDate, status, billingOption }) => {
    const last = days.at(-1);
    const isNext =
      billingOption === 'standard' &&
      status === statuses[days.length] &&
      (last === undefined || procedureDate >= addDays(last, daysApart));
    if (isNext) days = [...days, procedureDate];
    return isNext;
  };
}

function statusAt(random: SeededRandom, days: number): DictationStatus {
  if (days > 10) return random.chance(0.985) ? 'Signed' : 'Completed';
  return random.pick(
    ['Signed', 'Completed', 'Saved', 'Signed', 'Completed', 'Draft'] as const,
    days > 3 ? 2 : 1,
  );
}

function optionOf(random: SeededRandom): BillingOption {
  if (random.chance(0.9)) return 'standard';
  return random.pick(['reduced', 'noshow-patient', 'reduced', 'noshow-provider'] as const);
}
