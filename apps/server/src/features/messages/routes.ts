import * as messages from '@portal/contract/messages';
import { operation, readOperation } from '#http/operation.ts';
import { requireMessage, getMessage } from './read-messages.ts';
import { assignMessage, completeMessage } from './change-message-state.ts';

export * from './bulk-messages.ts';
export * from './change-message-state.ts';
export * from './export-messages.ts';
export * from './message-service.ts';
export * from './read-messages.ts';

export const messageGet = readOperation(
  messages.messageGet,
  (db, { params }, now) => requireMessage(db, params.id, now),
  (context, row) => getMessage(context, row),
);
export const messageAssign = operation(messages.messageAssign, (context, { params, body }) =>
  assignMessage(context, params.id, body),
);
export const messageComplete = operation(messages.messageComplete, (context, { params, body }) =>
  completeMessage(context, params.id, body),
);
