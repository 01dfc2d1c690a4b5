import { addDays } from '@portal/domain/calendar';
import { dateIn, todayIn } from '@portal/domain/date';
import { messageNumber, type MessageStatus } from '@portal/domain/message-status';
import type { Priority } from '@portal/domain/priority';
import type { Insertable, Transaction } from 'kysely';
import type { Database, PhoneMessageEventsTable, PhoneMessagesTable } from '@portal/server/db/schema';
import {
  FOLLOW_UP_NOTE,
  FOLLOW_UP_TEXTS,
  MESSAGE_CASES,
  FEMALE_RELATIVES,
  MALE_RELATIVES,
  type MessageCase,
} from './message-texts.ts';
import { MEN, WOMEN } from './patient-names.ts';
import { idsByName } from './ids-by-name.ts';
import { officeDay, officeMinutesAfter, officeMinutesAgo, officeTime } from './office-time.ts';
import { SeededRandom } from './random.ts';

const MESSAGES = 300;
const DAYS = 60;
/** Who works on the calls of the last office hours, so that every account has open messages; null for new ones. */
const RECENT_WORKERS = [
  'assistant',
  'physician',
  'staff',
  'midlevel',
  'admin',
  'superadmin',
  'assistant',
  'physician',
  'staff',
  'midlevel',
  'assistant',
  null,
  null,
  null,
] as const;
/** Minutes of office hours since a recent call. */
const RECENT_MINUTES = [5, 300] as const;
/** Minutes of office hours for the work on a recent call so far. */
const RECENT_PACE = 4;
/** Every nth message is from a caller who called before. */
const FOLLOW_UP_EVERY = 17;
/** Maximum time until a call is handled. */
const OPEN_DAYS = 6;
const DAY_MS = 86_400_000;
const TAKERS = ['staff', 'ljohansson', 'cvaldez', 'assistant'] as const;
const WORKERS = [
  'assistant',
  'mobrien',
  'physician',
  'midlevel',
  'staff',
  'sfitzgerald',
  'jnakamura',
] as const;

interface Caller {
  readonly name: string;
  readonly phone: string | null;
  readonly patientId: string | null;
}
interface Call {
  readonly at: number;
  readonly what: MessageCase;
  readonly caller: Caller;
  readonly priority: Priority;
  readonly status: MessageStatus;
  readonly takenBy: string;
  /** The assignee and the user who assigned the message. */
  readonly worker: string | null;
  readonly assignedBy: string;
  /** The moment after the call when this share of the work on it was done. */
  readonly after: (share: number) => Date;
  /** The earlier call that this one follows up on. */
  readonly followsUp: Call | null;
}
type DemoPatient = Readonly<Record<'id' | 'first_name' | 'last_name', string>> & {
  readonly phone: string | null;
};

