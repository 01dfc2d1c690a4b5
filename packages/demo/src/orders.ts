import { addDays } from '@portal/domain/calendar';
import { dateIn, todayIn } from '@portal/domain/date';
import { orderNumber } from '@portal/domain/order';
import { isOpen, ORDER_OVERDUE_DAYS, type NextStatus, type OrderStatus } from '@portal/domain/order-status';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import {
  CANCEL_REASONS,
  DONE_NOTES,
  ORDER_CASES,
  SCHEDULED_NOTES,
  STAT_CASES,
  type OrderCase,
} from './order-texts.ts';
import { idsByName } from './ids-by-name.ts';
import { officeDay, officeMinutesAfter, officeMinutesAgo, officeTime } from './office-time.ts';
import { SeededRandom } from './random.ts';

const ORDERS = 200;
const DAYS = 90;
/** STAT orders of the last office hours that are still open, with who ordered and who entered them. */
const URGENT_NOW = [
  { provider: 'physician', writer: 'assistant' },
  { provider: 'midlevel', writer: 'midlevel' },
  { provider: 'physician', writer: 'physician' },
] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PROVIDERS = ['physician', 'midlevel', 'jnakamura', 'sfitzgerald'] as const;
const ASSISTANTS = ['assistant', 'mobrien'] as const;

/** Status sequences of orders, common ones first. Steps after the load time are left out. */
const PATHS: readonly (readonly Exclude<OrderStatus, 'Pending'>[])[] = [
  ['Scheduled', 'InProgress', 'Completed'],
  ['Scheduled', 'Completed'],
  ['Completed'],
  ['Scheduled', 'InProgress', 'Completed'],
  ['Scheduled', 'Completed'],
  ['Scheduled', 'InProgress', 'Completed'],
  ['Scheduled'],
  [],
  ['Scheduled', 'InProgress'],
  ['Scheduled', 'Cancelled'],
  ['Cancelled'],
];
/** Sequences that end, for older orders: few of those stay open. */
const ENDED_PATHS = PATHS.filter((path) => path.some((status) => !isOpen(status)));
/** Minimum and maximum duration of a step in hours. STAT orders are completed within a day. */
const HOURS: Readonly<Record<NextStatus | 'Cancelled', readonly [number, number]>> = {
  Scheduled: [8, 48],
  InProgress: [24, 120],
  Completed: [24, 140],
  Cancelled: [30, 140],
};

interface Step {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: Date;
  readonly by: string;
  readonly note: string | null;
}
interface DemoOrder {
  readonly written: Date;
  readonly steps: readonly Step[];
  readonly what: OrderCase;
  readonly isStat: boolean;
  readonly priority: 'Urgent' | 'High' | 'Normal' | 'Low';
  readonly patientId: string;
  readonly provider: string;
}

/** Adds the orders of the last 90 days, always the same relative to today. */
export async function insertDemoOrders(tx: Transaction<Database>, zone: string, now: Date): Promise<void> {
  const patients = await tx
    .selectFrom('patients')
    .select('id')
    .where('is_active', '=', true)
    .where('date_of_birth', '<', '2000-01-01')
    .orderBy('created_at')
    .limit(160)
    .execute();
  const user = idsByName(await tx.selectFrom('users').select(['id', 'user_name as name']).execute());
  const random = new SeededRandom(68);
  const orders = Array.from({ length: ORDERS }, (_, index) =>
    makeOrder(random, random.pick(patients).id, { zone, now, urgentNow: URGENT_NOW[index] }),
  ).toSorted((a, b) => a.written.getTime() - b.written.getTime());
  const given = new Map<number, number>();
  const rows = orders.map((order) => {
    const year = Number(dateIn(zone, order.written).slice(0, 4));
    const count = (given.get(year) ?? 0) + 1;
    given.set(year, count);
    return orderRow(order, { number: orderNumber(year, count), zone, user });
  });
  const inserted = await tx
    .insertInto('medical_orders')
    .values(rows)
    .returning(['id', 'order_number'])
    .execute();
  const idOfNumber = new Map(inserted.map(({ id, order_number }) => [order_number, id]));
  const steps = orders.flatMap((order, index) =>
    order.steps.map(({ from, to, at, by, note }) => ({
      order_id: idOfNumber.get(rows[index]?.order_number ?? '') ?? '',
      from_status: from,
      to_status: to,
      changed_at: at,
      changed_by: user(by),
      note,
    })),
  );
  await tx.insertInto('order_steps').values(steps).execute();
  await tx
    .insertInto('order_numbers')
    .values([...given].map(([year, last]) => ({ year, last })))
    .execute();
}

