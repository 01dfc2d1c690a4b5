import { Button, List, ListItem, ListItemText, Stack } from '@mui/material';
import { passkeyRename, passkeyRenameBody, type Passkey } from '@portal/contract/passkeys';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  /** Undefined: none can be removed. */
  readonly onRemove: ((passkey: Passkey) => void) | undefined;
}

/** The user's passkeys, with buttons to rename and remove them. */
export function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const times = usePracticeTimes();
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const usedText = ({ lastUsedAt }: Passkey) =>
    lastUsedAt === null ? 'not used yet' : `last used ${times.dateTime(lastUsedAt)}`;
  return (
    <>
      <List disablePadding aria-label="Passkeys">
        {passkeys.map((passkey) => (
          <ListItem
            key={passkey.id}
            disableGutters
            divider={passkey !== passkeys.at(-1)}
            sx={{ gap: 1, flexWrap: 'wrap' }}
          >
            <ListItemText
              sx={{ minWidth: 220, my: 0, overflowWrap: 'anywhere' }}
              primary={passkey.name}
              secondary={`Added ${times.dateTime(passkey.createdAt)}, ${usedText(passkey)}.`}
            />
            <Stack direction="row" spacing={1}>
              <Button
                size="small"
                aria-label={`Rename the passkey ${passkey.name}`}
                onClick={() => setRenamed(passkey)}
              >
                Rename
              </Button>
              {onRemove === undefined ? null : (
                <Button
                  size="small"
                  color="error"
                  aria-label={`Remove the passkey ${passkey.name}`}
                  onClick={() => onRemove(passkey)}
                >
                  Remove
                </Button>
              )}
            </Stack>
          </ListItem>
        ))}
      </List>
      {renamed === null ? null : <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} />}
    </>
  );
}

function RenameDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const toast = useToast();
  const rename = useEndpointMutation(passkeyRename);
  const form = useAppForm(passkeyRenameBody, {
    about: passkey.id,
    defaultValues: { name: passkey.name },
    errorFallback: 'Failed to rename the passkey',
    onSubmit: async (body) => {
      await rename.mutateAsync({ params: { id: passkey.id }, body });
      toast.success('The passkey was renamed.');
      onClose();
    },
  });
  return (
    <FormDialog title="Rename passkey" onClose={onClose}>
      <Form form={form}>
        <FormTextField control={form.control} name="name" label="Name" required />
        <FormActions />
      </Form>
    </FormDialog>
  );
}
