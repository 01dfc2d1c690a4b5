import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, FormControlLabel, Switch } from '@mui/material';
import { DOCUMENT_SORT_KEYS, documentExport, documentList } from '@portal/contract/documents';
import { DOCUMENT_TYPES } from '@portal/domain/document';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { PatientPicker } from '#pickers/PatientPicker.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import type { FilterKind, ListOptions } from '#ui/list-url.ts';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { useVisibleColumns } from '#ui/list-view/use-visible-columns.ts';
import { ViewMenu } from '#ui/list-view/ViewMenu.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { useDocumentBulk } from './DocumentBulk.tsx';
import { useDocumentActions } from './document-actions.tsx';
import { DOCUMENT_COLUMNS } from './document-columns.tsx';
import { TYPE_OPTIONS } from './document-labels.ts';
import { usePatientFilter } from '#pickers/use-patient-filter.ts';

const LIST = {
  sortKeys: DOCUMENT_SORT_KEYS,
  defaultSort: { orderBy: 'createdAt', sortDirection: 'desc' },
  filters: { type: DOCUMENT_TYPES, patientId: 'id', deleted: ['true'] },
  hidesSearch: true,
} as const satisfies ListOptions<string, Record<string, FilterKind>>;

/** /documents: the document list. */
export function DocumentsPage() {
  const { can } = useAccess();
  const { pageSize } = useCurrentUser().preferences;
  const state = useListState(useMemo(() => ({ ...LIST, defaultPageSize: pageSize }), [pageSize]));
  const { type, patientId } = state.filters;
  // A shared link must not cause an error for users who may not see deleted documents.
  const showsDeleted = can('Document.Delete') && state.filters.deleted === 'true';
  const filters = {
    search: state.search,
    ...(type === '' ? {} : { type }),
    ...(patientId === '' ? {} : { patientId }),
    ...(showsDeleted ? { deleted: 'true' as const } : {}),
  };
  const { data, error, isFetching, refetch } = useEndpointQuery(
    documentList,
    { query: { ...state.query, ...filters } },
    { placeholderData: keepPreviousData },
  );
  const patient = usePatientFilter(patientId, data?.data);
  const actions = useDocumentActions();
  const { selection, bulkActions, dialog } = useDocumentBulk(data?.data, { isOff: showsDeleted });
  const upload = can('Document.Upload') ? (
    <NewLink to="/documents/upload" icon={<UploadFileOutlinedIcon />}>
      Upload Document
    </NewLink>
  ) : null;
  return (
    <PageContent>
      <PageHeader
        title="Documents"
        tools={
          <ViewMenu list="documents" state={state} columns={DOCUMENT_COLUMNS}>
            <ExportItem endpoint={documentExport} input={{ body: filters }} fallbackName="documents.csv" />
          </ViewMenu>
        }
        actions={upload}
      />
      <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
        <LiveSearchBox
          value={state.search}
          onSearch={state.setLiveSearch}
          label="Search documents"
          placeholder="Patient, file name, or note..."
        />
        <FilterSelect
          label="Document Type"
          value={type}
          options={TYPE_OPTIONS}
          onChange={(value) => state.setFilter('type', value)}
        />
        {can('Patient.View') ? (
          <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 360 } }}>
            <PatientPicker
              value={patient.value}
              onChange={(choice) => {
                patient.remember(choice);
                state.setFilter('patientId', choice?.id ?? '');
              }}
            />
          </Box>
        ) : null}
        {can('Document.Delete') ? (
          <FormControlLabel
            label="Show deleted"
            control={
              <Switch
                checked={showsDeleted}
                onChange={(_event, checked) => state.setFilter('deleted', checked ? 'true' : '')}
              />
            }
          />
        ) : null}
      </FilterBar>
      <DataTable
        label="Documents"
        columns={useVisibleColumns(DOCUMENT_COLUMNS)}
        rows={data?.data}
        totalCount={data?.totalCount}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={({ fileName }) => fileName}
        state={state}
        isFetching={isFetching}
        error={error}
        errorFallback="Failed to fetch documents"
        onRetry={() => void refetch()}
        emptyText={emptyText(showsDeleted, state.isFiltered, state.search !== '')}
        actions={actions}
        selection={selection}
        bulkActions={bulkActions}
      />
      {dialog}
    </PageContent>
  );
}

function emptyText(showsDeleted: boolean, isFiltered: boolean, isSearch: boolean): string {
  if (showsDeleted && !isSearch)
    return 'No deleted documents. Documents can be restored for 30 days after they are deleted.';
  return isFiltered ? 'No documents match the filters' : 'No documents found';
}
