import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import { BILLING_ACCESS } from './access-table-billing.ts';
import { PATIENT_IMPORT_ACCESS } from './access-table-patient-imports.ts';
import { PERMISSION_ACCESS } from './access-table-permissions.ts';
import { SESSION_ACCESS } from './access-table-session.ts';
import { TEMPLATE_ACCESS } from './access-table-templates.ts';
import { WEBHOOK_ACCESS } from './access-table-webhooks.ts';
import { WRITING_ACCESS } from './access-table-writing.ts';

/**
 * Who may call which endpoint. Written by hand from the specification, not derived from the contract, so that it
 * catches wrong guards in the contract.
 */
export type Who =
  | 'public'
  | 'signed-in'
  /** Any one of these permissions. */
  | { readonly permission: readonly PermissionName[]; readonly and?: readonly PermissionName[] }
  /** Any one of these roles, or SuperAdmin. */
  | {
      readonly role: readonly RoleName[];
      readonly orPermission?: PermissionName;
      /** All of them are needed, too. */
      readonly and?: readonly PermissionName[];
    };

const may = (...permission: PermissionName[]): Who => ({ permission });
const role = (...names: RoleName[]): Who => ({ role: names });
/** An administrator who has these permissions, too. */
const adminWith = (...and: PermissionName[]): Who => ({ role: ['Admin'], and });
const providerWith = (...and: PermissionName[]): Who => ({
  role: ['ProviderPhysician', 'ProviderMidLevel'],
  and,
});
const PILL_COUNTS: Who = { role: ['ProviderPhysician', 'ProviderMidLevel', 'Admin'], and: ['Patient.View'] };
const CLEANUP = adminWith('Dictation.View', 'Dictation.Edit', 'Patient.View');

