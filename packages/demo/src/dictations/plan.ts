import { addDays, dayOfWeek, zonedMoment } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { DictationStatus } from '@portal/domain/dictation';
import type { BillingOption } from '@portal/domain/template/billing-option';
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
}

/** The planned dictations of the last months, oldest first. Older ones are signed, recent ones have any status. */
export function planNotes(random: SeededRandom, zone: string, now: Date): PlannedNote[] {
  const today = todayIn(zone, now);
  const notes: PlannedNote[] = [];
  for (let index = 0; notes.length < DICTATIONS; index += 1) {
    // The last workday always has a list for the physician, with dictations to sign and to group.
    const isOfLastDay = index < 12;
    const date = workday(addDays(today, isOfLastDay ? 0 : -random.int(0, DAYS)));
    const { provider, offices } = isOfLastDay
      ? { provider: 'physician', offices: [2] }
      : random.pick(ROOMS, 1.3);
    const hour = random.int(8, 16);
    const moment = zonedMoment(zone, date, `${String(hour).padStart(2, '0')}:${random.int(10, 59)}`);
    const written = new Date(Math.min(moment, now.getTime() - random.int(30, 90) * MINUTE_MS));
    const age = (now.getTime() - written.getTime()) / (24 * 60 * MINUTE_MS);
    notes.push({
      provider,
      writer: random.chance(0.5) ? provider : random.pick(WRITERS),
      office: random.pick(offices),
      procedureDate: date,
      written,
      status: statusAt(random, age),
      signedAt: new Date(
        Math.min(written.getTime() + random.int(20, 600) * MINUTE_MS, now.getTime() - MINUTE_MS),
      ),
      billingOption: optionOf(random),
    });
  }
  return notes.toSorted((a, b) => a.written.getTime() - b.written.getTime());
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

/** The day itself, or the Friday before a weekend. */
function workday(date: string): string {
  const day = dayOfWeek(date);
  if (day === 0) return addDays(date, -2);
  return day === 6 ? addDays(date, -1) : date;
}
