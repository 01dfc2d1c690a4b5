import { webhookCreate, webhookUpdate, type Webhook } from '@portal/contract/webhooks';
import type { ResultOf } from '@portal/contract/endpoint';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { EventsField } from './EventsField.tsx';
import { currentWebhookInput, NEW_WEBHOOK, webhookInput, webhookSchema } from './webhook-form.ts';

interface WebhookDialogProps {
  /** The webhook to edit; null to add one. */
  readonly webhook: Webhook | null;
  /** A webhook was added; its secret is shown only now. */
  readonly onCreated?: (created: ResultOf<typeof webhookCreate>) => void;
  readonly onClose: () => void;
}

/** Dialog to add or edit a webhook. */
export function WebhookDialog({ webhook, onCreated, onClose }: WebhookDialogProps) {
  const create = useEndpointMutation(webhookCreate);
  const update = useEndpointMutation(webhookUpdate);
  const toast = useToast();
  const form = useAppForm(webhookSchema, {
    about: webhook?.id ?? 'new',
    defaultValues: webhook === null ? NEW_WEBHOOK : webhookInput(webhook),
    onSubmit: async ({ version, ...fields }) => {
      if (webhook === null) {
        const created = await create.mutateAsync({ body: fields });
        onClose();
        onCreated?.(created);
        return;
      }
      await update.mutateAsync({
        params: { id: webhook.id },
        body: { ...fields, ...(version !== undefined && { version }) },
      });
      toast.success('Webhook saved');
      onClose();
    },
    errorFallback: webhook === null ? 'Failed to add the webhook' : 'Failed to save the webhook',
    stale: {
      read: currentWebhookInput,
      labels: { name: 'Name', url: 'URL', events: 'Events', isActive: 'Active' },
    },
  });
  const { control } = form;
  return (
    <FormDialog
      newsOf={webhook?.id}
      title={webhook === null ? 'Add Webhook' : 'Edit Webhook'}
      size="md"
      onClose={onClose}
    >
      <Form form={form}>
        <FormTextField
          control={control}
          name="name"
          label="Name"
          required
          helperText="What receives the events, for example Billing system"
        />
        <FormTextField control={control} name="url" label="URL" required helperText="Starts with https://" />
        <EventsField control={control} />
        <FormCheckbox control={control} name="isActive" label="Active" look="switch" />
        <FormActions submitLabel={webhook === null ? 'Add' : 'Save'} />
      </Form>
    </FormDialog>
  );
}
