import { chargeBatch, chargeBatchBody, chargeBatchPreview, type ChargeRow } from '@portal/contract/charges';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { formatDateUs } from '@portal/domain/date';
import { lastFirst } from '@portal/domain/person-name';
import { z } from 'zod';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { bulkDialogs } from '#ui/bulk/bulk-dialogs.tsx';
import { useBulk } from '#ui/bulk/use-bulk.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { adminOnly } from './admin-only.ts';
import type { ChargeTab } from './charge-list.ts';

const [enterBody] = chargeBatchBody.options;
const dialogOf = bulkDialogs<BodyInputOf<typeof chargeBatch>>({
  noun: ['note', 'notes'],
  preview: (input) => call(chargeBatchPreview, input),
  useChange: () => useEndpointMutation(chargeBatch),
});

const enterDialog = (title: string, action: 'enter' | 'enterAgain') =>
  dialogOf({
    title,
    schema: enterBody.omit({ action: true, records: true }),
    defaultValues: { batchName: '' },
    body: (values, records) => ({ action, ...values, records }),
    fields: (control) => (
      <FormTextField
        control={control}
        name="batchName"
        label="Batch name"
        required
        helperText="For example the day and who entered it; shown with each note"
      />
    ),
  });
const EnterDialog = enterDialog('Mark as entered in billing', 'enter');
const EnterAgainDialog = enterDialog('Mark as entered again', 'enterAgain');

const UndoDialog = dialogOf({
  title: 'Undo entry in billing',
  isDanger: true,
  schema: z.object({}),
  defaultValues: {},
  body: (_values, records) => ({ action: 'undo', records }),
  fields: () => null,
});

/** Tabs with notes that can be entered, entered again, or undone. */
const ENTER: readonly ChargeTab[] = ['open', 'noCodes', 'duplicate', 'noShow', 'all'];
const UNDO: readonly ChargeTab[] = ['entered', 'changed', 'duplicate', 'noShow', 'all'];

/** "Lee, Ann, 11/23/2026". */
export const chargeName = ({ patient, procedureDate }: ChargeRow): string =>
  `${lastFirst(patient)}, ${formatDateUs(procedureDate)}`;

/** Selecting notes, and marking the selected ones. */
export function useChargeBulk(
  tab: ChargeTab,
  rows: readonly ChargeRow[] | undefined,
): ReturnType<typeof useBulk<ChargeRow>> {
  const isAdmin = useAccess().passes(adminOnly);
  return useBulk(rows, chargeName, [
    { label: 'Mark as entered', isAllowed: isAdmin && ENTER.includes(tab), Dialog: EnterDialog },
    { label: 'Mark as entered again', isAllowed: isAdmin && tab === 'changed', Dialog: EnterAgainDialog },
    { label: 'Undo entry', isAllowed: isAdmin && UNDO.includes(tab), Dialog: UndoDialog },
  ]);
}
