import { Alert, Button, DialogActions } from '@mui/material';
import { groupAdd, type DictationGroup } from '@portal/contract/dictation-groups';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { dictationCountText } from '../dictation-labels.ts';
import { useGroupable } from './use-groupable.ts';
import { GroupableList } from './GroupableList.tsx';

/** Adds ungrouped dictations with the same provider, location, and date to a group. */
export function GroupAddDialog({
  group,
  onClose,
}: {
  readonly group: DictationGroup;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const groupable = useGroupable(group.procedureDate, group.providerId, group.locationId);
  const chosen = groupable.selection.rows;
  const [isSubmitted, setSubmitted] = useState(false);
  const add = useEndpointMutation(groupAdd, { alsoChanges: ['Dictations'] });
  const submit = () => {
    setSubmitted(true);
    if (chosen.length === 0) return;
    add.mutate(
      { params: { id: group.id }, body: { dictationIds: chosen.map(({ id }) => id) } },
      {
        onSuccess: () => {
          toast.success(`${dictationCountText(chosen.length)} added`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog title={`Add to ${group.groupName}`} size="sm" onClose={onClose}>
      <GroupableList {...groupable} />
      {isSubmitted && chosen.length === 0 ? (
        <Alert severity="warning" sx={{ mt: 2 }}>
          Please select at least one dictation
        </Alert>
      ) : null}
      {add.error === null ? null : (
        <Alert severity="error" sx={{ mt: 2 }}>
          {explainError(add.error, 'Failed to add dictations')}
        </Alert>
      )}
      <DialogActions sx={{ px: 0, pb: 0 }}>
        <Button onClick={onClose} disabled={add.isPending}>
          Cancel
        </Button>
        <Button variant="contained" loading={add.isPending} onClick={submit}>
          Add
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
