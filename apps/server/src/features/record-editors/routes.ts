import { recordEditing, recordEditors } from '@portal/contract/record-editors';
import type { Binder } from '#http/bind.ts';
import { getEditors, reportEditing } from './editor-service.ts';

/** Binds the endpoints that show who is editing a record. */
export function bindRecordEditors(binder: Binder): void {
  binder.bind(recordEditors, ({ query }, context) => getEditors(context, query));
  binder.bind(recordEditing, ({ body }, context) => reportEditing(context, body));
}
