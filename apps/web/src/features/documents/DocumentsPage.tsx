import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { DOCUMENT_SORT_KEYS, documentExport, documentList } from '@portal/contract/documents';
import { DOCUMENT_TYPES } from '@portal/domain/document';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { PatientFilter } from '#pickers/PatientFilter.tsx';
import { SelectFilter, SwitchFilter } from '#ui/list-filters.tsx';
import { filterQuery } from '#ui/list-url.ts';
import { ListPage } from '#ui/ListPage.tsx';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { useDocumentBulk } from './DocumentBulk.tsx';
import { useDocumentActions } from './document-actions.tsx';
import { DOCUMENT_COLUMNS } from './document-columns.tsx';
import { TYPE_OPTIONS } from './document-labels.ts';

const LIST = {
  sortKeys: DOCUMENT_SORT_KEYS,
  defaultSort: { orderBy: 'createdAt', sortDirection: 'desc' },
  filters: { type: DOCUMENT_TYPES, patientId: 'id', deleted: ['true'] },
  hidesSearch: true,
} as const;

/** /documents: the document list. */
export function DocumentsPage() {
  const { can } = useAccess();
  const list = usePreferredListState(LIST);
  const mayDelete = can('Document.Delete');
  const { deleted, ...others } = filterQuery(list.filters);
  // A shared link must not cause an error for users who may not see deleted documents.
  const filters = { search: list.search, ...others, ...(mayDelete && deleted && { deleted }) };
  const documents = useListQuery(documentList, { query: { ...list.query, ...filters } });
  const rows = documents.data?.data;
  const showsDeleted = filters.deleted === 'true';
  return (
    <ListPage
      title="Documents"
      list={list}
      query={documents}
      add={
        can('Document.Upload')
          ? { label: 'Upload Document', to: '/documents/upload', icon: <UploadFileOutlinedIcon /> }
          : undefined
      }
      view="documents"
      exportItem={
        <ExportItem endpoint={documentExport} input={{ body: filters }} fallbackName="documents.csv" />
      }
      search={{
        label: 'Search documents',
        placeholder: 'Patient, file name, or note...',
        isLive: true,
      }}
      filters={
        <>
          <SelectFilter list={list} name="type" label="Document Type" options={TYPE_OPTIONS} />
          {can('Patient.View') ? <PatientFilter list={list} rows={rows} /> : null}
          {mayDelete ? <SwitchFilter list={list} name="deleted" label="Show deleted" /> : null}
        </>
      }
      label="Documents"
      columns={DOCUMENT_COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ fileName }) => fileName}
      errorFallback="Failed to fetch documents"
      emptyText={emptyText(showsDeleted, list.isFiltered, list.search !== '')}
      actions={useDocumentActions()}
      bulk={useDocumentBulk(rows, { isOff: showsDeleted })}
    />
  );
}

function emptyText(showsDeleted: boolean, isFiltered: boolean, isSearch: boolean): string {
  if (showsDeleted && !isSearch)
    return 'No deleted documents. Documents can be restored for 30 days after they are deleted.';
  return isFiltered ? 'No documents match the filters' : 'No documents found';
}
