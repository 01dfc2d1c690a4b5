import * as titles from '@portal/contract/titles';
import type { Binder } from '#http/bind.ts';
import { changeTitle, createTitle, removeTitle, searchTitles, toggleTitle } from './title-service.ts';

/** Binds the endpoints of provider titles. */
export function bindTitles(binder: Binder): void {
  binder.bind(titles.titleSearch, ({ body }, context) => searchTitles(context, body));
  binder.bind(titles.titleCreate, ({ body }, context) => createTitle(context, body));
  binder.bind(titles.titleUpdate, ({ params, body }, context) => changeTitle(context, params.id, body));
  binder.bind(titles.titleDelete, ({ params }, context) => removeTitle(context, params.id));
  binder.bind(titles.titleToggle, ({ params, body }, context) =>
    toggleTitle(context, params.id, body?.version),
  );
}
