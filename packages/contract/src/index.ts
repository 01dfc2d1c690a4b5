import { z } from 'zod';
import * as ageCounts from './core/age-counts.ts';
import * as bulk from './core/bulk.ts';
import * as endpoint from './core/endpoint.ts';
import type { Endpoint } from './core/endpoint.ts';
import * as listImport from './core/list-import.ts';
import * as refs from './core/refs.ts';
import * as signIn from './core/sign-in.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as billingCodeBulk from './billing-code-bulk.ts';
import * as billingCodeRules from './billing-code-rules.ts';
import * as billingCodes from './billing-codes.ts';
import * as charges from './charges.ts';
import * as coSigning from './co-signing.ts';
import * as codeCheck from './code-check.ts';
import * as codeFiles from './code-files.ts';
import * as codeChanges from './code-changes.ts';
import * as codeSearchWords from './code-search-words.ts';
import * as dashboard from './dashboard.ts';
import * as dictationAdmin from './dictation-admin.ts';
import * as dictationDrafts from './dictation-drafts.ts';
import * as dictationGroups from './dictation-groups.ts';
import * as dictationLines from './dictation-lines.ts';
import * as dictationPrint from './dictation-print.ts';
import * as dictationSession from './dictation-session.ts';
import * as dictations from './dictations.ts';
import * as documents from './documents.ts';
import * as errorBody from './error-body.ts';
import * as formDrafts from './form-drafts.ts';
import * as locationHeaders from './location-headers.ts';
import * as messages from './messages.ts';
import * as myWork from './my-work.ts';
import * as notifications from './notifications.ts';
import * as recordEditors from './record-editors.ts';
import * as officeImports from './office-imports.ts';
import * as offices from './offices.ts';
import * as orders from './orders.ts';
import * as passkeys from './passkeys.ts';
import * as patientAlerts from './patient-alerts.ts';
import * as patientDiagnoses from './patient-diagnoses.ts';
import * as patientImportMapping from './patient-import-mapping.ts';
import * as patientImports from './patient-imports.ts';
import * as patients from './patients.ts';
import * as payerLimits from './payer-limits.ts';
import * as patientSummary from './patient-summary.ts';
import * as patientTimeline from './patient-timeline.ts';
import * as pillCounts from './pill-counts.ts';
import * as permissions from './permissions.ts';
import * as practice from './practice.ts';
import * as preferences from './preferences.ts';
import * as requiredTwoFactor from './required-two-factor.ts';
import * as recent from './recent.ts';
import * as rolePermissions from './role-permissions.ts';
import * as search from './search.ts';
import * as savedViews from './saved-views.ts';
import * as session from './session.ts';
import * as setup from './setup.ts';
import * as shortcuts from './shortcuts.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as signedPrint from './signed-print.ts';
import * as signingChecks from './signing-checks.ts';
import * as speech from './speech.ts';
import * as system from './system.ts';
import * as templateCases from './template-cases.ts';
import * as templateCategories from './template-categories.ts';
import * as templateFile from './template-file.ts';
import * as templates from './templates.ts';
import * as timecardReports from './timecard-reports.ts';
import * as timecardSchedules from './timecard-schedules.ts';
import * as timecards from './timecards.ts';
import * as titles from './titles.ts';
import * as userImports from './user-imports.ts';
import * as userPermissions from './user-permissions.ts';
import * as users from './users.ts';
import * as waitingWork from './waiting-work.ts';
import * as webhooks from './webhooks.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'guard' in value && 'path' in value && 'response' in value
  );
}

const areas: readonly object[] = [
  ageCounts,
  bulk,
  endpoint,
  errorBody,
  listImport,
  preferences,
  refs,
  signedPrint,
  signIn,
  speech,
  system,
  practice,
  session,
  singleSignOn,
  passkeys,
  apiKeys,
  audit,
  dashboard,
  myWork,
  setup,
  documents,
  formDrafts,
  messages,
  notifications,
  recordEditors,
  officeImports,
  offices,
  orders,
  users,
  patients,
  patientAlerts,
  patientDiagnoses,
  patientImports,
  patientImportMapping,
  patientSummary,
  patientTimeline,
  search,
  recent,
  permissions,
  requiredTwoFactor,
  rolePermissions,
  savedViews,
  shortcuts,
  userImports,
  userPermissions,
  pillCounts,
  timecards,
  timecardReports,
  timecardSchedules,
  billingCodes,
  codeCheck,
  codeFiles,
  codeChanges,
  codeSearchWords,
  billingCodeBulk,
  payerLimits,
  titles,
  templates,
  templateCases,
  templateCategories,
  templateFile,
  locationHeaders,
  billingCodeRules,
  dictations,
  dictationLines,
  dictationSession,
  signingChecks,
  dictationDrafts,
  dictationGroups,
  dictationPrint,
  dictationAdmin,
  coSigning,
  charges,
  waitingWork,
  webhooks,
];
/** What areas export under a name. */
const named = areas.flatMap((area) => Object.entries(area));

/** The name of each endpoint. */
export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(
  named.flatMap(([name, value]) => (isEndpoint(value) ? [[value, name]] : [])),
);
/** All endpoints of the portal. The server must bind them, OpenAPI lists them and the access matrix tests them. */
export const endpoints: readonly Endpoint[] = [...endpointNames.keys()];

/** The name of each schema that areas export, such as those that several endpoints share. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  named.flatMap(([name, value]) => (value instanceof z.ZodType ? [[value, name]] : [])),
);
