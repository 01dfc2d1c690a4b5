import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button } from '@mui/material';
import { dictationRecent, RECENT_COUNT } from '@portal/contract/dictations';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { BatchProgress } from '../print/BatchProgress.tsx';
import { recentColumns } from './dictation-columns.tsx';
import { dictationName } from '../dictation-labels.ts';
import { useDictationActions } from './use-dictation-actions.ts';
import { useBatchPrint } from '../print/use-dictation-files.ts';

const INPUT = { query: { count: String(RECENT_COUNT) } };

/** The user's most recent dictations as author or provider. A failed load is ignored. */
export function RecentDictations() {
  const { data, error } = useEndpointQuery(dictationRecent, INPUT);
  const times = usePracticeTimes();
  const columns = useMemo(() => recentColumns(times), [times]);
  const actions = useDictationActions();
  const selection = useRowSelection(data);
  const { rows } = selection;
  const batch = useBatchPrint('Failed to batch print');
  return (
    <Section
      title="Recent Dictations"
      actions={
        <Button
          variant="outlined"
          size="small"
          startIcon={<PrintOutlinedIcon />}
          loading={batch.printing > 0}
          loadingPosition="start"
          onClick={() => batch.print(rows.map(({ id }) => id))}
        >
          {rows.length === 0 ? 'Print Selected' : `Print Selected (${rows.length})`}
        </Button>
      }
    >
      <BatchProgress count={batch.printing} />
      <Box sx={{ overflowX: 'auto', mx: -2, mb: -2 }}>
        <PlainTable
          label="Recent Dictations"
          columns={columns}
          rows={data ?? []}
          rowKey={({ id }) => id}
          rowLabel={dictationName}
          actions={actions}
          selection={selection}
          message={
            data === undefined && error === null ? (
              <EmptyState text="Loading..." />
            ) : (data?.length ?? 0) === 0 ? (
              <EmptyState text="No dictations yet" />
            ) : null
          }
        />
      </Box>
    </Section>
  );
}
