import { Box } from '@mui/material';
import { dictationPending, type DictationRow } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { maySign } from '@portal/domain/roles';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import type { Column, RowAction } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { PATIENT_PARTS, STATUS_PARTS } from '../lists/dictation-columns.tsx';
import { dictationName } from '../dictation-labels.ts';
import { EDIT, MARK_REVIEWED, PRINT, SIGN } from '../lists/row-actions.tsx';
import { usePrintDictation } from '../print/use-dictation-files.ts';
import { SignDialog } from '../signing/SignDialog.tsx';
import { useMarkReviewed } from './use-mark-reviewed.ts';

const COLUMNS: readonly Column<DictationRow, never>[] = [
  PATIENT_PARTS,
  {
    id: 'procedure',
    header: 'Procedure',
    render: ({ templateName }) => templateName,
    caption: ({ procedureDate }) => formatDateUs(procedureDate),
  },
  STATUS_PARTS,
];

/** Row actions of pending dictations: Edit, Mark reviewed (saved ones only), Print, and Sign. */
function usePendingActions(onSign: (row: DictationRow) => void): readonly RowAction<DictationRow>[] {
  const { can } = useAccess();
  const signs = maySign(useCurrentUser().roles);
  const { review, isReviewing } = useMarkReviewed();
  const { print, isPrinting } = usePrintDictation({ isSilent: true });
  const actions: RowAction<DictationRow>[] = [];
  if (can('Dictation.Edit')) actions.push(EDIT);
  if (signs && can('Dictation.Edit'))
    actions.push({
      ...MARK_REVIEWED,
      onClick: (row) => review(row.id, `${dictationName(row)} marked as reviewed`),
      isHidden: ({ status }) => status !== 'Saved',
      isDisabled: () => isReviewing,
    });
  actions.push({ ...PRINT, onClick: ({ id }) => print(id), isDisabled: () => isPrinting });
  if (signs) actions.push({ ...SIGN, onClick: onSign });
  return actions;
}

/** Saved and completed dictations awaiting the user's signature. */
export function PendingPanel() {
  const input = { query: { providerId: useCurrentUser().id } };
  const { data, error, refetch } = useEndpointQuery(dictationPending, input);
  useLiveRefresh(dictationPending, input, ({ entityType }) => entityType === 'Dictation');
  const box = useRef<HTMLDivElement>(null);
  const { remember, onSigned } = useFocusNext(data, box);
  const [signing, setSigning] = useState<DictationRow | null>(null);
  const actions = usePendingActions((row) => {
    remember(row);
    setSigning(row);
  });
  const count = data?.length ?? 0;
  return (
    <Section title={count === 0 ? 'Pending Dictations' : `Pending Dictations (${count})`}>
      {error === null ? (
        <Box ref={box} sx={{ overflowX: 'auto', maxHeight: { sm: 420 }, mx: -2, mb: -2 }}>
          <PlainTable
            label="Pending Dictations"
            columns={COLUMNS}
            rows={data ?? []}
            rowKey={({ id }) => id}
            rowLabel={dictationName}
            actions={actions}
            message={
              data === undefined ? (
                <EmptyState text="Loading..." />
              ) : count === 0 ? (
                <EmptyState text="No dictations awaiting signature" />
              ) : null
            }
          />
        </Box>
      ) : (
        <ErrorPanel
          message={errorText(error, 'Failed to load pending dictations')}
          hint={errorHint(error)}
          onRetry={() => void refetch()}
        />
      )}
      <SignDialog dictation={signing} onSigned={onSigned} onClose={() => setSigning(null)} />
    </Section>
  );
}

/**
 * Moves the focus to the next Sign button once a signed dictation has left the list, so several can be signed from the keyboard.
 * Call `remember` with the dictation to sign, and `onSigned` when it is signed.
 */
function useFocusNext(rows: readonly DictationRow[] | undefined, box: RefObject<HTMLDivElement | null>) {
  const place = useRef(0);
  const [signedId, setSignedId] = useState<string | null>(null);
  const handledId = useRef<string | null>(null);
  useEffect(() => {
    if (signedId === handledId.current || rows?.some(({ id }) => id === signedId) === true) return;
    handledId.current = signedId;
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('button[aria-label^="Sign "]') ?? [])];
    (buttons[place.current] ?? buttons.at(-1))?.focus();
  }, [rows, signedId, box]);
  return {
    remember: ({ id }: DictationRow) => {
      place.current = rows?.findIndex((row) => row.id === id) ?? 0;
    },
    onSigned: setSignedId,
  };
}