export const ACCESS: Readonly<Record<string, Who>> = {
  // Process health; only signed-in users can read the practice’s settings.
  'GET /health': 'public',
  'GET /ready': 'public',
  'GET /practice': 'signed-in',
  // The sign-in screen shows the practice's name and logo; who manages offices manages letterheads
  'GET /practice/mark': 'public',
  'GET /practice/logo/:id': 'public',
  'GET /practice/letterhead': may('Admin.ManageOffices'),
  'POST /practice/logo': may('Admin.ManageOffices'),
  'PUT /practice/logo': may('Admin.ManageOffices'),
  'GET /system/status': may('Admin.ViewAuditLogs'),

  ...SESSION_ACCESS,

  // Everyone has drafts of forms; which ones depends on what the forms need
  'GET /form-drafts': 'signed-in',
  'GET /form-drafts/marks': 'signed-in',
  'GET /form-drafts/:id': 'signed-in',
  'PUT /form-drafts/:id': 'signed-in',
  'DELETE /form-drafts/:id': 'signed-in',

  // Everyone has a dashboard; its numbers depend on the user’s permissions
  'GET /dashboard/stats': 'signed-in',
  'GET /dashboard/my-work': 'signed-in',
  'GET /dashboard/waiting': 'signed-in',
  'GET /activity/recent': 'signed-in',
  'GET /setup': role('SuperAdmin'),

  // Everyone can search; what is found depends on the user’s permissions
  'GET /search': 'signed-in',
  'GET /recent': 'signed-in',
  'POST /recent': 'signed-in',
  // Everyone's own notifications; the caller of a phone message only with the permission to view messages
  'GET /notifications': 'signed-in',
  'POST /notifications/read': 'signed-in',
  'GET /notifications/:id/caller': may('Message.View'),

  // API keys: an Admin sees and revokes all of them
  'GET /api-keys': 'signed-in',
  'POST /api-keys': role('Admin'),
  'DELETE /api-keys/:id': 'signed-in',
  'POST /api-keys/:id/enable': role('Admin'),

  // Users
  'GET /user/list': role('Admin'),
  'GET /user': role('Admin'),
  'GET /user/:id': { role: ['Admin'], orPermission: 'Dictation.View' },
  'POST /user': role('Admin'),
  'POST /user/import': role('Admin'),
  'POST /user/import/preview': role('Admin'),
  'PUT /user/:id': role('Admin'),
  'DELETE /user/:id': role('Admin'),
  'GET /user/:id/waiting-work': role('Admin'),
  'POST /user/:id/waiting-work/reassign': role('Admin'),
  'POST /user/:id/reset-password': role('Admin'),
  'POST /user/:id/unlock': role('Admin'),
  'POST /user/:id/second-factor-off': role('SuperAdmin'),
  'GET /user/roles': role('Admin'),
  'GET /user/by-role/:id': role('Admin'),
  'GET /user/by-office/:id': role('Admin'),
  'GET /user/providers': 'signed-in',
  'GET /user/profile': 'signed-in',
  'PUT /user/preferences': 'signed-in',
  'GET /admin/title/active': 'signed-in',

  // Patients
  'GET /patient': may('Patient.View'),
  'GET /patient/:id': may('Patient.View'),
  'GET /patient/:id/print': may('Patient.View'),
  'GET /patient/:id/diagnoses': may('Dictation.View', 'Order.View'),
  'GET /patient/:id/summary': may('Patient.View'),
  'GET /patient/:id/timeline': may('Patient.View'),
  'POST /patient': may('Patient.Create'),
  'POST /patient/export': adminWith('Patient.View'),
  'PUT /patient/:id': may('Patient.Edit'),
  'DELETE /patient/:id': may('Patient.Deactivate'),
  'POST /patient/:id/reactivate': may('Patient.Deactivate'),
  'GET /patient/:id/alerts': may('Patient.View'),
  'POST /patient/:id/alerts': may('Patient.Edit'),
  'PUT /patient/:id/alerts/:alertId': may('Patient.Edit'),
  'POST /patient/:id/alerts/:alertId/end': may('Patient.Edit'),
  'POST /patient/duplicates': may('Patient.Create', 'Patient.Edit'),

  // Pill count: a SuperAdmin passes the three roles; the counts are part of the patient's record
  'POST /pillcount/calculate': PILL_COUNTS,
  'GET /pillcount/patient/:patientId': PILL_COUNTS,
  'GET /pillcount/:id': PILL_COUNTS,
  'DELETE /pillcount/:id': PILL_COUNTS,

  // The assignee of a message can also add notes
  'GET /phonemessage': may('Message.View'),
  'GET /phonemessage/mine': may('Message.View'),
  'GET /phonemessage/ages': may('Message.View'),
  'GET /phonemessage/:id': may('Message.View'),
  'POST /phonemessage': may('Message.Create'),
  'PUT /phonemessage/:id': may('Message.Edit'),
  'POST /phonemessage/:id/assign': may('Message.Assign'),
  'POST /phonemessage/:id/complete': may('Message.Edit'),
  'POST /phonemessage/:id/status': may('Message.Edit'),
  'POST /phonemessage/:id/notes': may('Message.View'),
  'POST /phonemessage/export': adminWith('Message.View'),
  'POST /phonemessage/bulk': may('Message.Assign', 'Message.Edit'),
  'POST /phonemessage/bulk/preview': may('Message.Assign', 'Message.Edit'),
  'DELETE /phonemessage/:id': may('Message.Delete'),
  'GET /user/assignable': may('Message.View'),

  // Orders
  'GET /medicalorder': may('Order.View'),
  'GET /medicalorder/:id': may('Order.View'),
  'GET /medicalorder/ages': may('Order.View'),
  'POST /medicalorder': may('Order.Create'),
  'PUT /medicalorder/:id': may('Order.Edit'),
  'POST /medicalorder/:id/status': may('Order.Edit'),
  'POST /medicalorder/export': adminWith('Order.View'),
  'POST /medicalorder/bulk': may('Order.Edit', 'Order.Cancel'),
  'POST /medicalorder/bulk/preview': may('Order.Edit', 'Order.Cancel'),
  'DELETE /medicalorder/:id': may('Order.Cancel'),
  'POST /medicalorder/:id/print': may('Order.View'),

  ...BILLING_ACCESS,
  ...PATIENT_IMPORT_ACCESS,

  // Billing code catalog and titles; anyone who picks a code can search the catalog and read descriptions
  'GET /admin/billing-code': role('Admin'),
  'POST /billing-code/search': 'signed-in',
  'POST /billing-code/:type/descriptions': 'signed-in',
  'POST /admin/billing-code': role('Admin'),
  'PUT /admin/billing-code/:id': role('Admin'),
  'DELETE /admin/billing-code/:id': role('Admin'),
  'PATCH /admin/billing-code/:id/toggle-status': role('Admin'),
  'POST /admin/billing-code/bulk': role('Admin'),
  'POST /admin/billing-code/bulk/preview': role('Admin'),
  'POST /admin/billing-code/import': role('Admin'),
  'POST /admin/billing-code/import/preview': role('Admin'),
  'POST /admin/billing-code/export': role('Admin'),
  'POST /admin/title/search': role('Admin'),
  'POST /admin/title': role('Admin'),
  'PUT /admin/title/:id': role('Admin'),
  'DELETE /admin/title/:id': role('Admin'),
  'PATCH /admin/title/:id/toggle-status': role('Admin'),

  // Dictations; a rule inside prevents SuperAdmins from signing
  'GET /dictation': may('Dictation.View'),
  'GET /dictation/recent': may('Dictation.View'),
  'GET /dictation/pending': may('Dictation.View'),
  'GET /dictation/patient/:id': may('Dictation.View'),
  'GET /dictation/order/:id': { permission: ['Dictation.View'], and: ['Order.View'] },
  'GET /dictation/provider/:id': may('Dictation.View'),
  'GET /dictation/statistics': may('Dictation.View'),
  'GET /dictation/session/current': may('Dictation.View'),
  'POST /dictation/session': may('Dictation.View'),
  'GET /dictation/:id': may('Dictation.View'),
  'POST /dictation': may('Dictation.Create'),
  'PUT /dictation/:id': may('Dictation.Edit'),
  'POST /dictation/:id/sign': providerWith('Dictation.View'),
  'POST /dictation/:id/addendum': may('Dictation.Edit'),
  'POST /dictation/:id/co-sign': { role: ['ProviderPhysician'], and: ['Dictation.View'] },
  'POST /dictation/:id/co-sign/send-back': { role: ['ProviderPhysician'], and: ['Dictation.View'] },
  'POST /dictation/batch/status': may('Dictation.Edit'),
  'POST /dictation/findings': may('Dictation.View'),
  'POST /dictation/checked-codes': may('Dictation.View'),
  'POST /dictation/official-codes': may('Dictation.View'),
  'POST /dictation/day-lines': may('Dictation.View'),
  'GET /dictation/payer-limits': may('Dictation.View'),
  'POST /dictation/payer-limit-notes': may('Dictation.View'),
  'POST /dictation/:id/use-side': may('Dictation.Edit'),
  'GET /dictation/drafts': may('Dictation.View'),
  'GET /dictation/drafts/:id': may('Dictation.View'),
  'PUT /dictation/drafts/:id': may('Dictation.View'),
  'DELETE /dictation/drafts/:id': may('Dictation.View'),

  // Print, text export and batch print
  'GET /dictation/:id/print': may('Dictation.View'),
  'GET /dictation/:id/export/text': may('Dictation.View'),
  'GET /dictation/report-header/:id': may('Dictation.View'),
  'POST /dictation/batch/print': may('Dictation.View'),
  'GET /dictation/batch/print/:id': may('Dictation.View'),

  // Dictation groups
  'POST /dictation/group/create': may('Dictation.Edit'),
  'GET /dictation/group/:id': may('Dictation.View'),
  'GET /dictation/group/provider/:id': may('Dictation.View'),
  'GET /dictation/group/date/:date': may('Dictation.View'),
  'GET /dictation/group/:date/available': may('Dictation.View'),
  'GET /dictation/group/:date/elsewhere': may('Dictation.View'),
  'POST /dictation/group/validate': may('Dictation.View'),
  'POST /dictation/group/:id/sign-all': providerWith('Dictation.View'),
  'POST /dictation/group/:id/add-dictations': may('Dictation.Edit'),
  'DELETE /dictation/group/:id/remove/:dictationId': may('Dictation.Edit'),
  'DELETE /dictation/group/:id': may('Dictation.Edit'),

  // Dictation cleanup
  'GET /admin/dictation/dictations': adminWith('Dictation.View', 'Patient.View'),
  'POST /admin/dictation/dictations/bulk-delete': CLEANUP,
  'DELETE /admin/dictation/dictations/:id': CLEANUP,
  'POST /admin/dictation/dictations/:id/reactivate': CLEANUP,

  // Permissions: SuperAdmin only
  ...PERMISSION_ACCESS,
  ...WEBHOOK_ACCESS,

  // Audit log
  'GET /audit': may('Admin.ViewAuditLogs'),
  'GET /audit/:id': may('Admin.ViewAuditLogs'),
  'GET /audit/summary': may('Admin.ViewAuditLogs'),
  'GET /audit/hours': may('Admin.ViewAuditLogs'),
  'GET /audit/user/:userId': may('Admin.ViewAuditLogs'),
  'GET /audit/patient/:patientId': may('Admin.ViewAuditLogs'),
  'POST /audit/export': may('Admin.ViewAuditLogs'),
  'POST /audit/resolve-entities': may('Admin.ViewAuditLogs'),
  'GET /audit/users': may('Admin.ViewAuditLogs'),
  'POST /audit/verify': may('Admin.ViewAuditLogs'),
  'GET /audit/verification': may('Admin.ViewAuditLogs'),

  // Timecards: own timecards with Timecard.View, those of others with manager permissions
  'POST /timecard/clock-in': may('Timecard.View'),
  'POST /timecard/clock-out/:id': may('Timecard.View'),
  'POST /timecard/lunch/start/:id': may('Timecard.View'),
  'POST /timecard/lunch/end/:id': may('Timecard.View'),
  'GET /timecard/active': may('Timecard.View'),
  'GET /timecard/my-timecards': may('Timecard.View'),
  'GET /timecard/my-timecards/export': may('Timecard.View'),
  'GET /timecard/:id': may('Timecard.View', 'Timecard.ViewReports', 'Timecard.ManageTimecards'),
  'POST /timecard/search': may('Timecard.ManageTimecards', 'Timecard.ViewReports'),
  'POST /timecard/search/export': may('Timecard.ManageTimecards', 'Timecard.ViewReports'),
  'POST /timecard/admin/timecard': may('Timecard.ManageTimecards'),
  'PUT /timecard/admin/timecard/:id': may('Timecard.ManageTimecards'),
  'POST /timecard/admin/timecard/:id/confirm': may('Timecard.ManageTimecards'),
  'DELETE /timecard/admin/timecard/:id': may('Timecard.ManageTimecards'),
  'GET /timecard/report/weekly': may('Timecard.ViewReports'),
  'GET /timecard/report/weekly-all': may('Timecard.ViewReports'),
  'GET /timecard/report/weekly-all/export': may('Timecard.ViewReports'),
  'GET /timecard/report/overtime': may('Timecard.ViewReports'),
  'GET /timecard/report/overtime-weeks': may('Timecard.ViewReports'),
  'GET /timecard/report/compliance': may('Timecard.ViewReports'),
  'GET /timecard/people': may('Timecard.ViewReports', 'Timecard.ManageSchedules', 'Timecard.ManageTimecards'),
  'GET /timecard/schedule': may('Timecard.View'),
  'GET /timecard/schedule/today': may('Timecard.View'),
  'GET /timecard/schedule/people': may('Timecard.ManageSchedules'),
  'GET /timecard/schedule/:userId': may('Timecard.View', 'Timecard.ManageSchedules'),
  'POST /timecard/schedule': may('Timecard.ManageSchedules'),
  'PUT /timecard/schedule/:id': may('Timecard.ManageSchedules'),
  'DELETE /timecard/schedule/:id': may('Timecard.ManageSchedules'),
  'PUT /timecard/schedule/week/:userId': may('Timecard.ManageSchedules'),
  'POST /timecard/schedule/copy': may('Timecard.ManageSchedules'),

  // Offices: any signed-in user reads the list of active offices
  'GET /office': 'signed-in',
  'GET /office/surgery-centers': 'signed-in',
  'GET /office/:id': may('Admin.ManageOffices'),
  'POST /office': may('Admin.ManageOffices'),
  'POST /office/import': may('Admin.ManageOffices'),
  'POST /office/import/preview': may('Admin.ManageOffices'),
  'PUT /office/:id': may('Admin.ManageOffices'),
  'DELETE /office/:id': may('Admin.ManageOffices'),
  'GET /office/:id/ip-whitelist': may('Admin.ManageOffices'),
  'POST /office/:id/ip-whitelist': may('Admin.ManageOffices'),
  'PUT /office/:id/ip-whitelist/:entryId': may('Admin.ManageOffices'),
  'DELETE /office/:id/ip-whitelist/:entryId': may('Admin.ManageOffices'),

  // Documents
  'GET /document': may('Document.View'),
  'GET /document/:id': may('Document.View'),
  'POST /document/upload': may('Document.Upload'),
  'GET /document/usual-categories': may('Document.Upload'),
  'GET /document/:id/download': may('Document.View'),
  'GET /document/:id/view': may('Document.View'),
  'POST /document/:id/print': may('Document.View'),
  'PUT /document/:id': may('Document.Upload'),
  'POST /document/:id/move': may('Document.Upload'),
  'POST /document/export': adminWith('Document.View'),
  'POST /document/bulk': may('Document.Upload'),
  'POST /document/bulk/preview': may('Document.Upload'),
  'DELETE /document/:id': may('Document.Delete'),
  'POST /document/:id/restore': may('Document.Delete'),

  // Template administration: templates, categories and location headers
  ...TEMPLATE_ACCESS,
  ...WRITING_ACCESS,
  // Dictation templates and a provider’s preferences
  'GET /dictation/templates': may('Dictation.View'),
  'GET /dictation/templates/:id': may('Dictation.View'),
  'GET /dictation/templates/:id/billing-rules': may('Dictation.View'),
  'GET /dictation/templates/:id/sources': may('Dictation.Create', 'Dictation.Edit'),
  'GET /dictation/categories': may('Dictation.View'),
  'POST /dictation/preferences/:id': may('Dictation.Create'),
  'POST /dictation/preferences/:id/default': may('Dictation.Create'),
};

