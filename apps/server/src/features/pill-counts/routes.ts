import * as pillCounts from '@portal/contract/pill-counts';
import type { Binder } from '#http/bind.ts';
import { calculateAndSave, getHistory, getPillCount, removePillCount } from './pill-count-service.ts';

/** Binds the pill count endpoints. */
export function bindPillCounts(binder: Binder): void {
  binder.bind(pillCounts.pillCountCalculate, ({ body }, context) => calculateAndSave(context, body));
  binder.bind(pillCounts.pillCountHistory, ({ params, query }, context) =>
    getHistory(context, params.patientId, query),
  );
  binder.bind(pillCounts.pillCountGet, ({ params }, context) => getPillCount(context, params.id));
  binder.bind(pillCounts.pillCountDelete, ({ params }, context) => removePillCount(context, params.id));
}
