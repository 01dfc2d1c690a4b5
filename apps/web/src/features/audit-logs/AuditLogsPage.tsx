import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { AUDIT_SORTED_LIMIT, auditExport, auditList, type AuditEntry } from '@portal/contract/audit';
import { systemState } from '@portal/contract/system';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useEndpointQuery, useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ExportButton } from '#ui/ExportButton.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { auditColumns } from './audit-columns.tsx';
import { AUDIT_LIST, auditFilter, isReversed } from './audit-list.ts';
import { AuditEntryDrawer } from './AuditEntryDrawer.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditPictures } from './AuditPictures.tsx';
import { AuditSummaryCards } from './AuditSummaryCards.tsx';
import { NamedEntities } from './EntityCell.tsx';
import { entryText } from './entity-labels.ts';
import { useLatestVerification } from './use-verification.ts';
import { firstBadText } from './verification-text.ts';

const NONE: readonly AuditEntry[] = [];
const limit = new Intl.NumberFormat('en-US').format(AUDIT_SORTED_LIMIT);

/** Says why the system status is not Healthy, and what to do. */
function StatusReasons() {
  const state = useEndpointQuery(systemState, {}).data;
  if (state === undefined || state.reasons.length === 0) return null;
  return (
    <Alert severity={state.status === 'Down' ? 'error' : 'warning'}>
      <AlertTitle>System Status: {state.status}</AlertTitle>
      {state.reasons.map(({ text }) => (
        <Typography key={text} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      ))}
    </Alert>
  );
}

/** Alert shown when the last verification found tampering: what was found, and what to do. */
function TamperAlert() {
  const times = usePracticeTimes();
  const { data } = useLatestVerification();
  const latest = data?.latest;
  if (latest?.outcome !== 'tampered') return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      <AlertTitle component="h2">The audit log has been tampered with</AlertTitle>
      {latest.firstBad === null ? null : `${firstBadText(latest.firstBad, times)} `}
      Do not modify the database or its backups, and notify your privacy or security officer. System Status
      stays Degraded until a later verification passes.
    </Alert>
  );
}

const NAME = 'entry';

/** The open entry. It is stored in the URL, so that Back closes it and a shared link opens it. */
function useOpenEntry(): {
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const open = useCallback(
    (id: string) =>
      setParams((now) => [...[...now].filter(([name]) => name !== NAME), [NAME, id]], { state }),
    [setParams, state],
  );
  const close = useCallback(
    // Replaces the history entry, so that Back does not open it again.
    () => setParams((now) => [...now].filter(([name]) => name !== NAME), { replace: true, state }),
    [setParams, state],
  );
  return { id: params.get(NAME), open, close };
}

/** /audit-logs. */
export function AuditLogsPage() {
  const state = useListState(AUDIT_LIST);
  const { filters } = state;
  const reversed = isReversed(filters);
  const times = usePracticeTimes();
  const zone = times.practice?.timeZone;
  // The days of the filters are the practice's.
  const hasDates = filters.startDate !== '' || filters.endDate !== '';
  const logs = useListQuery(
    auditList,
    { query: { ...state.query, ...auditFilter(filters, state.search, zone ?? 'UTC') } },
    { enabled: !reversed && (zone !== undefined || !hasDates) },
  );
  const rows = reversed ? NONE : logs.data?.logs;
  const entry = useOpenEntry();
  const { open } = entry;
  const columns = useMemo(() => auditColumns({ times, onOpen: open }), [times, open]);
  return (
    <PageContent>
      <PageHeader
        title="Audit Logs"
        actions={
          <ExportButton
            endpoint={auditExport}
            input={{ body: auditFilter(filters, state.search, zone ?? 'UTC') }}
            fallbackName="audit_logs.csv"
            errorFallback="Failed to export audit logs"
            variant="contained"
            disabled={reversed || zone === undefined}
          />
        }
      />
      <TamperAlert />
      <StatusReasons />
      <AuditSummaryCards onUser={(id) => state.setFilter('userId', id)} />
      <AuditFilters state={state} rows={rows} />
      {logs.data?.coversNewestOnly === true && !reversed ? (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          When sorted by this column, only the newest {limit} matching entries are included. Choose a start
          and end date to sort older entries.
        </Alert>
      ) : null}
      <NamedEntities entries={rows ?? NONE}>
        <ListTable
          label="Audit Logs"
          columns={columns}
          list={state}
          query={logs}
          found={({ logs: entries, ...total }) => ({ rows: entries, ...total })}
          isInvalid={reversed}
          rowKey={({ id }) => id}
          rowLabel={entryText}
          errorFallback="Failed to fetch audit logs"
          emptyText={emptyText(reversed, state.isFiltered)}
        />
      </NamedEntities>
      <Box sx={{ mt: 3 }}>
        <AuditPictures filters={filters} />
      </Box>
      <AuditEntryDrawer id={entry.id} onClose={entry.close} />
    </PageContent>
  );
}

function emptyText(reversed: boolean, isFiltered: boolean): string {
  if (reversed) return 'The end date must not be before the start date';
  return isFiltered ? 'No entries match the filters' : 'No audit entries found';
}
