import AddIcon from '@mui/icons-material/Add';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import DrawOutlinedIcon from '@mui/icons-material/DrawOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Alert, Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material';
import {
  groupRemove,
  type DictationGroup,
  type DictationGroupDetail,
} from '@portal/contract/dictation-groups';
import type { DictationRow } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { maySign } from '@portal/domain/roles';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import type { Column, RowAction } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { REMOVE_FROM_GROUP, VIEW } from '../lists/row-actions.tsx';
import { BatchProgress } from '../print/BatchProgress.tsx';
import { PATIENT_PARTS, STATUS_PARTS } from '../lists/dictation-columns.tsx';
import { dictationName } from '../dictation-labels.ts';
import { GroupAddDialog } from './GroupAddDialog.tsx';
import { GroupChips } from './GroupChips.tsx';
import { GroupDeleteDialog, GroupSignDialog } from './GroupDialogs.tsx';
import { useBatchPrint } from '../print/use-dictation-files.ts';

const COLUMNS: readonly Column<DictationRow, never>[] = [
  PATIENT_PARTS,
  { id: 'template', header: 'Procedure', render: ({ templateName }) => templateName },
  STATUS_PARTS,
];

/** View and Remove row actions of a group. Remove is disabled once any dictation is signed; `problem` is the last error. */
function useGroupActions(group: DictationGroup): {
  readonly actions: readonly RowAction<DictationRow>[];
  readonly problem: string | null;
} {
  const { can } = useAccess();
  const toast = useToast();
  const remove = useEndpointMutation(groupRemove, { alsoChanges: ['Dictations'] });
  const actions: RowAction<DictationRow>[] = [VIEW];
  if (can('Dictation.Edit')) {
    actions.push({
      ...REMOVE_FROM_GROUP,
      isDisabled: () => group.signedCount > 0 || remove.isPending,
      onClick: (row) =>
        remove.mutate(
          { params: { id: group.id, dictationId: row.id } },
          { onSuccess: () => toast.success(`${dictationName(row)} removed from the group`) },
        ),
    });
  }
  return {
    actions,
    problem: remove.error === null ? null : explainError(remove.error, 'Failed to remove dictation'),
  };
}

interface GroupDetailProps {
  readonly group: DictationGroupDetail;
  readonly onClose: () => void;
}

/** The dictations in a group and the actions on it. */
export function GroupDetail({ group, onClose }: GroupDetailProps) {
  const { can } = useAccess();
  const user = useCurrentUser();
  const [question, setQuestion] = useState<'add' | 'delete' | 'sign' | null>(null);
  const batch = useBatchPrint('Failed to generate batch print');
  const { actions, problem } = useGroupActions(group);
  const { completedCount, signedCount, dictationCount } = group;
  const isAllSigned = dictationCount > 0 && signedCount === dictationCount;
  const isSigner = maySign(user.roles) && user.id === group.providerId;
  const close = () => setQuestion(null);
  return (
    <>
      <DialogContent sx={{ pt: 0 }}>
        <Stack spacing={1.5}>
          <Typography color="textSecondary">
            {group.providerName}, {group.locationName}, {formatDateUs(group.procedureDate)}
          </Typography>
          <GroupChips group={group} />
          {group.notes === null ? null : (
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{group.notes}</Typography>
          )}
          {isAllSigned ? <Alert severity="success">All dictations in this group are signed.</Alert> : null}
          {problem === null ? null : <Alert severity="error">{problem}</Alert>}
          <BatchProgress count={batch.printing} />
          <Box sx={{ overflowX: 'auto' }}>
            <PlainTable
              label="Dictations in the group"
              columns={COLUMNS}
              rows={group.dictations}
              rowKey={({ id }) => id}
              rowLabel={dictationName}
              actions={actions}
              message={
                group.dictations.length === 0 ? <EmptyState text="This group has no dictations" /> : null
              }
            />
          </Box>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > *': { ml: '0 !important' } }}>
        {can('Dictation.Edit') ? (
          <>
            <Button
              color="error"
              startIcon={<DeleteOutlinedIcon />}
              sx={{ mr: 'auto' }}
              onClick={() => setQuestion('delete')}
            >
              Delete Group
            </Button>
            <Button startIcon={<AddIcon />} onClick={() => setQuestion('add')}>
              Add Dictations
            </Button>
          </>
        ) : null}
        <Button
          startIcon={<PrintOutlinedIcon />}
          loading={batch.printing > 0}
          loadingPosition="start"
          onClick={() => batch.print(group.dictations.map(({ id }) => id))}
        >
          Print All
        </Button>
        {isSigner && completedCount > 0 && !isAllSigned ? (
          <Button variant="contained" startIcon={<DrawOutlinedIcon />} onClick={() => setQuestion('sign')}>
            Sign All Completed
          </Button>
        ) : null}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
      <GroupDeleteDialog group={group} open={question === 'delete'} onDeleted={onClose} onClose={close} />
      <GroupSignDialog group={group} open={question === 'sign'} onClose={close} />
      {question === 'add' ? <GroupAddDialog group={group} onClose={close} /> : null}
    </>
  );
}
