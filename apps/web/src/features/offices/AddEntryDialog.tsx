import { ipWhitelistAdd } from '@portal/contract/offices';
import { useWatch } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateTimeField } from '#ui/form/FormDateTimeField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useLockoutConfirmation } from './use-lockout-confirmation.tsx';
import { NEW_ENTRY, newEntrySchema } from './whitelist-form.ts';

interface AddEntryDialogProps {
  readonly officeId: string;
  readonly onClose: () => void;
  readonly onSaved: (ipAddress: string) => void;
}

/** Dialog to add an IP address to the whitelist. */
export function AddEntryDialog({ officeId, onClose, onSaved }: AddEntryDialogProps) {
  const add = useEndpointMutation(ipWhitelistAdd);
  const lockout = useLockoutConfirmation();
  const form = useAppForm(newEntrySchema, {
    about: 'new',
    defaultValues: NEW_ENTRY,
    onSubmit: async (body) => {
      const saved = await lockout.send((confirmLockout) =>
        add.mutateAsync({
          params: { id: officeId },
          body: confirmLockout ? { ...body, confirmLockout } : body,
        }),
      );
      onSaved(saved.ipAddress);
    },
    errorFallback: 'Failed to save IP whitelist entry',
  });
  const { control } = form;
  const ipAddress = useWatch({ control, name: 'ipAddress' });
  return (
    <FormDialog newsOf={officeId} title="Add IP Address" onClose={onClose}>
      <Form form={form}>
        <FormTextField
          control={control}
          name="ipAddress"
          label="IP Address"
          required
          helperText="Enter a valid IPv4 address"
        />
        <FormTextField control={control} name="description" label="Description" />
        <FormDateTimeField
          control={control}
          name="expiresAt"
          label="Expires"
          fromToday
          helperText="Leave blank for no expiration"
        />
        <FormActions submitLabel="Add" isDisabled={ipAddress.trim() === ''} />
      </Form>
      {lockout.dialog}
    </FormDialog>
  );
}
