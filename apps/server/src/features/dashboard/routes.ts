import * as dashboard from '@portal/contract/dashboard';
import type { Binder } from '#http/bind.ts';
import { toActivity, recentActivities } from '#live/activity-store.ts';
import { readStats } from './stats.ts';

/** Binds the dashboard statistics and recent activities. */
export function bindDashboard(binder: Binder): void {
  binder.bind(dashboard.dashboardStats, (_input, context) => readStats(context));
  binder.bind(dashboard.recentActivity, async ({ query }, context) =>
    (await recentActivities(context.deps.db, context.user, query.count)).map((row) => toActivity(row)),
  );
}
