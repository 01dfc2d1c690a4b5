import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Typography } from '@mui/material';
import { DOCUMENT_SORT_KEYS, documentList } from '@portal/contract/documents';
import { keepPreviousData } from '@tanstack/react-query';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import type { ListOptions } from '#ui/list-url.ts';
import { NewLink } from '#ui/NewLink.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { useDocumentActions } from './document-actions.tsx';
import { PATIENT_DOCUMENT_COLUMNS } from './document-columns.tsx';

const LIST = {
  sortKeys: DOCUMENT_SORT_KEYS,
  defaultSort: { orderBy: 'createdAt', sortDirection: 'desc' },
  defaultPageSize: 10,
  filters: {},
} as const satisfies ListOptions<string, Record<string, never>>;

/** The Documents tab of the patient page. */
export function PatientDocuments({ patientId }: { readonly patientId: string }) {
  const { can } = useAccess();
  const state = useListState(LIST);
  const actions = useDocumentActions();
  const { data, error, isFetching, refetch } = useEndpointQuery(
    documentList,
    { query: { ...state.query, patientId } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      {can('Document.Upload') ? (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 2, mb: 1.5 }}>
          <Typography variant="body2" color="textSecondary" sx={{ display: { xs: 'none', md: 'block' } }}>
            You can drop files anywhere on this page
          </Typography>
          <NewLink
            to={`/documents/upload?patientId=${patientId}`}
            variant="outlined"
            icon={<UploadFileOutlinedIcon />}
          >
            Upload Document
          </NewLink>
        </Box>
      ) : null}
      <DataTable
        label="Documents"
        columns={PATIENT_DOCUMENT_COLUMNS}
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
        emptyText="No documents for this patient"
        actions={actions}
      />
    </>
  );
}
