import * as pillCounts from '@portal/contract/pill-counts';
import type { Binder } from '#http/bind.ts';
import { calculate, history, read, remove } from './pill-count-service.ts';

/** Binds the pill count endpoints. */
export function bindPillCounts(binder: Binder): void {
  binder.bind(pillCounts.pillCountCalculate, ({ body }, context) => calculate(context, body));
  binder.bind(pillCounts.pillCountHistory, ({ params, query }, context) =>
    history(context, params.patientId, query),
  );
  binder.bind(pillCounts.pillCountGet, ({ params }, context) => read(context, params.id));
  binder.bind(pillCounts.pillCountDelete, ({ params }, context) => remove(context, params.id));
}
