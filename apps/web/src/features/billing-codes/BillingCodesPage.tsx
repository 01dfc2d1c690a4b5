import AddIcon from '@mui/icons-material/Add';
import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Button } from '@mui/material';
import { billingCodeExport, billingCodeSearch } from '@portal/contract/billing-codes';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { ExportButton } from '#ui/ExportButton.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { AddCodeDialog } from './AddCodeDialog.tsx';
import { SearchWordsDialog } from './SearchWordsDialog.tsx';
import { CODE_LIST, CODE_TABS } from './code-list.ts';
import { CodeTable } from './CodeTable.tsx';

const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog, {
  waiting: null,
  failed: (failure, { onClose }) => <PartFailureDialog open onClose={onClose} failure={failure} />,
});

/** Billing Codes page: the catalog of procedure and diagnosis codes. */
export function BillingCodesPage() {
  const [params] = useSearchParams();
  const list = useListState(CODE_LIST);
  const tab = CODE_TABS.find(({ id }) => id === params.get('tab')) ?? CODE_TABS[0];
  const filters = {
    codeType: tab.codeType,
    searchTerm: list.search,
    isActive: list.filters.inactive === 'true' ? null : true,
  };
  const refresh = useInvalidateArea();
  const [open, setOpen] = useState<'add' | 'import' | 'words' | null>(null);
  const close = () => setOpen(null);
  const table = <CodeTable list={list} filters={filters} />;
  return (
    <PageContent>
      <PageHeader
        title="Billing Codes"
        actions={
          <>
            <Button
              variant="outlined"
              startIcon={<RefreshIcon />}
              onClick={() => void refresh(billingCodeSearch.tag)}
            >
              Refresh
            </Button>
            <Button variant="outlined" onClick={() => setOpen('words')}>
              Search Words
            </Button>
            <ExportButton
              endpoint={billingCodeExport}
              input={{ body: filters }}
              fallbackName="billing-codes.csv"
              errorFallback="Failed to export billing codes"
            >
              Export
            </ExportButton>
            <Button
              variant="outlined"
              startIcon={<FileUploadOutlinedIcon />}
              onClick={() => setOpen('import')}
            >
              Import
            </Button>
            <Button
              variant="contained"
              startIcon={<AddIcon />}
              aria-keyshortcuts="n"
              onClick={() => setOpen('add')}
            >
              Add
            </Button>
          </>
        }
      />
      <PageTabs
        label="Code types"
        keeps={['search', 'inactive', 'pageSize']}
        tabs={[
          { ...CODE_TABS[0], content: table },
          { ...CODE_TABS[1], content: table },
          { ...CODE_TABS[2], content: table },
        ]}
      />
      {open === 'add' ? <AddCodeDialog codeType={tab.codeType} onClose={close} /> : null}
      {open === 'words' ? <SearchWordsDialog onClose={close} /> : null}
      {open === 'import' ? <ImportDialog onClose={close} /> : null}
    </PageContent>
  );
}
