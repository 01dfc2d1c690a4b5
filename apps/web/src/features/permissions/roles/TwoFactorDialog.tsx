import {
  twoFactorPolicyBody,
  twoFactorPolicyUpdate,
  type TwoFactorPolicy,
} from '@portal/contract/required-two-factor';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { typedNumber } from '#ui/form/typed-number.ts';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { RequiredRolesField } from './RequiredRolesField.tsx';

interface TwoFactorDialogProps {
  readonly policy: TwoFactorPolicy;
  readonly onClose: () => void;
}

const schema = twoFactorPolicyBody.omit({ version: true }).extend({
  // A blank field is not a number, so that it is not taken for 0.
  graceDays: typedNumber(twoFactorPolicyBody.shape.graceDays, Number.NaN),
});

/** Chooses the roles that require 2FA and the days of grace. */
export function TwoFactorDialog({ policy, onClose }: TwoFactorDialogProps) {
  const update = useEndpointMutation(twoFactorPolicyUpdate);
  const toast = useToast();
  const form = useAppForm(schema, {
    about: 'policy',
    defaultValues: {
      requiredRoleIds: policy.roles.flatMap(({ roleId, requiredSince }) =>
        requiredSince === null ? [] : [roleId],
      ),
      graceDays: String(policy.graceDays),
      reason: '',
    },
    onSubmit: async (values) => {
      await update.mutateAsync({ body: { ...values, version: policy.version } });
      toast.success('Two-factor requirement saved');
      onClose();
    },
    errorFallback: 'Failed to save the requirement',
  });
  return (
    <FormDialog title="Two-factor requirement" size="sm" onClose={onClose}>
      <Form form={form}>
        <RequiredRolesField control={form.control} roles={policy.roles} />
        <FormTextField
          control={form.control}
          name="graceDays"
          label="Days of grace"
          inputMode="numeric"
          required
          helperText="How long users can work before they must set it up. With 0, they must do so right away."
        />
        <FormTextField
          control={form.control}
          name="reason"
          label="Reason"
          required
          rows={2}
          helperText="10 to 500 characters; recorded in the audit log"
        />
        <FormActions />
      </Form>
    </FormDialog>
  );
}
