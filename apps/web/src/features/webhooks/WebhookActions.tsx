import { Button } from '@mui/material';
import { webhookDelete, webhookRotateSecret, webhookUpdate, type Webhook } from '@portal/contract/webhooks';
import { OLD_SECRET_HOURS } from '@portal/domain/webhook';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useReturn } from '#ui/places.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { deliveriesText } from './webhook-labels.ts';
import { WebhookDialog } from './WebhookDialog.tsx';

type Asked = 'edit' | 'toggle' | 'rotate' | 'delete';
const ROTATION = `Each earlier secret also signs for ${OLD_SECRET_HOURS} hours after it was replaced, so that you can change the receiver.`;

/** Edit, Pause or Resume, New Secret and Delete. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Button variant="outlined" onClick={() => setAsked('edit')}>
        Edit
      </Button>
      <Button variant="outlined" onClick={() => setAsked('toggle')}>
        {webhook.isActive ? 'Pause' : 'Resume'}
      </Button>
      <Button variant="outlined" onClick={() => setAsked('rotate')}>
        New Secret
      </Button>
      <Button variant="outlined" color="error" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'edit' ? <WebhookDialog webhook={webhook} onClose={close} /> : null}
      {asked === 'toggle' ? <ToggleDialog webhook={webhook} onClose={close} /> : null}
      {asked === 'rotate' ? <RotateDialog webhook={webhook} onSecret={setSecret} onClose={close} /> : null}
      {asked === 'delete' ? <DeleteDialog webhook={webhook} onClose={close} /> : null}
      {secret === null ? null : (
        <SecretDialog secret={secret} note={ROTATION} onClose={() => setSecret(null)} />
      )}
    </>
  );
}

interface QuestionProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function ToggleDialog({ webhook, onClose }: QuestionProps) {
  const update = useEndpointMutation(webhookUpdate);
  const { id, name, url, events, version, failedCount } = webhook;
  // What was asked stays the same when somebody else pauses or resumes it.
  const [isActive] = useState(webhook.isActive);
  const verb = isActive ? 'Pause' : 'Resume';
  return (
    <ConfirmDialog
      newsOf={id}
      open
      title={`${verb} webhook?`}
      text={
        isActive
          ? 'Nothing is sent while it is paused. What waits and what happens in the meantime is stored as Failed, and you can send it again after you have resumed the webhook.'
          : `Events are sent again from now on.${failedCount === 0 ? '' : ` Then choose below what to do with what has failed (${deliveriesText(failedCount)}).`}`
      }
      records={[name]}
      confirmLabel={verb}
      errorFallback={`Failed to ${verb.toLowerCase()} the webhook`}
      onConfirm={async () => {
        await update.mutateAsync({
          params: { id },
          body: { name, url, events, isActive: !isActive, version },
        });
        return isActive ? 'Webhook paused' : 'Webhook resumed';
      }}
      onClose={onClose}
    />
  );
}

function RotateDialog({
  webhook: { id, name, version },
  onSecret,
  onClose,
}: QuestionProps & { readonly onSecret: (secret: string) => void }) {
  const rotate = useEndpointMutation(webhookRotateSecret);
  return (
    <ConfirmDialog
      newsOf={id}
      open
      title="Create a new secret?"
      text={ROTATION}
      records={[name]}
      confirmLabel="Create"
      errorFallback="Failed to create a new secret"
      onConfirm={async () => {
        const { secret } = await rotate.mutateAsync({ params: { id }, body: { version } });
        onSecret(secret);
      }}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ webhook: { id, name }, onClose }: QuestionProps) {
  const goBack = useReturn();
  const remove = useEndpointMutation(webhookDelete);
  return (
    <ConfirmDialog
      newsOf={id}
      open
      title="Delete webhook?"
      text={`"${name}" and its list of deliveries will be deleted. Waiting events are not sent. This cannot be undone.`}
      confirmLabel="Delete"
      isDanger
      records={[name]}
      errorFallback="Failed to delete the webhook"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id } });
        await goBack('/webhooks');
        return 'Webhook deleted';
      }}
      onClose={onClose}
    />
  );
}
