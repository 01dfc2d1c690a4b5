import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Typography } from '@mui/material';
import { DOCUMENT_SORT_KEYS, documentList } from '@portal/contract/documents';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { useDocumentActions } from './document-actions.tsx';
import { PATIENT_DOCUMENT_COLUMNS } from './document-columns.tsx';

const LIST = {
  sortKeys: DOCUMENT_SORT_KEYS,
  defaultSort: { orderBy: 'createdAt', sortDirection: 'desc' },
  defaultPageSize: 10,
  filters: {},
} as const;

/** The Documents tab of the patient page. */
export function PatientDocuments({ patientId }: { readonly patientId: string }) {
  const { can } = useAccess();
  const list = useListState(LIST);
  const documents = useListQuery(documentList, { query: { ...list.query, patientId } });
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
      <ListTable
        label="Documents"
        list={list}
        query={documents}
        columns={PATIENT_DOCUMENT_COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ fileName }) => fileName}
        errorFallback="Failed to fetch documents"
        emptyText="No documents for this patient"
        actions={useDocumentActions()}
      />
    </>
  );
}
