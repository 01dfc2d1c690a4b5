import * as audit from '@portal/contract/audit';
import type { Binder } from '#http/bind.ts';
import { exportLog } from './export-log.ts';
import { getEntry, listLog, listOfPatient, listOfUser } from './read-log.ts';
import { resolveEntities } from './resolve-entities.ts';
import { getSummary } from './summary.ts';
import { searchUsers } from './user-look-up.ts';
import { beginCheck, readCheck } from './verification.ts';

/** Binds the audit log routes; all of them are read-only. */
export function bindAuditLogs(binder: Binder): void {
  binder.bind(audit.auditList, ({ query }, context) => listLog(context, query));
  binder.bind(audit.auditGet, ({ params }, context) => getEntry(context, params.id));
  binder.bind(audit.auditSummaryGet, ({ query }, context) => getSummary(context, query));
  binder.bind(audit.auditByUser, ({ params, query }, context) => listOfUser(context, params, query));
  binder.bind(audit.auditByPatient, ({ params, query }, context) => listOfPatient(context, params, query));
  binder.bind(audit.auditExport, ({ body }, context) => exportLog(context, body));
  binder.bind(audit.auditResolve, ({ body }, context) => resolveEntities(context, body));
  binder.bind(audit.auditUsers, ({ query }, { deps }) => searchUsers(deps.db, query.search));
  binder.bind(audit.auditVerify, (_input, context) => beginCheck(context));
  binder.bind(audit.auditVerificationGet, (_input, context) => readCheck(context));
}
