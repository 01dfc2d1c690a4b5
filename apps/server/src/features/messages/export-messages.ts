import { messageExport } from '@portal/contract/messages';
import { formatFileTime } from '@portal/domain/clock';
import { CATEGORY_LABELS, STATUS_LABELS } from '@portal/domain/message-status';
import { fullName } from '@portal/domain/person-name';
import { formatPhone } from '@portal/domain/phone';
import { parseRecordSearch } from '@portal/domain/record-search';
import { exportList } from '#request/export-list.ts';
import { operation } from '#http/operation.ts';
import { messageFilter } from './message-filter.ts';
import { messagesOf } from './message-list-repo.ts';
import { findMessageRows, type MessageRow } from './message-repo.ts';
import { presentMessage } from './message-view.ts';

/** Exports the messages of a filter. */
export const exportMessages = operation(messageExport, async (context, { body: { search, ...body } }) => {
  const { timeZone } = context.deps.config.practice;
  const filter = await messageFilter(context, body);
  const texts = parseRecordSearch(search);
  return exportList<MessageRow>(context, {
    name: 'phone_messages',
    entityType: 'PhoneMessage',
    patientId: body.patientId,
    filter: { ...body, isSearch: texts?.length !== 0 },
    part: messagesOf(filter, texts),
    find: (db, ids) => findMessageRows(db, ids, context.now),
    patientOf: (row) => row.patient_id,
    columns: {
      'Message #': (row) => row.message_number,
      Category: (row) => CATEGORY_LABELS[row.category],
      Caller: (row) => row.caller_name,
      'Caller Phone': (row) => formatPhone(row.caller_phone),
      MRN: (row) => row.medical_record_number,
      'Last Name': (row) => row.patient_last_name,
      'First Name': (row) => row.patient_first_name,
      Message: (row) => row.message,
      [`Call Time (${timeZone})`]: (row) => formatFileTime(row.call_at, timeZone),
      Priority: (row) => row.priority,
      Status: (row) => STATUS_LABELS[row.status],
      'Assigned To': (row) => {
        const { assignedToUser: user } = presentMessage(row);
        return user === null ? '' : fullName(user.firstName, user.lastName);
      },
    },
  });
});
