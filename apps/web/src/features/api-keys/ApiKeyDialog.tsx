import { apiKeyBody, apiKeyCreate } from '@portal/contract/api-keys';
import type { ResultOf } from '@portal/contract/endpoint';
import type { TwoFactorProof } from '@portal/contract/passkeys';
import { addDays } from '@portal/domain/calendar';
import { MAX_KEY_DAYS } from '@portal/domain/api-key';
import { todayIn } from '@portal/domain/date';
import { useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ConfirmIdentityDialog } from '#pickers/proof/ConfirmIdentityDialog.tsx';
import { serverNow } from '#lib/server-clock.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { apiKeySchema, expiryOf, NEW_KEY, VALIDITIES, type ApiKeyPayload } from './api-key-form.ts';
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

/** A key that waits for its creator to confirm who they are. */
interface Asked {
  readonly body: ApiKeyPayload;
  readonly resolve: (isCreated: boolean) => void;
  readonly reject: (error: ApiError) => void;
}

const isFieldOfKey = (name: string) => Object.hasOwn(apiKeyBody.shape, name.split('.')[0] ?? '');

/** Dialog to create an API key. */
export function ApiKeyDialog({ timeZone, onCreated, onClose }: ApiKeyDialogProps) {
  const create = useEndpointMutation(apiKeyCreate);
  const times = usePracticeTimes();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [schema] = useState(() => apiKeySchema(timeZone, serverNow));
  const form = useAppForm(schema, {
    about: 'new',
    defaultValues: NEW_KEY,
    beforeSave: (body) =>
      new Promise((resolve, reject) => setAsked({ body, resolve, reject: (error) => reject(error) })),
    onSubmit: async () => undefined,
    errorFallback: 'Failed to create the API key',
  });
  /** What is wrong with the key is shown in its form, everything else in the dialog that asks. */
  const createWith = async ({ body, resolve, reject }: Asked, proof: TwoFactorProof) => {
    try {
      const created = await create.mutateAsync({ body: { ...body, ...proof } });
      resolve(true);
      onCreated({ ...created, name: body.name });
    } catch (error) {
      if (!(error instanceof ApiError) || !Object.keys(error.fieldErrors).some(isFieldOfKey)) throw error;
      setAsked(null);
      reject(error);
    }
  };
  const { control } = form;
  const [validity, date] = form.methods.watch(['validity', 'date']);
  const expiry = expiryOf({ validity, date }, timeZone, serverNow());
  const expires = expiry === null ? '' : `The key expires on ${times.dateTime(expiry)}`;
  const today = todayIn(timeZone, serverNow());
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
      {asked === null ? null : (
        <ConfirmIdentityDialog
          title="Confirm That It Is You"
          text={`A key works without you, so only you can create it. Confirm the key for ${asked.body.name}.`}
          submitLabel="Confirm"
          errorFallback="Failed to create the API key"
          onProof={(proof) => createWith(asked, proof)}
          onClose={() => {
            setAsked(null);
            asked.resolve(false);
          }}
        />
      )}
    </FormDialog>
  );
}
