import { parseAuditEntityType } from '@portal/domain/audit-log';
import { isDateOnly } from '@portal/domain/date';
import { parseIpRange } from '@portal/domain/ip-range';
import { plainLine } from '@portal/domain/text';
import { z } from 'zod';
import { AUDIT_ACTIONS, permission } from './core/endpoint.ts';
import { dateOnly, id } from './core/fields.ts';
import { csvFile } from './core/file.ts';
import { bodySearch, listTotals, page, pageSizeOf, search, sortDirection } from './core/list.ts';
import { acts, reads } from './core/verbs.ts';

/** Sort keys of the audit log list. */
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
/** Default page size of the table, and the sizes it offers. */
export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_SIZES = [25, 50, 100] as const;
/** Sorted by anything but time, a longer list covers only this many of the newest entries (docs/decisions/0008). */
export const AUDIT_SORTED_LIMIT = 5_000;

const pageSize = pageSizeOf(AUDIT_PAGE_SIZE);

/** Treats a blank value as absent, so a form can send its empty fields. */
const optional = <S extends z.ZodType<unknown, string>>(schema: S, error: string) =>
  z
    .union([z.literal(''), schema], { error })
    .nullish()
    .transform((value) => (value === '' || value === null ? undefined : value));

const WITH_ZONE = z.iso.datetime({ offset: true });
/** A day in the practice's time zone (YYYY-MM-DD) or an instant in ISO 8601. */
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
    if (type === undefined) context.addIssue({ code: 'custom', message: 'Unknown entity type' });
    return type;
  });

/** Shorter texts occur in too many reasons. */
export const MIN_REASON_SEARCH = 3;
const reasonText = bodySearch
  .refine(
    (text) => text === '' || Array.from(text).length >= MIN_REASON_SEARCH,
    `Type at least ${MIN_REASON_SEARCH} characters of the reason`,
  )
  .transform((text) => (text === '' ? undefined : text));
const addressRange = z
  .string({ error: 'IP address must be text' })
  .overwrite(plainLine)
  .max(100, 'This is no IP address')
  .nullish()
  .transform((text, context) => {
    if (text === undefined || text === null || text.trim() === '') return undefined;
    const parsed = parseIpRange(text);
    if (parsed.ok) return parsed.range;
    context.addIssue({ code: 'custom', message: parsed.error });
    return undefined;
  });
const range = { startDate: day('Start date'), endDate: day('End date') };

