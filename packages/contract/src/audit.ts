import { parseAuditEntityType } from '@portal/domain/audit-log';
import { isDateOnly } from '@portal/domain/date';
import { z } from 'zod';
import { AUDIT_ACTIONS, endpoint, permission } from './core/endpoint.ts';
import { dateOnly, id, idParams } from './core/fields.ts';
import { file } from './core/file.ts';
import { listTotals, page, pageSizeOf, search, sortDirection } from './core/list.ts';

/** What the list sorts by. */
export const AUDIT_SORT_KEYS = [
  'timestamp',
  'user',
  'action',
  'entityType',
  'entityId',
  'ipAddress',
  'patientId',
  'reason',
] as const;
export type AuditSortKey = (typeof AUDIT_SORT_KEYS)[number];
export const AUDIT_USER_TYPES = ['all', 'user', 'system'] as const;
/** Page sizes of the table, the default and the sizes it offers. */
export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_SIZES = [25, 50, 100] as const;
/** Sorted by anything but the time, a list of more holds the newest so many (docs/decisions/0008). */
export const AUDIT_SORTED_LIMIT = 5_000;

const pageSize = pageSizeOf(AUDIT_PAGE_SIZE);

/** Blank is the same as not given, so that a form's empty fields can be sent as they are. */
const optional = <S extends z.ZodType<unknown, string>>(schema: S, error: string) =>
  z
    .union([z.literal(''), schema], { error })
    .nullish()
    .transform((value) => (value === '' || value === null ? undefined : value));

const WITH_ZONE = z.iso.datetime({ offset: true });
/** A whole day in the practice's zone, YYYY-MM-DD, or a moment in ISO 8601. */
const day = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine(
      (text) => text === '' || isDateOnly(text) || WITH_ZONE.safeParse(text).success,
      `${label} must be a date (YYYY-MM-DD) or a date and time (ISO 8601)`,
    )
    .nullish()
    .transform((text) => (text === '' || text === null ? undefined : text));

const entityType = z
  .string({ error: 'Entity type must be text' })
  .nullish()
  .transform((text, context) => {
    if (text === undefined || text === null || text === '') return undefined;
    const type = parseAuditEntityType(text);
    if (type === undefined)
      context.addIssue({ code: 'custom', message: 'This is not an entity type of the log' });
    return type;
  });

/** What narrows the list and the export. An action finds its synonyms as well. */
const filters = {
  entityType,
  action: optional(z.enum(AUDIT_ACTIONS), 'This is not an action of the log'),
  userId: optional(id, 'User must be an id'),
  userType: optional(z.enum(AUDIT_USER_TYPES), 'User type must be all, user or system'),
  startDate: day('Start date'),
  endDate: day('End date'),
};
const paging = { page, pageSize };
const sorting = {
  orderBy: z.enum(AUDIT_SORT_KEYS, { error: `Sort by one of: ${AUDIT_SORT_KEYS.join(', ')}` }).optional(),
  sortDirection,
};

export const auditUser = z.object({
  id,
  /** First and last name. */
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
});
export type AuditUser = z.output<typeof auditUser>;

