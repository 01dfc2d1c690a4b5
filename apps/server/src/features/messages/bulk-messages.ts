import { MESSAGE } from '@portal/contract/health-records';
import type { BodyOf } from '@portal/contract/endpoint';
import { messageBulk, messageBulkPreview } from '@portal/contract/messages';
import { STATUS_LABELS } from '@portal/domain/message-status';
import { fullName } from '@portal/domain/person-name';
import { AppError } from '#platform/app-error.ts';
import { changeAll, previewAll, type BulkAction } from '#request/bulk.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { assignMessage, completeMessage } from './change-message-state.ts';
import { findMessageRows, type MessageRow } from './message-repo.ts';
import { presentMessage } from './message-view.ts';

export const changeMessages = operation(messageBulk, (context, { body }) =>
  changeAll(context, messageBulkAction(context, body)),
);
export const previewMessages = operation(messageBulkPreview, (context, { body }) =>
  previewAll(context, messageBulkAction(context, body)),
);

type Body = BodyOf<typeof messageBulk>;

const NEEDED = { assign: 'Message.Assign', complete: 'Message.Edit' } as const;

/** Assigning or completing messages, each like the single operation. Throws FORBIDDEN without the permission of the action. */
function messageBulkAction(context: SignedInContext, body: Body): BulkAction {
  if (!hasPermission(context, NEEDED[body.action])) throw new AppError('FORBIDDEN');
  const show = body.action === 'assign' ? assigneeOf : statusOf;
  return {
    entityType: 'PhoneMessage',
    record: MESSAGE,
    records: body.records,
    read: async (db, ids) =>
      (await findMessageRows(db, ids, context.now)).map((row) => ({
        id: row.id,
        label: row.message_number,
        value: show(row),
        patientId: row.patient_id,
      })),
    change: ({ id, version }) =>
      body.action === 'assign'
        ? assignMessage(context, id, { userId: body.userId, version })
        : completeMessage(context, id, { resolution: body.resolution, version }),
  };
}

const statusOf = ({ status }: MessageRow) => STATUS_LABELS[status];
const assigneeOf = (row: MessageRow) => {
  const { assignedToUser: user } = presentMessage(row);
  return user === null ? 'Unassigned' : fullName(user.firstName, user.lastName);
};