/** Filters of the list and the export. An action also matches its synonyms. */
const filters = {
  entityType,
  action: optional(z.enum(AUDIT_ACTIONS), 'Unknown action'),
  userId: optional(id, 'User must be an id'),
  userType: optional(z.enum(AUDIT_USER_TYPES), 'User type must be all, user or system'),
  /** Entries about the patient, and those that name the patient among others: lists, searches and exports. */
  patientId: optional(id, 'Patient must be an id'),
  /** A part of the reason. */
  reason: reasonText,
  /** An address, or a network such as 10.0.0.0/8. */
  ipAddress: addressRange,
  ...range,
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

/** An audit log entry as the list shows it. */
export const auditEntry = z.object({
  id,
  timestamp: z.string(),
  /** Null for the system and for requests without a signed-in user. */
  user: auditUser.nullable(),
  userId: id.nullable(),
  /** The API key that acted; `user` is then its creator. */
  apiKey: z.object({ id, name: z.string() }).nullable(),
  userType: z.enum(['user', 'system']),
  action: z.string(),
  entityType: z.string(),
  /** An id, or JSON text with `Id`, or `UserId` and `RoleId`. */
  entityId: z.string().nullable(),
  ipAddress: z.string().nullable(),
  patientId: id.nullable(),
  /** The entry names patients besides the one it is about, or besides the one of the filter: a list, a search or an export. */
  namesPatients: z.boolean(),
  /** The patient's MRN, for holders of Patient.View only. */
  medicalRecordNumber: z.string().nullable(),
  reasonForAccess: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** An audit log entry with its changes (sensitive values masked) and where the request came from. */
export const auditDetail = auditEntry.extend({
  oldValues: z.record(z.string(), z.unknown()).nullable(),
  newValues: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string().nullable(),
  sessionId: id.nullable(),
  /** Position in the log: chain, and sequence number in that chain. */
  chain: z.int(),
  sequence: z.int(),
});
export type AuditDetail = z.output<typeof auditDetail>;

/** Totals for one day. */
export const auditSummary = z.object({
  totalActions: z.int(),
  /** From `startDate` (inclusive) to `endDate` (exclusive). */
  dateRange: z.object({ startDate: z.string(), endDate: z.string(), timezone: z.string() }),
  topUsers: z.array(
    z.object({ userId: id, firstName: z.string(), lastName: z.string(), actionCount: z.int() }),
  ),
});
export type AuditSummary = z.output<typeof auditSummary>;

const listAnswer = z.object({
  logs: z.array(auditEntry),
  /** The same list as `logs`: the specification uses both names. */
  data: z.array(auditEntry),
  ...listTotals,
  /** Not sorted by time, and only the newest 5,000 matching entries are included. */
  coversNewestOnly: z.boolean(),
  /** Today's totals, in the practice's time zone. */
  summary: auditSummary,
});

/** The result of a verification of the whole log. */
export const auditVerification = z.object({
  id,
  startedAt: z.string(),
  startedBy: auditUser.nullable(),
  finishedAt: z.string().nullable(),
  /** `failed` means the verification did not finish; it says nothing about the log. */
  outcome: z.enum(['running', 'intact', 'tampered', 'failed']),
  totalEntries: z.int(),
  checkedEntries: z.int(),
  firstBad: z
    .object({
      chain: z.int(),
      sequence: z.int(),
      /** `earlier check`: the record of an earlier verification was changed. Chain and sequence then refer to no entry. */
      tampering: z.enum(['changed', 'removed', 'reordered', 'inserted', 'cut off', 'earlier check']),
      /** Null when there is no entry at that position. */
      entryId: z.string().nullable(),
      timestamp: z.string().nullable(),
    })
    .nullable(),
});
export type AuditVerification = z.output<typeof auditVerification>;

const tag = 'Audit';
const guard = permission('Admin.ViewAuditLogs');
/** Shared by the reads. Entries identify patients by ID and MRN, so they count as health data. */
const read = { tag, guard, healthData: true, audit: 'Accessed' } as const;

export const auditList = reads('/audit', read, {
  summary: 'List audit log entries, newest first by default',
  query: z.strictObject({ ...paging, ...sorting, ...filters }),
  response: listAnswer,
});
export const auditGet = reads('/audit/:id', read, {
  summary: 'Get one entry with its changes; sensitive values are masked',
  response: auditDetail,
});
export const auditSummaryGet = reads('/audit/summary', {
  tag,
  guard,
  summary: 'Get the totals for a day, by default today in the practice’s time zone',
  query: z.strictObject({
    date: dateOnly('Date').optional(),
    /** Minutes that UTC is ahead, as returned by JavaScript's getTimezoneOffset. */
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
/** The most users of `auditHours`. */
export const MOST_ACTIVE = 10;
export const auditHours = reads('/audit/hours', {
  tag,
  guard,
  summary: 'Count the entries of a day per hour and of the most active users, by default today',
  query: z.strictObject({ date: dateOnly('Date').optional() }),
  response: z.object({
    date: z.string(),
    /** Each hour of the day in the practice’s time zone, from its start to the start of the next one: 23, 24 or 25. */
    hours: z.array(z.object({ from: z.string(), before: z.string(), count: z.int() })),
    /** At most 10, most entries first. `userId` and `name` are null for the system. */
    users: z.array(z.object({ userId: id.nullable(), name: z.string().nullable(), count: z.int() })),
  }),
  healthData: false,
  audit: null,
  background: true,
});
export const auditByUser = reads('/audit/user/:userId', read, {
  summary: 'List one user’s entries, newest first',
  params: z.strictObject({ userId: id }),
  query: z.strictObject({ ...paging, ...range }),
  response: listAnswer,
});
export const auditByPatient = reads('/audit/patient/:patientId', read, {
  summary:
    'List the entries that concern a patient, newest first: also lists, searches and exports with the patient',
  params: z.strictObject({ patientId: id }),
  query: z.strictObject({ ...paging, ...range }),
  response: listAnswer,
});
export const auditExport = acts('/audit/export', {
  tag,
  guard,
  summary: 'Export all matching entries as CSV with old and new values, newest first',
  body: z.strictObject(filters),
  ...csvFile,
  healthData: true,
  audit: 'Exported',
});

/** Most names per resolve request: more than one page needs. */
export const MAX_RESOLVED = 200;
export const auditResolve = acts('/audit/resolve-entities', {
  tag,
  guard,
  summary: 'Resolve entity IDs to names; patients resolve to their MRN, with Patient.View only',
  body: z.strictObject({
    entities: z
      .array(z.strictObject({ entityType: z.string().max(100), entityId: z.string().max(500) }))
      .max(MAX_RESOLVED, `At most ${MAX_RESOLVED} names can be requested at once`),
  }),
  /** Keyed by "Type:Id"; entities without a name are left out. */
  response: z.record(z.string(), z.object({ name: z.string(), subtext: z.string().nullable() })),
  healthData: false,
  audit: null,
});
export const auditUsers = reads('/audit/users', {
  tag,
  guard,
  summary: 'Find users for the filter, active or inactive; at most 20, by name',
  query: z.strictObject({ search }),
  response: z.array(auditUser),
  healthData: false,
  audit: null,
});
export const auditVerify = acts('/audit/verify', {
  tag,
  guard,
  summary: 'Start a verification of the whole log against its keyed hashes; one at a time',
  response: auditVerification,
  healthData: false,
  audit: 'Accessed',
  errors: ['CONFLICT'],
});
export const auditVerificationGet = reads('/audit/verification', {
  tag,
  guard,
  summary: 'Get the running verification, or the last one; null if there is none',
  response: z.object({ latest: auditVerification.nullable() }),
  healthData: false,
  audit: null,
  background: true,
});
