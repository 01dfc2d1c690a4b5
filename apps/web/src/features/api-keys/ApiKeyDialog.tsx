import { apiKeyCreate } from '@portal/contract/api-keys';
import type { ResultOf } from '@portal/contract/endpoint';
import { addDays } from '@portal/domain/calendar';
import { MAX_KEY_DAYS } from '@portal/domain/api-key';
import { todayIn } from '@portal/domain/date';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { apiKeySchema, expiryOf, NEW_KEY, VALIDITIES } from './api-key-form.ts';
import { PermissionPicker } from './PermissionPicker.tsx';

/** A new key, which is shown only once. */
export interface CreatedKey extends ResultOf<typeof apiKeyCreate> {
  readonly name: string;
}

interface ApiKeyDialogProps {
  readonly timeZone: string;
  readonly onCreated: (created: CreatedKey) => void;
  readonly onClose: () => void;
}

const clock = () => new Date();

/** Dialog to create an API key. */
export function ApiKeyDialog({ timeZone, onCreated, onClose }: ApiKeyDialogProps) {
  const create = useEndpointMutation(apiKeyCreate);
  const times = usePracticeTimes();
  const [schema] = useState(() => apiKeySchema(timeZone, clock));
  const form = useAppForm(schema, {
    about: 'new',
    defaultValues: NEW_KEY,
    onSubmit: async (body) => {
      const created = await create.mutateAsync({ body });
      onCreated({ ...created, name: body.name });
    },
    errorFallback: 'Failed to create the API key',
  });
  const { control } = form;
  const [validity, date] = form.methods.watch(['validity', 'date']);
  const expiry = expiryOf({ validity, date }, timeZone, clock());
  const expires = expiry === null ? '' : `The key expires on ${times.dateTime(expiry)}`;
  const today = todayIn(timeZone, clock());
  return (
    <FormDialog title="New API Key" size="md" onClose={onClose}>
      <Form form={form}>
        <FormTextField
          control={control}
          name="name"
          label="Name"
          required
          helperText="The system that uses the key, for example LabLink. The audit log shows this name."
        />
        <FormRadioGroup
          control={control}
          name="validity"
          label="Expiration"
          required
          options={VALIDITIES}
          {...(validity === 'date' ? {} : { helperText: expires })}
        />
        {validity === 'date' ? (
          <FormDateField
            control={control}
            name="date"
            label="Expiration date"
            required
            hasCalendar
            min={today}
            max={addDays(today, MAX_KEY_DAYS - 1)}
            helperText={expires || 'At most one year from today. The key is valid until the end of this day.'}
          />
        ) : null}
        <PermissionPicker control={control} />
        <FormActions submitLabel="Create Key" />
      </Form>
    </FormDialog>
  );
}
