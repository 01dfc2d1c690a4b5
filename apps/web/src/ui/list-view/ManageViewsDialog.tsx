import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  IconButton,
  Stack,
  Switch,
  Typography,
} from '@mui/material';
import { viewDelete, viewUpdate, type SavedView } from '@portal/contract/saved-views';
import { useId, useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useToast } from '../ToastProvider.tsx';

interface ManageViewsDialogProps {
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Which view opens with the list, and deleting views. */
export function ManageViewsDialog({ views, onClose }: ManageViewsDialogProps) {
  const titleId = useId();
  const toast = useToast();
  const onError = (error: unknown) => toast.error(explainError(error, 'Failed to change the view'));
  const update = useEndpointMutation(viewUpdate, { onError });
  const remove = useEndpointMutation(viewDelete);
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const isBusy = update.isPending;
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Saved views</DialogTitle>
      <DialogContent>
        {views.length === 0 ? <Typography color="textSecondary">No saved views</Typography> : null}
        <Stack component="ul" spacing={1} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {views.map((view) => {
            const { id, name, state, isDefault, version } = view;
            return (
              <Stack component="li" key={id} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
                <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Typography>
                <FormControlLabel
                  label="Default"
                  disabled={isBusy}
                  slotProps={{ typography: { variant: 'body2' } }}
                  control={
                    <Switch
                      size="small"
                      checked={isDefault}
                      slotProps={{ input: { 'aria-label': `Default: ${name}` } }}
                      onChange={(_event, checked) =>
                        update.mutate({ params: { id }, body: { name, state, version, isDefault: checked } })
                      }
                    />
                  }
                />
                <IconButton aria-label={`Delete ${name}`} disabled={isBusy} onClick={() => setRemoved(view)}>
                  <DeleteOutlinedIcon fontSize="small" />
                </IconButton>
              </Stack>
            );
          })}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
      {removed === null ? null : (
        <ConfirmDialog
          open
          title="Delete this saved view?"
          text="Only the view is deleted. The list and its records stay."
          confirmLabel="Delete"
          isDanger
          records={[removed.name]}
          errorFallback="Failed to delete the view"
          onConfirm={() => remove.mutateAsync({ params: { id: removed.id } })}
          onClose={() => setRemoved(null)}
        />
      )}
    </Dialog>
  );
}
