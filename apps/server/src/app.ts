import { endpoints } from '@portal/contract';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as apiKeys from '#features/api-keys/routes.ts';
import * as auditLogs from '#features/audit-logs/routes.ts';
import { beginCheck } from '#features/audit-logs/routes.ts';
import * as billingCodes from '#features/billing-codes/routes.ts';
import * as charges from '#features/charges/routes.ts';
import * as codeFiles from '#features/code-files/routes.ts';
import { codeFileOperations } from '#features/code-files/routes.ts';
import * as codeChanges from '#features/code-changes/routes.ts';
import * as dashboard from '#features/dashboard/routes.ts';
import { readStats } from '#features/dashboard/routes.ts';
import * as dictationGroups from '#features/dictation-groups/routes.ts';
import * as dictationPrint from '#features/dictation-print/routes.ts';
import * as dictations from '#features/dictations/routes.ts';
import * as messages from '#features/messages/routes.ts';
import * as notifications from '#features/notifications/routes.ts';
import * as recordEditors from '#features/record-editors/routes.ts';
import * as documents from '#features/documents/routes.ts';
import * as formDrafts from '#features/form-drafts/routes.ts';
import * as offices from '#features/offices/routes.ts';
import * as orders from '#features/orders/routes.ts';
import * as patientImports from '#features/patient-imports/routes.ts';
import { workOperations } from '#features/patient-imports/routes.ts';
import * as patientSummary from '#features/patient-summary/routes.ts';
import * as patientAlerts from '#features/patient-alerts/routes.ts';
import * as patients from '#features/patients/routes.ts';
import * as payerLimits from '#features/payer-limits/routes.ts';
import * as permissions from '#features/permissions/routes.ts';
import * as practice from '#features/practice/routes.ts';
import * as pillCounts from '#features/pill-counts/routes.ts';
import * as recent from '#features/recent/routes.ts';
import * as search from '#features/search/routes.ts';
import * as savedViews from '#features/saved-views/routes.ts';
import { registerSingleSignOn, signInOptionsOf } from '#features/session/index.ts';
import * as session from '#features/session/routes.ts';
import * as setup from '#features/setup/routes.ts';
import * as shortcuts from '#features/shortcuts/routes.ts';
import * as speech from '#features/speech/routes.ts';
import * as system from '#features/system/routes.ts';
import { ready, systemState } from '#features/system/routes.ts';
import * as templates from '#features/templates/routes.ts';
import * as timecards from '#features/timecards/routes.ts';
import * as waitingWork from '#features/waiting-work/routes.ts';
import * as titles from '#features/titles/routes.ts';
import * as users from '#features/users/routes.ts';
import * as webhooks from '#features/webhooks/routes.ts';
import { sendTest } from '#features/webhooks/routes.ts';
import { refuseOtherMethods } from '#http/allowed-methods.ts';
import { refuseForeignHosts } from '#http/allowed-host.ts';
import { Binder, bindingKey } from '#http/bind.ts';
import { operationsOf } from '#http/operation.ts';
import type { PortalMetrics } from '#http/metrics/portal-metrics.ts';
import { registerErrorHandler } from '#http/error-handler.ts';
import { registerOpenApi } from '#http/openapi.ts';
import { registerRateLimit } from '#http/rate-limit.ts';
import { registerRequestLog } from '#http/request-log.ts';
import { registerSecurityHeaders } from '#http/security-headers.ts';
import { serializerCompiler } from '#http/serializer.ts';
import { createServer } from '#http/server.ts';
import { registerSite } from '#http/site.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import { registerLiveFeed } from '#features/live-feed/index.ts';

/** Builds the portal without listening. Throws when a contract endpoint has no handler. */
export async function buildApp(deps: ProcessDeps, metrics?: PortalMetrics): Promise<FastifyInstance> {
  const app = createServer(deps);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(app);
  registerRequestLog(app);
  metrics?.countCalls(app);
  registerSecurityHeaders(app, deps.config.speechServer);
  refuseForeignHosts(app, deps.config);
  await registerRateLimit(app, deps.config.rateLimitPerMinute);
  if (deps.config.openApi) await registerOpenApi(app, deps);
  const hub = registerLiveFeed(app, deps);
  metrics?.addLiveClients(() => hub.connectedCount);
  registerSingleSignOn(app, deps);
  bindAll(app, deps);
  refuseOtherMethods(app);
  const { isDemo, speechServer } = deps.config;
  await registerSite(app, { signInOptions: signInOptionsOf(deps.config), isDemo, speechServer });
  return app;
}

/** The operations that need more of the process than all requests see. Imported by name: then all others of a module count as used. */
const operationsWith = (deps: ProcessDeps) => [
  beginCheck(deps.auditChecks),
  readStats(deps),
  ...codeFileOperations(deps),
  ...workOperations(deps),
  ready(deps),
  systemState(deps),
  sendTest(deps.webhookSender),
];

function bindAll(app: FastifyInstance, deps: ProcessDeps): void {
  const binder = new Binder(app, deps);
  const operations = operationsOf(
    apiKeys,
    auditLogs,
    billingCodes,
    charges,
    codeFiles,
    codeChanges,
    dashboard,
    dictationGroups,
    dictationPrint,
    dictations,
    documents,
    formDrafts,
    messages,
    notifications,
    offices,
    orders,
    patientImports,
    patientSummary,
    patients,
    patientAlerts,
    payerLimits,
    permissions,
    practice,
    pillCounts,
    recent,
    recordEditors,
    savedViews,
    search,
    session,
    setup,
    shortcuts,
    speech,
    system,
    templates,
    timecards,
    titles,
    users,
    waitingWork,
    webhooks,
    operationsWith(deps),
  );
  for (const operation of operations) binder.bind(operation);
  const missing = endpoints.map(bindingKey).filter((key) => !binder.bound.has(key));
  if (missing.length > 0)
    throw new Error(`The contract has entries without a handler: ${missing.join(', ')}`);
}
