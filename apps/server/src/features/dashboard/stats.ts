import { dashboardStats } from '@portal/contract/dashboard';
import type { AnswerOf } from '@portal/contract/endpoint';
import { todayIn } from '@portal/domain/date';
import { passesRoleCheck } from '@portal/domain/roles';
import { countRows } from '#db/row-counts.ts';
import { hasPermission } from '#request/context.ts';
import { systemStatus, type Inspected } from '#features/system/index.ts';
import { operation } from '#http/operation.ts';
import { countUploadedOn } from '#features/documents/index.ts';
import { countActiveUsers } from '#features/users/index.ts';

/** Returns the dashboard statistics; omits those that the caller may not see. */
export const readStats = (inspected: Inspected) =>
  operation(dashboardStats, async (context) => {
    const { db } = context.deps;
    const stats: AnswerOf<typeof dashboardStats> = {};
    if (passesRoleCheck(context.user.roles, ['Admin'])) stats.totalUsers = await countActiveUsers(db);
    if (hasPermission(context, 'Patient.View'))
      stats.activePatients = await countRows(db, 'patients', { is_active: true });
    if (hasPermission(context, 'Order.View'))
      stats.pendingOrders = await countRows(db, 'medical_orders', { status: 'Pending' });
    if (hasPermission(context, 'Message.View'))
      stats.newMessages = await countRows(db, 'phone_messages', { status: 'New' });
    if (hasPermission(context, 'Document.View')) {
      const { timeZone } = context.deps.config.practice;
      stats.documentsToday = await countUploadedOn(db, todayIn(timeZone, context.now), timeZone);
    }
    if (hasPermission(context, 'Admin.ViewAuditLogs'))
      stats.systemStatus = (await systemStatus(inspected)).status;
    return stats;
  });