/** Adds the phone messages of the last 60 days, always the same relative to today. */
export async function insertDemoMessages(tx: Transaction<Database>, zone: string, now: Date): Promise<void> {
  const patients = await tx
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where('is_active', '=', true)
    .orderBy('created_at')
    .limit(200)
    .execute();
  const user = idsByName(await tx.selectFrom('users').select(['id', 'user_name as name']).execute());
  const calls = makeCalls(new SeededRandom(70), { patients, zone, now });
  const given = new Map<number, number>();
  const numbers = new Map(
    calls.map((call) => {
      const year = Number(dateIn(zone, new Date(call.at)).slice(0, 4));
      const count = (given.get(year) ?? 0) + 1;
      given.set(year, count);
      return [call, messageNumber(year, count)];
    }),
  );
  const ids = new Map<string, string>();
  const numberOf = (call: Call) => numbers.get(call) ?? '';
  // Follow-ups need the ids of earlier messages.
  for (const isFollowUp of [false, true]) {
    const rows = calls
      .filter(({ followsUp }) => (followsUp !== null) === isFollowUp)
      .map((call) => ({
        ...messageRow(call, user),
        message_number: numberOf(call),
        follow_up_to_id: call.followsUp === null ? null : (ids.get(numberOf(call.followsUp)) ?? null),
      }));
    const inserted = await tx
      .insertInto('phone_messages')
      .values(rows)
      .returning(['id', 'message_number'])
      .execute();
    for (const { id, message_number } of inserted) ids.set(message_number, id);
  }
  const events = calls.flatMap((call) => [
    ...eventRows(call, ids.get(numberOf(call)) ?? '', user),
    ...(call.followsUp === null
      ? []
      : [
          {
            message_id: ids.get(numberOf(call.followsUp)) ?? '',
            at: new Date(call.at),
            user_id: user(call.takenBy),
            kind: 'FollowUp' as const,
            body: numberOf(call),
          },
        ]),
  ]);
  await tx
    .insertInto('phone_message_events')
    .values(events.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    .execute();
  await tx
    .insertInto('phone_message_numbers')
    .values([...given].map(([year, last]) => ({ year, last_number: last })))
    .execute();
}

interface Surroundings {
  readonly patients: readonly DemoPatient[];
  readonly zone: string;
  readonly now: Date;
}

/** Calls in chronological order. */
function makeCalls(random: SeededRandom, { patients, zone, now }: Surroundings): readonly Call[] {
  const calls: Call[] = [];
  for (let index = 0; index < MESSAGES; index += 1) {
    const original = calls.at(-3);
    if (index % FOLLOW_UP_EVERY === FOLLOW_UP_EVERY - 1 && original?.status === 'Completed') {
      const day = dateIn(zone, new Date(original.at + random.int(1, 3) * DAY_MS));
      const at = officeTime(random, zone, officeDay(day, 1));
      if (at < now.getTime()) {
        const what = { ...original.what, text: random.pick(FOLLOW_UP_TEXTS), isUrgent: false };
        calls.push({
          ...makeCall(random, what, original.caller, { at, zone, now }),
          followsUp: original,
        });
        continue;
      }
    }
    const what = random.pick(MESSAGE_CASES, 1.3);
    const recentWorker = RECENT_WORKERS[index];
    const at =
      recentWorker === undefined
        ? officeTime(random, zone, officeDay(addDays(todayIn(zone, now), -random.int(1, DAYS))))
        : officeMinutesAgo(zone, now, random.int(...RECENT_MINUTES));
    const caller = makeCaller(random, what, random.pick(patients));
    calls.push(makeCall(random, what, caller, { at, zone, now, recentWorker }));
  }
  return calls.toSorted((a, b) => a.at - b.at);
}

function makeCaller(random: SeededRandom, what: MessageCase, patient: DemoPatient): Caller {
  const { id: patientId, phone } = patient;
  if (what.caller !== undefined) return { name: what.caller, phone: `410555${random.digits(4)}`, patientId };
  if (random.chance(0.05))
    return { name: `${random.pick(WOMEN)} Hale`, phone: `443555${random.digits(4)}`, patientId: null };
  if (random.chance(0.15)) {
    const isWoman = random.chance(0.6);
    const first = random.pick(isWoman ? WOMEN : MEN);
    const relative = random.pick(isWoman ? FEMALE_RELATIVES : MALE_RELATIVES);
    return { name: `${first} ${patient.last_name} (${relative})`, phone, patientId };
  }
  return { name: `${patient.first_name} ${patient.last_name}`, phone, patientId };
}

interface Moment {
  readonly at: number;
  readonly zone: string;
  readonly now: Date;
  /** Undefined for a call that is not recent; null if nobody works on it yet. */
  readonly recentWorker?: (typeof RECENT_WORKERS)[number] | undefined;
}

function makeCall(
  random: SeededRandom,
  what: MessageCase,
  caller: Caller,
  { at, zone, now, recentWorker }: Moment,
): Call {
  const ageDays = (now.getTime() - at) / DAY_MS;
  const takenBy = random.pick(TAKERS, 1.5);
  const status = random.pick(
    recentWorker === null
      ? (['New'] as const)
      : recentWorker !== undefined
        ? (['InProgress', 'InProgress', 'RequiresFollowUp'] as const)
        : ageDays > OPEN_DAYS
          ? (['Completed'] as const)
          : (['Completed', 'Completed', 'Completed', 'InProgress', 'RequiresFollowUp'] as const),
  );
  const pace = random.int(120, 540);
  return {
    at,
    what,
    caller,
    status,
    takenBy,
    priority:
      what.isUrgent === true
        ? 'Urgent'
        : random.pick(['Normal', 'Normal', 'Normal', 'Normal', 'High', 'Low'] as const),
    worker: recentWorker === undefined ? random.pick(WORKERS, 1.3) : recentWorker,
    assignedBy: random.chance(0.6) ? takenBy : random.pick(TAKERS),
    after: (share) => {
      const end = officeMinutesAfter(zone, at, pace);
      const last = Math.max(at, officeMinutesAgo(zone, now, 1));
      return new Date(officeMinutesAfter(zone, at, (end <= last ? pace : RECENT_PACE) * share));
    },
    followsUp: null,
  };
}

function messageRow(
  call: Call,
  user: (name: string) => string,
): Omit<Insertable<PhoneMessagesTable>, 'message_number' | 'follow_up_to_id'> {
  const { what, caller, priority, status, worker } = call;
  const isCompleted = status === 'Completed';
  return {
    category: what.category,
    caller_name: caller.name,
    caller_phone: caller.phone,
    patient_id: caller.patientId,
    message: what.text,
    call_at: new Date(call.at),
    priority,
    status,
    assigned_to_user_id: worker === null ? null : user(worker),
    assigned_by: worker === null ? null : user(call.assignedBy),
    assigned_at: worker === null ? null : call.after(0.2),
    resolution: isCompleted ? what.resolution : null,
    completed_at: isCompleted ? call.after(1) : null,
    completed_by: isCompleted && worker !== null ? user(worker) : null,
    created_by: user(call.takenBy),
    deleted_by: null,
    created_at: new Date(call.at),
    updated_at: call.after(worker === null ? 0 : 1),
  };
}

type EventRow = Insertable<PhoneMessageEventsTable> & { readonly at: Date };

function eventRows(call: Call, id: string, user: (name: string) => string): EventRow[] {
  const { worker, status, what } = call;
  const events: EventRow[] = [
    { message_id: id, kind: 'Created', at: new Date(call.at), user_id: user(call.takenBy) },
  ];
  if (worker === null) return events;
  const by = { message_id: id, user_id: user(worker) };
  events.push({
    message_id: id,
    kind: 'Assigned',
    at: call.after(0.2),
    user_id: user(call.assignedBy),
    assigned_to_user_id: user(worker),
    status: 'InProgress',
  });
  const note = what.note ?? (status === 'RequiresFollowUp' ? FOLLOW_UP_NOTE : undefined);
  if (note !== undefined) events.push({ ...by, kind: 'Note', at: call.after(0.5), body: note });
  if (status === 'RequiresFollowUp')
    events.push({ ...by, kind: 'StatusChanged', at: call.after(0.6), status });
  if (status === 'Completed')
    events.push({ ...by, kind: 'Completed', at: call.after(1), body: what.resolution, status });
  return events;
}
