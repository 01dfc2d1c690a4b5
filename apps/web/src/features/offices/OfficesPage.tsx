import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined';
import SecurityOutlined from '@mui/icons-material/SecurityOutlined';
import { Button } from '@mui/material';
import { officeDelete, officeList, type Office } from '@portal/contract/offices';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { browserPage } from '#ui/browser-list.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { SwitchFilter } from '#ui/list-filters.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ListPage } from '#ui/ListPage.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { OFFICE_COLUMNS, OFFICE_SORT_KEYS } from './office-columns.tsx';

const ImportOfficesDialog = lazyPart(
  async () => (await import('./ImportOfficesDialog.tsx')).ImportOfficesDialog,
  {
    waiting: null,
    failed: (failure, { onClose }) => <PartFailureDialog open onClose={onClose} failure={failure} />,
  },
);

const LIST = {
  sortKeys: OFFICE_SORT_KEYS,
  defaultSort: { orderBy: 'name', sortDirection: 'asc' },
  filters: INACTIVE_FILTER,
} as const;

/** Office Management. Filtering, sorting and paging happen in the browser. */
export function OfficesPage() {
  const list = usePreferredListState(LIST);
  const showsInactive = list.filters.inactive === 'true';
  const input = { query: showsInactive ? { includeInactive: 'true' as const } : {} };
  const offices = useListQuery(officeList, input);
  useLiveRefresh(officeList, input, ({ entityType }) => entityType === 'Office');
  const asksDelete = useDeletion();
  return (
    <ListPage
      title="Office Management"
      list={list}
      query={offices}
      found={(rows) =>
        browserPage({
          rows,
          search: list.search,
          searchTexts: ({ name, address, city, state, zipCode, npi }) => [
            name,
            address,
            city,
            state,
            zipCode,
            npi,
          ],
          // Counts are undefined for users without Admin.ManageOffices.
          sortValues: {
            name: ({ name }) => name,
            city: ({ city }) => city,
            state: ({ state, zipCode }) => `${state} ${zipCode}`,
            phone: ({ phone }) => phone,
            userCount: ({ userCount }) => userCount,
            ipWhitelistCount: ({ ipWhitelists }) => ipWhitelists?.length,
          },
          state: list,
        })
      }
      buttons={
        <>
          <Button
            component={RouterLink}
            to="/offices/letterhead"
            variant="outlined"
            startIcon={<ArticleOutlined />}
          >
            Letterhead
          </Button>
          <ImportButton />
        </>
      }
      add={{ label: 'Add Office', to: '/offices/new' }}
      search={{
        label: 'Search offices',
        placeholder: 'Search by name, address, city, state or ZIP...',
      }}
      filters={<SwitchFilter list={list} name="inactive" label="Show inactive" />}
      label="Offices"
      columns={OFFICE_COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      errorFallback="Failed to fetch offices"
      emptyText={list.search === '' ? 'No offices found' : 'No offices found matching your search criteria'}
      actions={[
        { label: 'Edit', icon: <EditOutlined fontSize="small" />, to: ({ id }) => `/offices/${id}/edit` },
        {
          label: 'Manage IP whitelist',
          icon: <SecurityOutlined fontSize="small" />,
          to: ({ id }) => `/offices/${id}/ip-whitelist`,
        },
        { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, asks: asksDelete },
      ]}
    />
  );
}

function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<FileUploadOutlinedIcon />} onClick={() => setOpen(true)}>
        Import
      </Button>
      {isOpen ? <ImportOfficesDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Asks before an office is deleted, or says why an office with users cannot be. */
function useDeletion() {
  const remove = useEndpointMutation(officeDelete);
  const navigate = useNavigate();
  return ({ id, name, userCount = 0 }: Office): Question =>
    userCount > 0
      ? {
          newsOf: id,
          title: 'This office cannot be deleted',
          text: `${userCount === 1 ? '1 user belongs' : `${userCount} users belong`} to ${name}. Move them to another office first, or make this office inactive.`,
          confirmLabel: 'Edit office',
          cancelLabel: 'Close',
          onConfirm: async () => navigate(`/offices/${id}/edit`),
        }
      : {
          newsOf: id,
          title: 'Delete office?',
          text: `${name} and its IP whitelist will be deleted. This cannot be undone.`,
          confirmLabel: 'Delete',
          isDanger: true,
          records: [name],
          errorFallback: 'Failed to delete office',
          onConfirm: async () => {
            await remove.mutateAsync({ params: { id } });
            return `${name} was deleted`;
          },
        };
}
