import * as views from '@portal/contract/saved-views';
import type { Binder } from '#http/bind.ts';
import { changeView, createView, getViews, removeView } from './view-service.ts';

/** Binds the endpoints of saved views. */
export function bindSavedViews(binder: Binder): void {
  binder.bind(views.viewsOfList, ({ query }, context) => getViews(context, query));
  binder.bind(views.viewCreate, ({ body }, context) => createView(context, body));
  binder.bind(views.viewUpdate, ({ params, body }, context) => changeView(context, params.id, body));
  binder.bind(views.viewDelete, ({ params }, context) => removeView(context, params.id));
}
