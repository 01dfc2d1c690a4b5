import { also, permission, roles, signedIn, type Guard } from '@portal/contract/endpoint';
import * as records from '@portal/contract/health-records';
import {
  AUDIT_MASK,
  maskAuditValues,
  parseAuditEntityType,
  type AuditEntityType,
} from '@portal/domain/audit-log';
import type { Caller } from '#authz/caller.ts';
import { passesGuard } from '#authz/guard.ts';

const ADMIN = roles('Admin');
const SUPER_ADMIN = roles('SuperAdmin');
const OFFICES = permission('Admin.ManageOffices');
const TEMPLATES = permission('Dictation.ManageTemplates');
const TIMECARDS = permission('Timecard.ViewReports', 'Timecard.ManageTimecards');
/** Every reader of the log. */
const READERS = signedIn;

/** Who may view the records of each kind, and so the values of entries about them. */
const VIEWERS: Readonly<Record<AuditEntityType, Guard>> = {
  User: ADMIN,
  Patient: records.PATIENT.viewers,
  Office: OFFICES,
  Practice: OFFICES,
  Activity: READERS,
  UserRoleAssignment: ADMIN,
  OfficeIpWhitelist: OFFICES,
  MedicalOrder: records.ORDER.viewers,
  Document: records.DOCUMENT.viewers,
  Dictation: records.DICTATION.viewers,
  PhoneMessage: records.MESSAGE.viewers,
  DictationGroup: records.DICTATION_GROUP.viewers,
  Template: TEMPLATES,
  TemplateCategory: TEMPLATES,
  LocationHeader: TEMPLATES,
  BillingCode: ADMIN,
  BillingCodeRule: TEMPLATES,
  CodeFile: ADMIN,
  PayerLimit: ADMIN,
  Title: ADMIN,
  PillCount: records.PILL_COUNT.viewers,
  Timecard: TIMECARDS,
  TimecardSchedule: permission('Timecard.ManageSchedules', 'Timecard.ViewReports'),
  AuditLog: READERS,
  Permission: SUPER_ADMIN,
  Session: READERS,
  System: READERS,
  TemplateCase: TEMPLATES,
  Charge: records.CHARGE.viewers,
  // Its counts depend on social security numbers.
  PatientImport: also(records.PATIENT_IMPORT.viewers, 'Patient.ViewSsn'),
  Webhook: SUPER_ADMIN,
  ApiKey: ADMIN,
  PatientAlert: records.PATIENT_ALERT.viewers,
  FormDraft: READERS,
  Shortcut: TEMPLATES,
  Speech: READERS,
};

/** What decides whether the values of an entry are shown. */
export interface SightRow {
  readonly entity_type: string;
  readonly patient_id: string | null;
  /** It is about an office that only SuperAdmins see, or that may have been one. */
  readonly is_restricted: boolean;
  readonly old_values: Record<string, unknown> | null;
  readonly new_values: Record<string, unknown> | null;
}

type Reader = Pick<Caller, 'roles' | 'permissions'>;

/** The values of an entry as a reader may see them: with secrets masked, or with all values masked without the right to view the record. */
export function visibleValues(row: SightRow, reader: Reader): Pick<SightRow, 'old_values' | 'new_values'> {
  const show = maySeeValues(row, reader) ? maskAuditValues : maskAll;
  return { old_values: show(row.old_values), new_values: show(row.new_values) };
}

function maySeeValues(row: SightRow, reader: Reader): boolean {
  if (isHiddenOffice(row, reader)) return false;
  const kind = parseAuditEntityType(row.entity_type);
  const viewers = kind === undefined ? SUPER_ADMIN : VIEWERS[kind];
  const isAboutPatients = row.patient_id !== null || row.new_values?.['patientIds'] !== undefined;
  return passesGuard(viewers, reader) && (!isAboutPatients || passesGuard(records.PATIENT.viewers, reader));
}

/** Whether the entry is about an office that the reader may not see: then its ID and reason are hidden, too. */
export const isHiddenOffice = (
  { is_restricted: isRestricted }: Pick<SightRow, 'is_restricted'>,
  { roles: held }: Pick<Caller, 'roles'>,
): boolean => isRestricted && !held.includes('SuperAdmin');

const maskAll = (values: Record<string, unknown> | null) =>
  values === null ? null : Object.fromEntries(Object.keys(values).map((field) => [field, AUDIT_MASK]));
