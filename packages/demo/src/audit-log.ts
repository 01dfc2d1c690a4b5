import { addDays, dayOfWeek, zonedMoment } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import { sql, type Transaction } from 'kysely';
import { appendEntries } from '@portal/server/audit/append';
import type { AuditEntry } from '@portal/server/audit/audit-entry';
import { auditEntryId } from '@portal/server/audit/entry-id';
import type { Database } from '@portal/server/db/schema';
import type { Deps } from '@portal/server/request/context';
import { SeededRandom } from './random.ts';

const DAYS = 60;
/** Users who work on a regular day. */
const AT_WORK = 5;
const MINUTE_MS = 60_000;

interface Scene {
  readonly random: SeededRandom;
  readonly users: readonly string[];
  readonly patients: readonly string[];
  /** Patient records that users open, with their patients. */
  readonly records: readonly { readonly type: string; readonly id: string; readonly patientId: string }[];
}
type Said = Pick<AuditEntry, 'action' | 'entityType' | 'entityId'> & Partial<AuditEntry>;

/**
 * Adds the practice’s activity of the last 60 days: users sign in, view patients, change records and sign out.
 * Written like the portal writes it, so that the log verifies.
 */
export async function insertDemoAuditLog(
  tx: Transaction<Database>,
  { config, keys, clock }: Pick<Deps, 'config' | 'keys' | 'clock'>,
): Promise<void> {
  const { timeZone } = config.practice;
  const now = clock.now();
  const today = todayIn(timeZone, now);
  const scene = await readScene(tx);
  const entries: AuditEntry[] = [];
  for (let back = DAYS; back >= 1; back -= 1) {
    const day = addDays(today, -back);
    const isWorkday = dayOfWeek(day) !== 0 && dayOfWeek(day) !== 6;
    for (let person = 0; person < (isWorkday ? AT_WORK : 1); person += 1)
      entries.push(...shift(scene, zonedMoment(timeZone, day, '08:00')));
  }
  for (const month of new Set(entries.map(({ at }) => at.toISOString().slice(0, 7))))
    await sql`select audit_log_ensure_partition(${`${month}-01`}::date)`.execute(tx);
  await appendEntries(
    tx,
    keys.audit,
    entries.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  );
}

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

async function readScene(tx: Transaction<Database>): Promise<Scene> {
  const records = await tx
    .selectFrom('medical_orders')
    .select(['id', 'patient_id as patientId', sql<string>`'MedicalOrder'`.as('type')])
    .orderBy('order_number')
    .limit(60)
    .execute();
  const messages = await tx
    .selectFrom('phone_messages')
    .select(['id', 'patient_id as patientId', sql<string>`'PhoneMessage'`.as('type')])
    .orderBy('message_number')
    .limit(60)
    .execute();
  return {
    random: new SeededRandom(73),
    users: ids(await tx.selectFrom('users').select('id').orderBy('user_name').execute()),
    patients: ids(
      await tx.selectFrom('patients').select('id').orderBy('medical_record_number').limit(120).execute(),
    ),
    records: [...records, ...messages].flatMap(({ id, patientId, type }) =>
      patientId === null ? [] : [{ type, id, patientId }],
    ),
  };
}

/** A few hours of one user’s work. */
function shift(scene: Scene, opening: number): AuditEntry[] {
  const { random } = scene;
  const userId = random.pick(scene.users);
  const sessionId = auditEntryId(new Date(opening));
  const ipAddress = `203.0.113.${random.int(10, 60)}`;
  let at = opening - random.int(0, 30) * MINUTE_MS + random.int(0, 59_999);
  const entries: AuditEntry[] = [];
  const say = (said: Said) => {
    entries.push({
      id: auditEntryId(new Date(at)),
      at: new Date(at),
      userId,
      sessionId,
      apiKeyId: null,
      patientId: null,
      ipAddress,
      reason: null,
      requestId: null,
      oldValues: null,
      newValues: null,
      ...said,
    });
    at += random.int(4_000, 40 * MINUTE_MS);
  };
  if (random.chance(0.08))
    say({
      action: 'LoginFailed',
      entityType: 'User',
      entityId: userId,
      userId: null,
      sessionId: null,
      reason: 'Wrong password',
    });
  say({ action: 'Login', entityType: 'User', entityId: userId });
  for (let step = random.int(4, 9); step > 0; step -= 1) say(oneThing(scene));
  say({ action: 'Logout', entityType: 'Session', entityId: sessionId });
  return entries;
}

function oneThing({ random, patients, records }: Scene): Said {
  const patientId = random.pick(patients, 1.6);
  const patient = { entityType: 'Patient', entityId: patientId, patientId };
  const what = random.int(1, 100);
  if (what <= 45) return { action: 'Viewed', ...patient };
  if (what <= 60) return { action: 'Accessed', entityType: 'Patient', entityId: null };
  if (what <= 68) {
    const phone = () => `410555${String(random.int(100, 199)).padStart(4, '0')}`;
    return { action: 'Updated', ...patient, oldValues: { phone: phone() }, newValues: { phone: phone() } };
  }
  if (what <= 71) return { action: 'Printed', ...patient };
  if (what <= 73)
    return {
      action: 'AccessDenied',
      entityType: 'System',
      entityId: null,
      newValues: { request: 'GET /permissions/audit-log' },
    };
  const record = records.length === 0 ? undefined : random.pick(records);
  if (record === undefined) return { action: 'Viewed', ...patient };
  const action = random.chance(0.75) ? 'Viewed' : 'Updated';
  return { action, entityType: record.type, entityId: record.id, patientId: record.patientId };
}