/** Endpoints open to a user who must change a temporary password. */
export const BEFORE_PASSWORD_CHANGE: readonly string[] = [
  'POST /auth/logout',
  'GET /auth/permissions',
  'GET /auth/session',
  'POST /auth/heartbeat',
  'POST /auth/change-password',
  'GET /auth/sessions/:id/form-key',
  'GET /auth/sso/logout',
];

/** Endpoints open to a user whose grace period for setting up 2FA has ended. */
export const BEFORE_TWO_FACTOR: readonly string[] = [
  ...BEFORE_PASSWORD_CHANGE,
  'GET /auth/identity-check',
  'POST /auth/second-factor/setup',
  'GET /auth/second-factor',
  'POST /auth/second-factor/enable',
  'POST /auth/passkeys/start',
  'POST /auth/passkeys',
];

const EVERYONE = [
  'SuperAdmin',
  'Admin',
  'ProviderPhysician',
  'ProviderMidLevel',
  'MedicalAssistant',
  'Staff',
] as const satisfies readonly RoleName[];
const ADMINS = ['SuperAdmin', 'Admin'] as const satisfies readonly RoleName[];
const CLINICAL = [
  ...ADMINS,
  'ProviderPhysician',
  'ProviderMidLevel',
  'MedicalAssistant',
] as const satisfies readonly RoleName[];
const ORDERERS = [...ADMINS, 'ProviderPhysician', 'ProviderMidLevel'] as const satisfies readonly RoleName[];

