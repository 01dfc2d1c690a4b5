import * as messages from '@portal/contract/messages';
import type { Binder } from '#http/bind.ts';
import { changeAll, previewAll } from '#request/bulk.ts';
import { exportMessages } from './export-messages.ts';
import { messageBulkAction } from './bulk-messages.ts';
import {
  addMessageNote,
  assignMessage,
  completeMessage,
  deleteMessage,
  setMessageStatus,
} from './change-message-state.ts';
import { getAssignable, getMessage, getMessages, getMine, requireMessage } from './read-messages.ts';
import { changeMessage, createMessage } from './message-service.ts';

/** Binds the phone message endpoints. */
export function bindMessages(binder: Binder): void {
  binder.bind(messages.messageList, ({ query }, context) => getMessages(context, query));
  binder.bind(messages.messageMine, (_input, context) => getMine(context));
  binder.bindRead(
    messages.messageGet,
    (db, { params }, now) => requireMessage(db, params.id, now),
    (row, _input, context) => getMessage(context, row),
  );
  binder.bind(messages.messageCreate, ({ body }, context) => createMessage(context, body));
  binder.bind(messages.messageUpdate, ({ params, body }, context) => changeMessage(context, params.id, body));
  binder.bind(messages.messageAssign, ({ params, body }, context) => assignMessage(context, params.id, body));
  binder.bind(messages.messageComplete, ({ params, body }, context) =>
    completeMessage(context, params.id, body),
  );
  binder.bind(messages.messageSetStatus, ({ params, body }, context) =>
    setMessageStatus(context, params.id, body),
  );
  binder.bind(messages.messageAddNote, ({ params, body }, context) =>
    addMessageNote(context, params.id, body),
  );
  binder.bind(messages.messageDelete, ({ params, body }, context) =>
    deleteMessage(context, params.id, body?.reason),
  );
  binder.bind(messages.userAssignable, (_input, context) => getAssignable(context));
  binder.bind(messages.messageBulk, ({ body }, context) =>
    changeAll(context, messageBulkAction(context, body)),
  );
  binder.bind(messages.messageBulkPreview, ({ body }, context) =>
    previewAll(context, messageBulkAction(context, body)),
  );
  binder.bind(messages.messageExport, ({ body }, context) => exportMessages(context, body));
}
