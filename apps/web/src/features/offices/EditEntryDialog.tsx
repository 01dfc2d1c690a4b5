import { TextField } from '@mui/material';
import { ipWhitelistUpdate, type IpWhitelistEntry } from '@portal/contract/offices';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateTimeField } from '#ui/form/FormDateTimeField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useLockoutConfirmation } from './use-lockout-confirmation.tsx';
import { changedEntrySchema, currentEntryInput, entryInput } from './whitelist-form.ts';

interface EditEntryDialogProps {
  readonly officeId: string;
  readonly entry: IpWhitelistEntry;
  readonly onClose: () => void;
  readonly onSaved: (ipAddress: string) => void;
}

/** Dialog to edit an entry's description and expiration; the address is locked. */
export function EditEntryDialog({ officeId, entry, onClose, onSaved }: EditEntryDialogProps) {
  const update = useEndpointMutation(ipWhitelistUpdate);
  const lockout = useLockoutConfirmation();
  const [schema] = useState(() => changedEntrySchema(entry));
  const form = useAppForm(schema, {
    about: entry.id,
    defaultValues: entryInput(entry),
    onSubmit: async (body) => {
      const params = { id: officeId, entryId: entry.id };
      const saved = await lockout.send((confirmLockout) =>
        update.mutateAsync({ params, body: confirmLockout ? { ...body, confirmLockout } : body }),
      );
      onSaved(saved.ipAddress);
    },
    errorFallback: 'Failed to save IP whitelist entry',
    stale: { read: currentEntryInput, labels: { description: 'Description', expiresAt: 'Expires' } },
  });
  const { control } = form;
  return (
    <FormDialog newsOf={officeId} title="Edit IP Address" onClose={onClose}>
      <Form form={form}>
        <TextField
          fullWidth
          label="IP Address"
          value={entry.ipAddress}
          disabled
          helperText="The address is locked. To fix a typo, delete this entry and add it again."
        />
        <FormTextField control={control} name="description" label="Description" />
        <FormDateTimeField
          control={control}
          name="expiresAt"
          label="Expires"
          fromToday
          helperText="Leave blank for no expiration"
        />
        <FormActions />
      </Form>
      {lockout.dialog}
    </FormDialog>
  );
}
