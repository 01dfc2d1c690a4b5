import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Button, Stack, Typography } from '@mui/material';
import {
  DICTATION_SORT_KEYS,
  dictationList,
  type DictationRow,
  type DictationSortKey,
} from '@portal/contract/dictations';
import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { useMemo, useState } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import { filterQuery, rangeProblem } from '#ui/list-url.ts';
import { useVisibleColumns } from '#ui/list-view/use-visible-columns.ts';
import { ViewMenu } from '#ui/list-view/ViewMenu.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { usePreferredListState, type ListState } from '#ui/use-list-state.ts';
import { BatchProgress } from '../print/BatchProgress.tsx';
import { BatchStatusDialog } from './BatchStatusDialog.tsx';
import { dictationColumns } from './dictation-columns.tsx';
import {
  CO_SIGNATURE_FILTERS,
  CO_SIGNATURE_OPTIONS,
  dictationCountText,
  STATUS_OPTIONS,
} from '../dictation-labels.ts';
import { useProviders, useTemplates } from '../session/use-choices.ts';
import { DictationTable } from './DictationTable.tsx';
import { useDictationActions } from './use-dictation-actions.ts';
import { useBatchPrint } from '../print/use-dictation-files.ts';

const LIST = {
  sortKeys: DICTATION_SORT_KEYS,
  defaultSort: { orderBy: 'procedureDate', sortDirection: 'desc' },
  filters: {
    templateId: 'id',
    providerId: 'id',
    status: DICTATION_STATUSES,
    coSignature: CO_SIGNATURE_FILTERS,
    startDate: 'text',
    endDate: 'text',
  },
  hidesSearch: true,
} as const;

/** The tab that searches all dictations by patient, template, provider, status, and dates. */
export function FindDictations() {
  const { can } = useAccess();
  const { id: userId } = useCurrentUser();
  const state = usePreferredListState(LIST);
  const times = usePracticeTimes();
  const columns = useMemo(() => dictationColumns(times), [times]);
  const [changing, setChanging] = useState<readonly DictationRow[] | null>(null);
  const batch = useBatchPrint('Failed to batch print');
  const actions = useDictationActions();
  const rangeError = rangeProblem(state.filters);
  const { coSignature, ...filters } = filterQuery(state.filters);
  const answer = useListQuery(
    dictationList,
    {
      query: {
        ...state.query,
        ...(state.search !== '' && { search: state.search }),
        ...filters,
        ...(coSignature === 'Mine'
          ? { coSignature: 'Awaiting' as const, supervisorId: userId }
          : coSignature !== undefined && { coSignature }),
      },
    },
    { enabled: rangeError === undefined },
  );
  const selection = useRowSelection(rangeError === undefined ? answer.data?.data : undefined);
  const { rows } = selection;
  return (
    <>
      <Filters list={state} rangeError={rangeError} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Button
          variant="outlined"
          startIcon={<PrintOutlinedIcon />}
          loading={batch.printing > 0}
          loadingPosition="start"
          onClick={() => batch.print(rows.map(({ id }) => id))}
        >
          Print Selected
        </Button>
        {can('Dictation.Edit') ? (
          <Button variant="outlined" disabled={rows.length === 0} onClick={() => setChanging(rows)}>
            Change Status
          </Button>
        ) : null}
        <ViewMenu list="dictations" state={state} columns={columns} />
        {rows.length === 0 ? null : (
          <>
            <Typography color="textSecondary">{dictationCountText(rows.length)} selected</Typography>
            <Button onClick={selection.clear}>Clear selection</Button>
          </>
        )}
      </Stack>
      <BatchProgress count={batch.printing} />
      <DictationTable
        columns={useVisibleColumns(columns)}
        query={answer}
        isInvalid={rangeError !== undefined}
        list={state}
        selection={selection}
        emptyText={state.isFiltered ? 'No dictations match the filters' : 'No dictations found'}
        actions={actions}
      />
      {changing === null ? null : (
        <BatchStatusDialog dictations={changing} onDone={selection.clear} onClose={() => setChanging(null)} />
      )}
    </>
  );
}

interface FiltersProps {
  readonly list: ListState<DictationSortKey, (typeof LIST)['filters']>;
  readonly rangeError: string | undefined;
}

function Filters({ list, rangeError }: FiltersProps) {
  const providers = useProviders().options ?? [];
  const { roles } = useCurrentUser();
  const coSignatures = CO_SIGNATURE_OPTIONS.filter(
    ({ value }) => value !== 'Mine' || roles.includes('ProviderPhysician'),
  );
  const templates = useTemplates().templates.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FilterBar
      list={list}
      main={
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          label="Search patient"
          placeholder="Patient name, MRN, or date of birth..."
        />
      }
    >
      <SelectFilter list={list} name="templateId" label="Template" options={templates} />
      <SelectFilter list={list} name="providerId" label="Provider" options={providers} />
      <SelectFilter list={list} name="status" label="Status" options={STATUS_OPTIONS} />
      <SelectFilter list={list} name="coSignature" label="Co-Signature" options={coSignatures} />
      <FilterDateRange value={list.filters} error={rangeError} onChange={list.setFilter} />
    </FilterBar>
  );
}
