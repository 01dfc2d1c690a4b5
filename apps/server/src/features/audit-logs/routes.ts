import * as audit from '@portal/contract/audit';
import { operation } from '#http/operation.ts';
import { getHours, getSummary } from './summary.ts';
import { searchUsers } from './user-look-up.ts';

export * from './export-log.ts';
export * from './read-log.ts';
export * from './resolve-entities.ts';
export * from './checks/verification.ts';

export const auditSummaryGet = operation(audit.auditSummaryGet, (context, { query }) =>
  getSummary(context, query),
);
export const auditHours = operation(audit.auditHours, getHours);
export const auditUsers = operation(audit.auditUsers, ({ deps }, { query }) =>
  searchUsers(deps.db, query.search),
);
