import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';

/**
 * Who may call what. Written by hand from the specification and its decisions, not derived from the contract: a guard that
 * is wrong in the contract is wrong here only if somebody misread the text as well.
 */
export type Who =
  | 'public'
  | 'signed-in'
  /** Any one of them suffices (spec 1 §2.4). */
  | { readonly permission: readonly PermissionName[] }
  /** Any one of them suffices, and SuperAdmin passes (spec 1 §2.4). */
  | { readonly role: readonly RoleName[] };

const may = (...permission: PermissionName[]): Who => ({ permission });
const role = (...names: RoleName[]): Who => ({ role: names });

export const ACCESS: Readonly<Record<string, Who>> = {
  // Health of the process; the practice's settings are for the signed-in.
  'GET /health': 'public',
  'GET /ready': 'public',
  'GET /practice': 'signed-in',

  // spec 1 §7 Session, decisions 13–19, 35
  'POST /auth/login': 'public',
  'POST /auth/logout': 'signed-in',
  'GET /auth/permissions': 'signed-in',
  'GET /auth/session': 'signed-in',
  'POST /auth/heartbeat': 'signed-in',
  'POST /auth/change-password': 'signed-in',
  'GET /auth/sessions': 'signed-in',
  'DELETE /auth/sessions/:id': 'signed-in',
  'POST /auth/second-factor/setup': 'signed-in',
  'POST /auth/second-factor/enable': 'signed-in',
  'POST /auth/second-factor/disable': 'signed-in',
  'POST /auth/second-factor/recovery-codes': 'signed-in',
  'POST /auth/live-ticket': 'signed-in',

  // spec 1 §2.5, §7 Dashboard: everyone has a dashboard, the figures depend on what one may see (decisions 34)
  'GET /dashboard/stats': 'signed-in',
  'GET /activity/recent': 'signed-in',

  // spec 1 §2.4 role Admin; §7 Users; decisions 2, 16, 19
  'GET /user/list': role('Admin'),
  'GET /user': role('Admin'),
  'GET /user/:id': role('Admin'),
  'POST /user': role('Admin'),
  'PUT /user/:id': role('Admin'),
  'DELETE /user/:id': role('Admin'),
  'POST /user/:id/reset-password': role('Admin'),
  'POST /user/:id/unlock': role('Admin'),
  'GET /user/roles': role('Admin'),
  'GET /user/by-role/:id': role('Admin'),
  'GET /user/by-office/:id': role('Admin'),
  'GET /user/providers': 'signed-in',
  'GET /user/profile': 'signed-in',
  'PUT /user/preferences': 'signed-in',
  'GET /admin/title/active': 'signed-in',

  // spec 1 §2.4, §7 Patients; decisions 23, 42, 43
  'GET /patient': may('Patient.View'),
  'GET /patient/:id': may('Patient.View'),
  'GET /patient/:id/print': may('Patient.View'),
  'POST /patient': may('Patient.Create'),
  'PUT /patient/:id': may('Patient.Edit'),
  'DELETE /patient/:id': may('Patient.Deactivate'),
  'POST /patient/:id/reactivate': may('Patient.Deactivate'),
  'POST /patient/duplicates': may('Patient.Create', 'Patient.Edit'),

  // spec 1 §2.4, §7 Offices; decisions 44: any signed-in user reads the list of active offices
  'GET /office': 'signed-in',
  'GET /office/surgery-centers': 'signed-in',
  'GET /office/:id': may('Admin.ManageOffices'),
  'POST /office': may('Admin.ManageOffices'),
  'PUT /office/:id': may('Admin.ManageOffices'),
  'DELETE /office/:id': may('Admin.ManageOffices'),
  'GET /office/:id/ip-whitelist': may('Admin.ManageOffices'),
  'POST /office/:id/ip-whitelist': may('Admin.ManageOffices'),
  'PUT /office/:id/ip-whitelist/:entryId': may('Admin.ManageOffices'),
  'DELETE /office/:id/ip-whitelist/:entryId': may('Admin.ManageOffices'),
};

/** What a user who must change a temporary password may still do: change it, and what the screen needs around that (decisions 17). */
export const BEFORE_PASSWORD_CHANGE: readonly string[] = [
  'POST /auth/logout',
  'GET /auth/permissions',
  'GET /auth/session',
  'POST /auth/heartbeat',
  'POST /auth/change-password',
];

/** Calls that never extend a session: polling, the hub and the summary's refresh (decisions 13). */
export const BACKGROUND: readonly string[] = [
  'GET /health',
  'GET /ready',
  'GET /auth/session',
  'POST /auth/live-ticket',
  'GET /dashboard/stats',
  'GET /activity/recent',
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

/** Who holds which permission in a new installation (decisions 24), by hand as well. */
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
