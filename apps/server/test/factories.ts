import { hash } from '@node-rs/argon2';
import { apiKeyCreate } from '@portal/contract/api-keys';
import { login } from '@portal/contract/session';
import type { MessageCategory, MessageStatus } from '@portal/domain/message-status';
import type { OrderType } from '@portal/domain/order';
import type { Priority } from '@portal/domain/priority';
import type { OrderStatus } from '@portal/domain/order-status';
import type { PermissionName } from '@portal/domain/permissions';
import { isProviderRole, type RoleName } from '@portal/domain/roles';
import { sql } from 'kysely';
import { allocatePatientNumbers, patientKeys, ssnColumns } from '#features/patients/index.ts';
import type { TestPortal } from './harness.ts';
import { TEST_PASSWORD } from './settings.ts';

/** A hash that is quickly verified: with that of a real password, sign-ins were a large part of the tests' work. */
const passwordHash = hash(TEST_PASSWORD, { memoryCost: 64, timeCost: 1 });
let counter = 0;

export interface TestUser {
  readonly id: string;
  readonly userName: string;
  /** First and last name. */
  readonly name: string;
}
export interface SignedInUser extends TestUser {
  readonly token: string;
}

/** Who was never active has been inactive since then. */
const ALWAYS = new Date('2000-01-01T00:00:00Z');

