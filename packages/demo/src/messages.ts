import { addDays, dayOfWeek, zonedMoment } from '@portal/domain/calendar';
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
import { SeededRandom } from './random.ts';

const MESSAGES = 300;
const DAYS = 60;
/** Number of calls in the last hours, so that there are open messages. */
const TODAY = 14;
/** Every nth message is from a caller who called before. */
const FOLLOW_UP_EVERY = 17;
/** Maximum time until a call is handled. */
const OPEN_DAYS = 6;
const MINUTE_MS = 60_000;
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
  /** Minutes from the call to the assignment, the note and the completion. */
  readonly pace: number;
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
      const at = original.at + random.int(1, 3) * DAY_MS + random.int(0, 90) * MINUTE_MS;
      if (at < now.getTime()) {
        const what = { ...original.what, text: random.pick(FOLLOW_UP_TEXTS), isUrgent: false };
        calls.push({ ...makeCall(random, what, original.caller, at, now), followsUp: original });
        continue;
      }
    }
    const what = random.pick(MESSAGE_CASES, 1.3);
    const at = index < TODAY ? now.getTime() - random.int(4, 300) * MINUTE_MS : pastCall(random, zone, now);
    calls.push(makeCall(random, what, makeCaller(random, what, random.pick(patients)), at, now));
  }
  return calls.toSorted((a, b) => a.at - b.at);
}

/** A time during office hours on a day before today. */
function pastCall(random: SeededRandom, zone: string, now: Date): number {
  const day = addDays(todayIn(zone, now), -random.int(1, DAYS));
  const weekday = dayOfWeek(day);
  const officeDay = weekday === 0 ? addDays(day, -2) : weekday === 6 ? addDays(day, -1) : day;
  const time = `${String(random.int(8, 16)).padStart(2, '0')}:${random.int(10, 59)}`;
  return zonedMoment(zone, officeDay, time);
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

function makeCall(random: SeededRandom, what: MessageCase, caller: Caller, at: number, now: Date): Call {
  const ageDays = (now.getTime() - at) / DAY_MS;
  const takenBy = random.pick(TAKERS, 1.5);
  const status = random.pick(
    ageDays > OPEN_DAYS
      ? (['Completed'] as const)
      : ageDays > 0.5
        ? (['Completed', 'Completed', 'Completed', 'InProgress', 'RequiresFollowUp'] as const)
        : (['New', 'New', 'InProgress', 'InProgress', 'Completed', 'RequiresFollowUp'] as const),
  );
  const room = Math.max(2, Math.min(600, (now.getTime() - at) / MINUTE_MS - 2));
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
    worker: status === 'New' ? null : random.pick(WORKERS, 1.3),
    assignedBy: random.chance(0.6) ? takenBy : random.pick(TAKERS),
    pace: room * (0.2 + 0.7 * random.next()),
    followsUp: null,
  };
}

const after = ({ at, pace }: Call, share: number): Date =>
  new Date(at + Math.round(pace * share) * MINUTE_MS);

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
    assigned_at: worker === null ? null : after(call, 0.2),
    resolution: isCompleted ? what.resolution : null,
    completed_at: isCompleted ? after(call, 1) : null,
    completed_by: isCompleted && worker !== null ? user(worker) : null,
    created_by: user(call.takenBy),
    deleted_by: null,
    created_at: new Date(call.at),
    updated_at: after(call, worker === null ? 0 : 1),
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
    at: after(call, 0.2),
    user_id: user(call.assignedBy),
    assigned_to_user_id: user(worker),
    status: 'InProgress',
  });
  const note = what.note ?? (status === 'RequiresFollowUp' ? FOLLOW_UP_NOTE : undefined);
  if (note !== undefined) events.push({ ...by, kind: 'Note', at: after(call, 0.5), body: note });
  if (status === 'RequiresFollowUp')
    events.push({ ...by, kind: 'StatusChanged', at: after(call, 0.6), status });
  if (status === 'Completed')
    events.push({ ...by, kind: 'Completed', at: after(call, 1), body: what.resolution, status });
  return events;
}
