import { searchEverything } from '@portal/contract/search';
import type { Binder } from '#http/bind.ts';
import { findEverything } from './find-everything.ts';

/** Binds the search of everything. */
export function bindSearch(binder: Binder): void {
  binder.bind(searchEverything, ({ query }, context) => findEverything(context, query));
}
