import { userReassignWork, userWaitingWork } from '@portal/contract/waiting-work';
import type { Binder } from '#http/bind.ts';
import { readWaitingWork } from './read-work.ts';
import { reassignWork } from './settle-work.ts';

/** Binds the endpoints of work that waits for a person. */
export function bindWaitingWork(binder: Binder): void {
  binder.bind(userWaitingWork, ({ params }, context) => readWaitingWork(context, params.id));
  binder.bind(userReassignWork, ({ params, body }, context) =>
    reassignWork(context, params.id, body.reassignTo),
  );
}