/** Creates a user with the test password and defaults. */
export async function makeUser(
  portal: TestPortal,
  options: {
    roles?: readonly RoleName[];
    officeId?: string;
    isActive?: boolean;
    mustChangePassword?: boolean;
    firstName?: string;
    lastName?: string;
  } = {},
): Promise<TestUser> {
  counter += 1;
  const roles = options.roles ?? ['Staff'];
  const userName = `user${counter}`;
  const { firstName = 'Test', lastName = `User${counter}` } = options;
  const { db } = portal.deps;
  const user = await db
    .insertInto('users')
    .values({
      user_name: userName,
      email: `${userName}@practice.example`,
      // As if a person had entered it.
      email_confirmed_at: portal.clock.now(),
      first_name: firstName,
      last_name: lastName,
      title: roles.some((role) => isProviderRole(role)) ? 'MD' : null,
      hire_date: null,
      office_id: options.officeId ?? null,
      is_active: options.isActive ?? true,
      must_change_password: options.mustChangePassword ?? false,
      password_hash: await passwordHash,
      totp_secret: null,
      totp_last_step: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (options.isActive === false)
    await db
      .insertInto('user_inactive_periods')
      .values({ user_id: user.id, from_at: ALWAYS, to_at: null })
      .execute();
  const ids = await db.selectFrom('roles').select('id').where('name', 'in', roles).execute();
  await db
    .insertInto('user_roles')
    .values(ids.map(({ id }) => ({ user_id: user.id, role_id: id, assigned_at: portal.clock.now() })))
    .execute();
  return { id: user.id, userName, name: `${firstName} ${lastName}` };
}

/** Signs in through the API and returns the token. */
export async function signIn(portal: TestPortal, userName: string, ip?: string): Promise<string> {
  const { token } = await portal.succeed(
    login,
    { body: { username: userName, password: TEST_PASSWORD } },
    ip === undefined ? {} : { ip },
  );
  return token;
}

/** Creates a user with these roles and signs in. */
export async function signedInAs(portal: TestPortal, ...roles: RoleName[]): Promise<SignedInUser> {
  const user = await makeUser(portal, roles.length === 0 ? {} : { roles });
  return { ...user, token: await signIn(portal, user.userName) };
}

/** Creates an API key as an Admin. Its `token` is the key. */
export async function makeApiKey(
  portal: TestPortal,
  creator: SignedInUser,
  permissions: readonly PermissionName[],
  options: { name?: string; days?: number } = {},
): Promise<{ readonly id: string; readonly name: string; readonly token: string }> {
  counter += 1;
  const { name = `Integration ${counter}`, days = 30 } = options;
  const expiresAt = new Date(portal.clock.now().getTime() + days * 86_400_000).toISOString();
  const body = { name, permissions: [...permissions], expiresAt, password: TEST_PASSWORD };
  const { id, key } = await portal.succeed(apiKeyCreate, { body }, creator);
  return { id, name, token: key };
}

/** Adds a permission override for a user. */
export async function overridePermission(
  portal: TestPortal,
  userId: string,
  permission: PermissionName,
  isGranted: boolean,
  expiresAt: Date | null = null,
): Promise<void> {
  await portal.deps.db
    .insertInto('user_permission_overrides')
    .columns(['user_id', 'permission_id', 'is_granted', 'reason', 'expires_at', 'created_by'])
    .expression((eb) =>
      eb
        .selectFrom('permissions')
        .select((select) => [
          select.val(userId).as('user_id'),
          'id as permission_id',
          select.val(isGranted).as('is_granted'),
          select.val('for this test').as('reason'),
          select.val(expiresAt).as('expires_at'),
          select.lit(null).as('created_by'),
        ])
        .where('name', '=', permission),
    )
    .execute();
}

/** Creates an office with defaults. */
export async function makeOffice(
  portal: TestPortal,
  options: { name?: string; superAdminOnly?: boolean; isActive?: boolean; isSurgeryCenter?: boolean } = {},
): Promise<string> {
  counter += 1;
  const row = await portal.deps.db
    .insertInto('offices')
    .values({
      name: options.name ?? `Office ${counter}`,
      address: '1 Main Street',
      city: 'Baltimore',
      state: 'MD',
      zip_code: '21201',
      phone: '4105550100',
      fax: null,
      super_admin_only: options.superAdminOnly ?? false,
      is_active: options.isActive ?? true,
      is_surgery_center: options.isSurgeryCenter ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface AuditRow {
  readonly action: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly patient_id: string | null;
  readonly user_id: string | null;
  readonly reason: string | null;
  readonly old_values: Record<string, unknown> | null;
  readonly new_values: Record<string, unknown> | null;
}

/** Sorts audit entries by transaction: calls use several chains, and the test clock does not move. */
export const IN_ORDER = sql`xmin::text::bigint`;

/** The audit entries of one entity, oldest first. */
export async function auditOf(
  portal: TestPortal,
  entityType: string,
  entityId: string | null,
): Promise<AuditRow[]> {
  return portal.deps.db
    .selectFrom('audit_log')
    .select([
      'action',
      'entity_type',
      'entity_id',
      'patient_id',
      'user_id',
      'reason',
      'old_values',
      'new_values',
    ])
    .where('entity_type', '=', entityType)
    .where('entity_id', entityId === null ? 'is' : '=', entityId)
    .orderBy(IN_ORDER)
    .orderBy('seq')
    .execute();
}

/** Creates a patient with defaults. `ssn` is nine digits. */
export async function makePatient(
  portal: TestPortal,
  options: {
    firstName?: string;
    lastName?: string;
    dateOfBirth?: string;
    gender?: 'Male' | 'Female' | 'Other';
    phone?: string | null;
    email?: string | null;
    insuranceProvider?: string | null;
    ssn?: string;
    isActive?: boolean;
  } = {},
): Promise<{ readonly id: string; readonly medicalRecordNumber: string }> {
  const { db, keys } = portal.deps;
  const [numbers] = await allocatePatientNumbers(db, 1);
  if (numbers === undefined) throw new Error('no medical record number');
  const firstName = options.firstName ?? 'Pat';
  const lastName = options.lastName ?? 'Ient';
  const phone = options.phone ?? null;
  await db
    .insertInto('patients')
    .values({
      id: numbers.id,
      medical_record_number: numbers.medicalRecordNumber,
      first_name: firstName,
      last_name: lastName,
      date_of_birth: options.dateOfBirth ?? '1980-01-05',
      gender: options.gender ?? null,
      address: null,
      city: null,
      state: null,
      zip_code: null,
      phone,
      email: options.email ?? null,
      insurance_provider: options.insuranceProvider ?? null,
      insurance_policy_number: null,
      is_active: options.isActive ?? true,
      ...ssnColumns(keys, numbers.id, options.ssn ?? null),
      ...patientKeys({ firstName, lastName, medicalRecordNumber: numbers.medicalRecordNumber, phone }),
    })
    .execute();
  return numbers;
}

/** Creates a phone message with defaults. A completed one has a resolution. */
export async function makeMessage(
  portal: TestPortal,
  options: {
    status?: MessageStatus;
    priority?: Priority;
    category?: MessageCategory;
    patientId?: string;
    assignedToUserId?: string;
    assignedBy?: string;
    callAt?: Date;
    callerName?: string;
    message?: string;
  } = {},
): Promise<{ readonly id: string; readonly messageNumber: string }> {
  counter += 1;
  const now = portal.clock.now();
  const status = options.status ?? 'New';
  const messageNumber = `MSG-2000-${String(counter).padStart(6, '0')}`;
  const { id } = await portal.deps.db
    .insertInto('phone_messages')
    .values({
      message_number: messageNumber,
      category: options.category ?? 'Medical',
      caller_name: options.callerName ?? 'Call Er',
      caller_phone: '4105550142',
      patient_id: options.patientId ?? null,
      message: options.message ?? 'Please call back',
      call_at: options.callAt ?? now,
      priority: options.priority ?? 'Normal',
      status,
      assigned_to_user_id: options.assignedToUserId ?? null,
      assigned_by: options.assignedBy ?? null,
      assigned_at: options.assignedToUserId === undefined ? null : now,
      resolution: status === 'Completed' ? 'Called back' : null,
      completed_at: status === 'Completed' ? now : null,
      completed_by: null,
      follow_up_to_id: null,
      created_by: null,
      deleted_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, messageNumber };
}

/** Creates an order with defaults, without its steps. */
export async function makeOrder(
  portal: TestPortal,
  options: {
    patientId: string;
    providerId: string;
    type?: OrderType;
    status?: OrderStatus;
    isStat?: boolean;
    orderDate?: string;
    diagnosis?: string;
  },
): Promise<{ readonly id: string; readonly orderNumber: string }> {
  counter += 1;
  const orderNumber = `ORD-1999-${String(counter).padStart(6, '0')}`;
  const { id } = await portal.deps.db
    .insertInto('medical_orders')
    .values({
      order_number: orderNumber,
      patient_id: options.patientId,
      type: options.type ?? 'MRI',
      status: options.status ?? 'Pending',
      priority: 'Normal',
      is_stat: options.isStat ?? false,
      diagnosis: options.diagnosis ?? 'M54.16 Lumbar radiculopathy',
      order_date: options.orderDate ?? '2026-11-20',
      ordered_by: options.providerId,
      created_by: options.providerId,
      body_part: null,
      side: null,
      contrast: null,
      specialist: null,
      instructions: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, orderNumber };
}

/** Creates a timecard. `lunch` is its start and end. Without a clock-out it is open. */
export async function makeTimecard(
  portal: TestPortal,
  userId: string,
  clockIn: string | Date,
  clockOut: string | Date | null = null,
  lunch: readonly [string | Date, string | Date] | null = null,
): Promise<string> {
  const { id } = await portal.deps.db
    .insertInto('timecards')
    .values({
      user_id: userId,
      clock_in_at: new Date(clockIn),
      clock_out_at: clockOut === null ? null : new Date(clockOut),
      lunch_start_at: lunch === null ? null : new Date(lunch[0]),
      lunch_end_at: lunch === null ? null : new Date(lunch[1]),
      notes: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates a shift on a day of the week (0 is Sunday), by default 08:00 to 16:30 from 2020 on. */
export async function makeShift(
  portal: TestPortal,
  userId: string,
  dayOfWeek: number,
  options: {
    start?: string;
    end?: string;
    grace?: number;
    requiresLunch?: boolean;
    from?: string;
    to?: string;
  } = {},
): Promise<string> {
  const { id } = await portal.deps.db
    .insertInto('timecard_schedules')
    .values({
      user_id: userId,
      day_of_week: dayOfWeek,
      start_time: options.start ?? '08:00',
      end_time: options.end ?? '16:30',
      lunch_start_time: null,
      lunch_minutes: 30,
      grace_minutes: options.grace ?? 5,
      requires_lunch: options.requiresLunch ?? false,
      effective_from: options.from ?? '2020-01-01',
      effective_to: options.to ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