/** An entry as the list shows it. */
export const auditEntry = z.object({
  id,
  timestamp: z.string(),
  /** Null: the system, or somebody who was not signed in. */
  user: auditUser.nullable(),
  userId: id.nullable(),
  userType: z.enum(['user', 'system']),
  action: z.string(),
  entityType: z.string(),
  /** An id, or JSON text with `Id`, or `UserId` and `RoleId`. */
  entityId: z.string().nullable(),
  ipAddress: z.string().nullable(),
  patientId: id.nullable(),
  /** The patient's MRN, for holders of Patient.View only. */
  medicalRecordNumber: z.string().nullable(),
  reasonForAccess: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** What an entry holds beyond the list: what changed, with sensitive values masked, and where it came from. */
export const auditDetail = auditEntry.extend({
  oldValues: z.record(z.string(), z.unknown()).nullable(),
  newValues: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().nullable(),
  sessionId: id.nullable(),
  /** Its place in the log: chain and number. */
  chain: z.int(),
  sequence: z.int(),
});
export type AuditDetail = z.output<typeof auditDetail>;

/** A day's figures. */
export const auditSummary = z.object({
  totalActions: z.int(),
  /** From the first moment to before the last. */
  dateRange: z.object({ startDate: z.string(), endDate: z.string(), timezone: z.string() }),
  topUsers: z.array(
    z.object({ userId: id, firstName: z.string(), lastName: z.string(), actionCount: z.int() }),
  ),
});
export type AuditSummary = z.output<typeof auditSummary>;

const listAnswer = z.object({
  logs: z.array(auditEntry),
  /** The same list: the document gives both names. */
  data: z.array(auditEntry),
  ...listTotals,
  /** Sorted by something else than the time, these are the newest 5,000 of more. */
  coversNewestOnly: z.boolean(),
  /** Today's, in the practice's zone. */
  summary: auditSummary,
});

/** What a check of the whole log found. */
export const auditVerification = z.object({
  id,
  startedAt: z.string(),
  startedBy: auditUser.nullable(),
  finishedAt: z.string().nullable(),
  /** `failed`: it could not be finished, which says nothing of the log. */
  outcome: z.enum(['running', 'intact', 'tampered', 'failed']),
  totalEntries: z.int(),
  checkedEntries: z.int(),
  firstBad: z
    .object({
      chain: z.int(),
      sequence: z.int(),
      /** `earlier check`: the record of an earlier check was changed; chain and sequence name no entry then. */
      tampering: z.enum(['changed', 'removed', 'reordered', 'inserted', 'cut off', 'earlier check']),
      /** Null when there is nothing at that place. */
      entryId: z.string().nullable(),
      timestamp: z.string().nullable(),
    })
    .nullable(),
});
export type AuditVerification = z.output<typeof auditVerification>;

const tag = 'Audit';
const guard = permission('Admin.ViewAuditLogs');
/** Entries name patients by id and MRN. */
const read = { tag, guard, method: 'GET', healthData: true, audit: 'Accessed' } as const;

export const auditList = endpoint({
  ...read,
  path: '/audit',
  summary: 'The audit log, newest first unless told',
  query: z.strictObject({ ...paging, ...sorting, ...filters }),
  response: listAnswer,
});
export const auditGet = endpoint({
  ...read,
  path: '/audit/:id',
  summary: 'One entry with what changed; sensitive values are masked',
  params: idParams,
  response: auditDetail,
  errors: ['NOT_FOUND'],
});
export const auditSummaryGet = endpoint({
  tag,
  guard,
  method: 'GET',
  path: '/audit/summary',
  summary: 'The figures of a day, by default the practice’s today',
  query: z.strictObject({
    date: dateOnly('Date').optional(),
    /** As JavaScript's getTimezoneOffset gives it: minutes that UTC is ahead. */
    timezoneOffset: z
      .string()
      .regex(/^-?\d{1,3}$/, 'Time zone offset must be a whole number of minutes')
      .refine((text) => Math.abs(Number(text)) <= 840, 'Time zone offset must be within 14 hours')
      .optional(),
  }),
  response: auditSummary,
  healthData: false,
  audit: null,
  background: true,
});
export const auditByUser = endpoint({
  ...read,
  path: '/audit/user/:userId',
  summary: 'What one user did, newest first',
  params: z.strictObject({ userId: id }),
  query: z.strictObject(paging),
  response: listAnswer,
});
export const auditByPatient = endpoint({
  ...read,
  path: '/audit/patient/:patientId',
  summary: 'Who touched one patient’s record, newest first',
  params: z.strictObject({ patientId: id }),
  query: z.strictObject(paging),
  response: listAnswer,
});
export const auditExport = endpoint({
  tag,
  guard,
  method: 'POST',
  path: '/audit/export',
  summary: 'All matching entries as CSV, newest first',
  body: z.strictObject(filters),
  response: file,
  healthData: true,
  audit: 'Exported',
});

/** The most names asked for at once: more than a page's. */
export const MAX_RESOLVED = 200;
export const auditResolve = endpoint({
  tag,
  guard,
  method: 'POST',
  path: '/audit/resolve-entities',
  summary: 'Names of what entries refer to; patients have none, but their MRN for holders of Patient.View',
  body: z.strictObject({
    entities: z
      .array(z.strictObject({ entityType: z.string().max(100), entityId: z.string().max(500) }))
      .max(MAX_RESOLVED, `At most ${MAX_RESOLVED} names can be asked for at once`),
  }),
  /** By "Type:Id"; what has no name is left out. */
  response: z.record(z.string(), z.object({ name: z.string(), subtext: z.string().nullable() })),
  healthData: false,
  audit: null,
});
export const auditUsers = endpoint({
  tag,
  guard,
  method: 'GET',
  path: '/audit/users',
  summary: 'Users for the filter, active or not, at most 20 by name',
  query: z.strictObject({ search }),
  response: z.array(auditUser),
  healthData: false,
  audit: null,
});
export const auditVerify = endpoint({
  tag,
  guard,
  method: 'POST',
  path: '/audit/verify',
  summary: 'Begin a check of the whole log against its keyed hashes; one at a time',
  response: auditVerification,
  healthData: false,
  audit: 'Accessed',
  errors: ['CONFLICT'],
});
export const auditVerificationGet = endpoint({
  tag,
  guard,
  method: 'GET',
  path: '/audit/verification',
  summary: 'The check that runs, else the last one; null before the first',
  response: z.object({ latest: auditVerification.nullable() }),
  healthData: false,
  audit: null,
  background: true,
});
