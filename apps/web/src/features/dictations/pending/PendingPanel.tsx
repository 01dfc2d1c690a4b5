import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dictationPending } from '@portal/contract/dictations';
import type { DictationRow } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { Column } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { PatientCell, StatusCell } from '../lists/dictation-columns.tsx';
import { dictationName } from '../dictation-labels.ts';
import { SignDialog } from '../signing/SignDialog.tsx';
import { usePendingActions } from './use-pending-actions.ts';

const COLUMNS: readonly Column<DictationRow, never>[] = [
  { id: 'patient', header: 'Patient', render: (row) => <PatientCell row={row} /> },
  {
    id: 'procedure',
    header: 'Procedure',
    render: ({ templateName, procedureDate }) => (
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {templateName}
        <Typography variant="caption" color="textSecondary" component="div">
          {formatDateUs(procedureDate)}
        </Typography>
      </Box>
    ),
  },
  { id: 'status', header: 'Status', render: (row) => <StatusCell row={row} /> },
];

/** Saved and completed dictations awaiting the user's signature. */
export function PendingPanel() {
  const input = { query: { providerId: useCurrentUser().id } };
  const { data, error, refetch } = useEndpointQuery(dictationPending, input);
  useLiveRefresh(dictationPending, input, ({ entityType }) => entityType === 'Dictation');
  const box = useRef<HTMLDivElement>(null);
  const onSigned = useFocusNext(data, box);
  const [signing, setSigning] = useState<DictationRow | null>(null);
  const actions = usePendingActions(setSigning);
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
 * Moves the focus to the next Sign button after a dictation is signed and leaves the list, so several can be signed from the
 * keyboard. Returns a function to call with the ID of the signed dictation.
 */
function useFocusNext(
  rows: readonly DictationRow[] | undefined,
  box: RefObject<HTMLDivElement | null>,
): (id: string) => void {
  const signed = useRef<{ readonly id: string; readonly place: number } | null>(null);
  useEffect(() => {
    if (signed.current === null || rows?.some(({ id }) => id === signed.current?.id) === true) return;
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('button[aria-label^="Sign "]') ?? [])];
    (buttons[signed.current.place] ?? buttons.at(-1))?.focus();
    signed.current = null;
  }, [rows, box]);
  return (id) => {
    signed.current = { id, place: rows?.findIndex((row) => row.id === id) ?? 0 };
  };
}
