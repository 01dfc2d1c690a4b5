import { recentList, recentOpened } from '@portal/contract/recent';
import type { Binder } from '#http/bind.ts';
import { getRecent, rememberOpened } from './recent-service.ts';

/** Binds the endpoints of recently opened records. */
export function bindRecent(binder: Binder): void {
  binder.bind(recentList, ({ query }, context) => getRecent(context, query));
  binder.bind(recentOpened, ({ body }, context) => rememberOpened(context, body));
}