/** Which roles have which permission in a new installation, also written by hand. */
export const HOLDERS: Readonly<Record<PermissionName, readonly RoleName[]>> = {
  'Patient.View': EVERYONE,
  'Patient.Create': EVERYONE,
  'Patient.Edit': EVERYONE,
  'Patient.Deactivate': ADMINS,
  'Patient.ViewSsn': EVERYONE,
  'Order.View': EVERYONE,
  'Order.Create': CLINICAL,
  'Order.Edit': CLINICAL,
  'Order.Cancel': ORDERERS,
  'Message.View': EVERYONE,
  'Message.Create': EVERYONE,
  'Message.Edit': EVERYONE,
  'Message.Assign': EVERYONE,
  'Message.Delete': ADMINS,
  'Document.View': EVERYONE,
  'Document.Upload': EVERYONE,
  'Document.Delete': ADMINS,
  'Dictation.View': CLINICAL,
  'Dictation.Create': CLINICAL,
  'Dictation.Edit': CLINICAL,
  'Dictation.ManageTemplates': ADMINS,
  'Timecard.View': EVERYONE,
  'Timecard.ViewReports': ADMINS,
  'Timecard.ManageSchedules': ADMINS,
  'Timecard.ManageTimecards': ADMINS,
  'Admin.ManageOffices': ADMINS,
  'Admin.ViewAuditLogs': ADMINS,
};