function orderRow(
  { what, steps, written, ...order }: DemoOrder,
  {
    number,
    zone,
    user,
  }: { readonly number: string; readonly zone: string; readonly user: (name: string) => string },
) {
  const last = steps.at(-1);
  return {
    order_number: number,
    patient_id: order.patientId,
    type: what.type,
    status: last?.to ?? ('Pending' as const),
    priority: order.priority,
    is_stat: order.isStat,
    diagnosis: what.diagnosis,
    order_date: dateIn(zone, written),
    ordered_by: user(order.provider),
    created_by: user(steps[0]?.by ?? order.provider),
    body_part: what.bodyPart ?? null,
    side: what.side ?? null,
    contrast: what.contrast ?? null,
    specialist: what.specialist ?? null,
    instructions: what.instructions ?? null,
    version: steps.length,
    created_at: written,
    updated_at: last?.at ?? written,
  };
}

function makeOrder(
  random: SeededRandom,
  patientId: string,
  {
    zone,
    now,
    urgentNow,
  }: {
    readonly zone: string;
    readonly now: Date;
    readonly urgentNow: (typeof URGENT_NOW)[number] | undefined;
  },
): DemoOrder {
  const isStat = urgentNow !== undefined || random.chance(0.06);
  const provider = urgentNow?.provider ?? random.pick(PROVIDERS, 1.6);
  const day = officeDay(addDays(todayIn(zone, now), -random.int(0, DAYS)));
  const recent = officeMinutesAgo(zone, now, random.int(5, 90));
  const written = new Date(
    urgentNow === undefined ? Math.min(officeTime(random, zone, day), recent) : recent,
  );
  const what = isStat ? random.pick(STAT_CASES) : random.pick(ORDER_CASES, 1.3);
  const writer = urgentNow?.writer ?? (random.chance(0.35) ? provider : random.pick(ASSISTANTS));
  return {
    written,
    what,
    isStat,
    priority: isStat
      ? 'Urgent'
      : random.pick(['Normal', 'Normal', 'Normal', 'High', 'Low', 'Urgent'] as const),
    patientId,
    provider,
    steps: [
      { from: null, to: 'Pending', at: written, by: writer, note: null },
      ...(urgentNow !== undefined ? [] : laterSteps(random, { written, isStat, provider, zone, now })),
    ],
  };
}

/** The order’s steps up to now. */
function laterSteps(
  random: SeededRandom,
  {
    written,
    isStat,
    provider,
    zone,
    now,
  }: { written: Date; isStat: boolean; provider: string; zone: string; now: Date },
): Step[] {
  const steps: Step[] = [];
  let at = written.getTime();
  let from: OrderStatus = 'Pending';
  const isOld = now.getTime() - at > ORDER_OVERDUE_DAYS * DAY_MS && !random.chance(0.03);
  const paths = isStat ? PATHS.slice(0, 3) : isOld ? ENDED_PATHS : PATHS;
  for (const to of random.pick(paths, isStat ? 1 : 1.3)) {
    const [least, most] = HOURS[to];
    at = isStat
      ? officeMinutesAfter(zone, at, random.int(60, 240))
      : officeTime(
          random,
          zone,
          officeDay(dateIn(zone, new Date(at + random.int(least, most) * HOUR_MS)), 1),
        );
    if (at > now.getTime()) break;
    const by = to === 'Cancelled' || random.chance(0.2) ? provider : random.pick(ASSISTANTS);
    steps.push({ from, to, at: new Date(at), by, note: noteOf(random, to) });
    from = to;
    if (!isOpen(to)) break;
  }
  return steps;
}

function noteOf(random: SeededRandom, to: Exclude<OrderStatus, 'Pending'>): string | null {
  if (to === 'Cancelled') return random.pick(CANCEL_REASONS);
  if (to === 'InProgress' || random.chance(0.4)) return null;
  return random.pick(to === 'Scheduled' ? SCHEDULED_NOTES : DONE_NOTES);
}
