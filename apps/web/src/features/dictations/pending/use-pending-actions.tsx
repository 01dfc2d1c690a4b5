import DrawOutlinedIcon from '@mui/icons-material/DrawOutlined';
import FactCheckOutlinedIcon from '@mui/icons-material/FactCheckOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { dictationBatchStatus } from '@portal/contract/dictations';
import type { DictationRow } from '@portal/contract/dictations';
import { maySign } from '@portal/domain/roles';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { dictationName } from '../dictation-labels.ts';
import { SignDialog } from '../signing/SignDialog.tsx';
import { EDIT_ACTION } from '../lists/use-dictation-actions.tsx';
import { usePrintDictation } from '../print/use-dictation-files.ts';

/** Row actions of pending dictations: Edit, Mark reviewed (saved ones only), Print, and Sign. */
export function usePendingActions(onSigned: (id: string) => void): {
  readonly actions: readonly RowAction<DictationRow>[];
  readonly dialog: ReactNode;
} {
  const { can } = useAccess();
  const signs = maySign(useCurrentUser().roles);
  const toast = useToast();
  const review = useEndpointMutation(dictationBatchStatus, { alsoChanges: ['Dictation groups'] });
  const { print, isPrinting } = usePrintDictation({ isSilent: true });
  const [signing, setSigning] = useState<DictationRow | null>(null);
  const markReviewed = (row: DictationRow) =>
    review.mutate(
      { body: { dictationIds: [row.id], newStatus: 'Completed' } },
      {
        onSuccess: () => toast.success(`${dictationName(row)} marked as reviewed`),
        onError: (error) => toast.error(explainError(error, 'Failed to change the status')),
      },
    );
  const actions: RowAction<DictationRow>[] = [];
  if (can('Dictation.Edit')) actions.push(EDIT_ACTION);
  if (signs && can('Dictation.Edit'))
    actions.push({
      label: 'Mark reviewed',
      icon: <FactCheckOutlinedIcon fontSize="small" />,
      onClick: markReviewed,
      isHidden: ({ status }) => status !== 'Saved',
      isDisabled: () => review.isPending,
    });
  actions.push({
    label: 'Print',
    icon: <PrintOutlinedIcon fontSize="small" />,
    onClick: ({ id }) => print(id),
    isDisabled: () => isPrinting,
  });
  if (signs)
    actions.push({ label: 'Sign', icon: <DrawOutlinedIcon fontSize="small" />, onClick: setSigning });
  return {
    actions,
    dialog: <SignDialog dictation={signing} onSigned={onSigned} onClose={() => setSigning(null)} />,
  };
}
