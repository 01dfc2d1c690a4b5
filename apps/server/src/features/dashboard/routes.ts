import * as dashboard from '@portal/contract/dashboard';
import { isOwn, recentActivities, toActivity } from '#live/activity-store.ts';
import { operation } from '#http/operation.ts';

export * from './my-work.ts';
export * from './stats.ts';

export const recentActivity = operation(dashboard.recentActivity, async (context, { query }) =>
  (await recentActivities(context.deps.db, context.user, query.count)).map((row) =>
    toActivity(row, isOwn(context.user, row)),
  ),
);
