import * as dashboard from '@portal/contract/dashboard';
import { myWork, waitingCounts } from '@portal/contract/my-work';
import type { Binder } from '#http/bind.ts';
import { isOwn, recentActivities, toActivity } from '#live/activity-store.ts';
import { countWaiting, readMyWork } from './my-work.ts';
import { readStats } from './stats.ts';

/** Binds the dashboard. */
export function bindDashboard(binder: Binder): void {
  binder.bind(dashboard.dashboardStats, (_input, context) => readStats(context));
  binder.bind(myWork, (_input, context) => readMyWork(context));
  binder.bind(waitingCounts, (_input, context) => countWaiting(context));
  binder.bind(dashboard.recentActivity, async ({ query }, context) =>
    (await recentActivities(context.deps.db, context.user, query.count)).map((row) =>
      toActivity(row, isOwn(context.user, row)),
    ),
  );
}
