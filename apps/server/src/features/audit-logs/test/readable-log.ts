import { auditEntryId } from '#audit/entry-id.ts';
import { makePatient, makeUser, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/** An entry for a test. Its chain is broken, which is fine for tests that only read. */
interface Given {
  readonly at: Date;
  readonly userId?: string | null;
  readonly action: string;
  readonly entityType: string;
  readonly entityId?: string;
  readonly patientId?: string;
  readonly ip?: string;
  readonly reason?: string;
  readonly oldValues?: object;
  readonly newValues?: object;
}

/** A portal whose log has eight entries in May 2026, long before the entries that the tests cause. */
export interface ReadableLog {
  readonly portal: TestPortal;
  readonly admin: SignedInUser;
  /** May see the log but no patients. */
  readonly auditor: SignedInUser;
  readonly ann: string;
  readonly zoe: string;
  readonly patient: { readonly id: string; readonly medicalRecordNumber: string };
  /** IDs of the eight entries, oldest first. */
  readonly ids: readonly string[];
}

/** Noon of a day in May in the practice's time zone (UTC-4). */
const noon = (day: number) => new Date(Date.UTC(2026, 4, day, 16));

export async function openReadableLog(): Promise<ReadableLog> {
  const portal = await openTestPortal();
  const admin = await signedInAs(portal, 'Admin');
  const auditor = await signedInAs(portal, 'Admin');
  await overridePermission(portal, auditor.id, 'Patient.View', false);
  const { id: ann } = await makeUser(portal, { firstName: 'Ann', lastName: 'Abbott' });
  const { id: zoe } = await makeUser(portal, { firstName: 'Zoë', lastName: 'Zimmer', isActive: false });
  const patient = await makePatient(portal, { firstName: 'Wilhelmina', lastName: 'Secret' });
  const ids: string[] = [];
  for (const given of entriesOf(ann, zoe, patient.id)) ids.push(await insertEntry(portal, given));
  return { portal, admin, auditor, ann, zoe, patient, ids };
}

const entriesOf = (ann: string, zoe: string, patientId: string): Given[] => [
  { at: noon(1), userId: ann, action: 'Created', entityType: 'Office', reason: 'beta', ip: '203.0.113.9' },
  { at: noon(2), userId: zoe, action: 'Added', entityType: 'User', reason: 'Alpha', ip: '10.0.0.1' },
  { at: noon(3), action: 'LoginFailed', entityType: 'User', entityId: 'b' },
  {
    at: noon(4),
    userId: ann,
    action: 'Updated',
    entityType: 'Patient',
    entityId: patientId,
    patientId,
    oldValues: { lastName: 'Sicret', ssn: '123-45-6789' },
    newValues: { lastName: 'Secret', ssn: '123-45-6780', notes: 'wept in the waiting room' },
  },
  { at: noon(5), userId: zoe, action: 'Viewed', entityType: 'Patient', patientId },
  { at: noon(6), userId: ann, action: 'Modified', entityType: 'OfficeIpWhitelist', entityId: 'a' },
  { at: noon(6), userId: ann, action: 'Accessed', entityType: 'Patient', patientId },
  { at: noon(7), action: 'PermissionChanged', entityType: 'User', newValues: { a: 1 } },
];

/** Inserts an entry and returns its ID. */
export async function insertEntry(portal: TestPortal, given: Given): Promise<string> {
  const id = auditEntryId(given.at);
  await portal.owner.query(
    `insert into audit_log (id, at, chain, seq, user_id, action, entity_type, entity_id, patient_id, ip_address, reason,
      old_values, new_values, mac) values ($1, $2, 0, 0, $3, $4, $5, $6, $7, $8, $9, $10, $11, '')`,
    [
      id,
      given.at,
      given.userId ?? null,
      given.action,
      given.entityType,
      given.entityId ?? null,
      given.patientId ?? null,
      given.ip ?? null,
      given.reason ?? null,
      given.oldValues ?? null,
      given.newValues ?? null,
    ],
  );
  return id;
}
