import { endpoints } from '@portal/contract';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { bindAuditLogs } from '#features/audit-logs/routes.ts';
import { bindBillingCodes } from '#features/billing-codes/routes.ts';
import { bindCharges } from '#features/charges/routes.ts';
import { bindDashboard } from '#features/dashboard/routes.ts';
import { bindDictationGroups } from '#features/dictation-groups/routes.ts';
import { bindDictationPrint } from '#features/dictation-print/routes.ts';
import { bindDictations } from '#features/dictations/routes.ts';
import { bindMessages } from '#features/messages/routes.ts';
import { bindNotifications } from '#features/notifications/routes.ts';
import { bindDocuments } from '#features/documents/routes.ts';
import { bindOffices } from '#features/offices/routes.ts';
import { bindOrders } from '#features/orders/routes.ts';
import { bindPatientSummary } from '#features/patient-summary/routes.ts';
import { bindPatients } from '#features/patients/routes.ts';
import { bindPermissions } from '#features/permissions/routes.ts';
import { bindPillCounts } from '#features/pill-counts/routes.ts';
import { bindRecent } from '#features/recent/routes.ts';
import { bindSearch } from '#features/search/routes.ts';
import { bindSavedViews } from '#features/saved-views/routes.ts';
import { bindSession } from '#features/session/routes.ts';
import { bindSystem } from '#features/system/routes.ts';
import { bindTemplates } from '#features/templates/routes.ts';
import { bindTimecards } from '#features/timecards/routes.ts';
import { bindTitles } from '#features/titles/routes.ts';
import { bindUsers } from '#features/users/routes.ts';
import { refuseOtherMethods } from '#http/allowed-methods.ts';
import { Binder, bindingKey } from '#http/bind.ts';
import type { Deps } from '#request/context.ts';
import { registerErrorHandler } from '#http/error-handler.ts';
import { registerOpenApi } from '#http/openapi.ts';
import { registerRateLimit } from '#http/rate-limit.ts';
import { registerRequestLog } from '#http/request-log.ts';
import { registerSecurityHeaders } from '#http/security-headers.ts';
import { serializerCompiler } from '#http/serializer.ts';
import { createServer } from '#http/server.ts';
import { registerSite } from '#http/site.ts';
import { registerLiveFeed } from '#features/live-feed/index.ts';

/** Builds the portal without listening. Throws when a contract endpoint has no handler. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = createServer(deps);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(app);
  registerRequestLog(app);
  registerSecurityHeaders(app);
  await registerRateLimit(app, deps.config.rateLimitPerMinute);
  if (deps.config.openApi) await registerOpenApi(app);
  registerLiveFeed(app, deps);
  bindAll(app, deps);
  refuseOtherMethods(app);
  await registerSite(app);
  return app;
}

function bindAll(app: FastifyInstance, deps: Deps): void {
  const binder = new Binder(app, deps);
  bindSystem(binder);
  bindSession(binder);
  bindAuditLogs(binder);
  bindBillingCodes(binder);
  bindCharges(binder);
  bindDashboard(binder);
  bindDictations(binder);
  bindDictationGroups(binder);
  bindDictationPrint(binder);
  bindDocuments(binder);
  bindMessages(binder);
  bindNotifications(binder);
  bindOffices(binder);
  bindOrders(binder);
  bindPatients(binder);
  bindPatientSummary(binder);
  bindPillCounts(binder);
  bindPermissions(binder);
  bindRecent(binder);
  bindSearch(binder);
  bindSavedViews(binder);
  bindTemplates(binder);
  bindTimecards(binder);
  bindTitles(binder);
  bindUsers(binder);
  const missing = endpoints.map(bindingKey).filter((key) => !binder.bound.has(key));
  if (missing.length > 0)
    throw new Error(`The contract has entries without a handler: ${missing.join(', ')}`);
}
