import type { dashboardStats } from '@portal/contract/dashboard';
import type { AnswerOf } from '@portal/contract/endpoint';
import { todayIn } from '@portal/domain/date';
import { passesRoleCheck } from '@portal/domain/roles';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { systemStatus } from '#jobs/system-status.ts';
import { countNewMessages } from '#features/messages/index.ts';
import { countOrders } from '#features/orders/index.ts';
import { countUploadedOn } from '#features/documents/index.ts';
import { countPatients } from '#features/patients/index.ts';
import { countActiveUsers } from '#features/users/index.ts';

/** Returns the dashboard statistics; omits those that the caller may not see. */
export async function readStats(context: SignedInContext): Promise<AnswerOf<typeof dashboardStats>> {
  const { db } = context.deps;
  const stats: AnswerOf<typeof dashboardStats> = {};
  if (passesRoleCheck(context.user.roles, ['Admin'])) stats.totalUsers = await countActiveUsers(db);
  if (hasPermission(context, 'Patient.View')) stats.activePatients = (await countPatients(db)).active;
  if (hasPermission(context, 'Order.View'))
    stats.pendingOrders = await countOrders(db, { status: 'Pending' });
  if (hasPermission(context, 'Message.View')) stats.newMessages = await countNewMessages(db);
  if (hasPermission(context, 'Document.View')) {
    const { timeZone } = context.deps.config.practice;
    stats.documentsToday = await countUploadedOn(db, todayIn(timeZone, context.now), timeZone);
  }
  if (hasPermission(context, 'Admin.ViewAuditLogs')) stats.systemStatus = await systemStatus(context.deps);
  return stats;
}
