import type { Endpoint } from '@portal/contract/endpoint';
import { preparedOperation, type Operation, type Run } from '#http/operation.ts';

/** An operation whose `now` is the database's clock: times of work must not depend on the process that records them. */
export function atWork<E extends Endpoint>(endpoint: E, run: Run<E>): Operation {
  return preparedOperation(endpoint, async ({ deps }) => {
    const now = await deps.databaseTime(deps.db);
    return (context, input) => run({ ...context, now }, input);
  });
}
