import { chargeBatch, chargeBatchBody, chargeBatchPreview, type ChargeRow } from '@portal/contract/charges';
import { formatDateUs } from '@portal/domain/date';
import { lastFirst } from '@portal/domain/person-name';
import { z } from 'zod';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { BulkDialog } from '#ui/bulk/BulkDialog.tsx';
import { useBulk, type OpenBulkProps } from '#ui/bulk/use-bulk.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { adminOnly } from './admin-only.ts';
import type { ChargeTab } from './charge-list.ts';

const [enterBody] = chargeBatchBody.options;
const enterForm = enterBody.omit({ action: true, records: true });
const undoForm = z.object({});
const COMMON = { noun: ['note', 'notes'] } as const;

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

const EnterDialog = (props: OpenBulkProps) => (
  <BatchDialog {...props} title="Mark as entered in billing" action="enter" />
);
const EnterAgainDialog = (props: OpenBulkProps) => (
  <BatchDialog {...props} title="Mark as entered again" action="enterAgain" />
);

function BatchDialog({
  title,
  action,
  ...props
}: OpenBulkProps & { readonly title: string; readonly action: 'enter' | 'enterAgain' }) {
  const change = useEndpointMutation(chargeBatch);
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title={title}
      schema={enterForm}
      defaultValues={{ batchName: '' }}
      preview={(values, records) => call(chargeBatchPreview, { body: { action, ...values, records } })}
      apply={(values, records) => change.mutateAsync({ body: { action, ...values, records } })}
    >
      {(control) => (
        <FormTextField
          control={control}
          name="batchName"
          label="Batch name"
          required
          helperText="For example the day and who entered it; shown with each note"
        />
      )}
    </BulkDialog>
  );
}

function UndoDialog(props: OpenBulkProps) {
  const change = useEndpointMutation(chargeBatch);
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title="Undo entry in billing"
      isDanger
      schema={undoForm}
      defaultValues={{}}
      preview={(_values, records) => call(chargeBatchPreview, { body: { action: 'undo', records } })}
      apply={(_values, records) => change.mutateAsync({ body: { action: 'undo', records } })}
    >
      {() => null}
    </BulkDialog>
  );
}
