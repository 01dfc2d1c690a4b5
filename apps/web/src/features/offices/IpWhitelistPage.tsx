import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Alert, Button } from '@mui/material';
import {
  ipWhitelistDelete,
  ipWhitelistList,
  officeGet,
  type IpWhitelistEntry,
} from '@portal/contract/offices';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { browserPage } from '#ui/browser-list.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { useNow } from '#ui/use-now.ts';
import { RecordPart } from '#ui/RecordPart.tsx';
import { RemovedNotice } from '#ui/RemovedNotice.tsx';
import { AddEntryDialog } from './AddEntryDialog.tsx';
import { OFFICE_MISSING } from './office-missing.ts';
import { EditEntryDialog } from './EditEntryDialog.tsx';
import { useLockoutConfirmation } from './use-lockout-confirmation.tsx';
import { ENTRY_SORT_VALUES, entryColumns, WHITELIST } from './whitelist-list.tsx';

/** The IP addresses that an office's users may sign in from. */
export function IpWhitelistPage() {
  const { id = '' } = useParams();
  const office = useEndpointQuery(officeGet, { params: { id } });
  const isRemoved = useLiveRefresh(officeGet, { params: { id } }, ({ entityId }) => entityId === id);
  useLiveRefresh(ipWhitelistList, { params: { id } }, ({ entityId }) => entityId === id);
  const [isAdding, setAdding] = useState(false);
  const toast = useToast();
  const close = () => setAdding(false);
  return (
    <PageContent>
      <PageHeader
        title={office.data === undefined ? 'IP Whitelist' : `IP Whitelist - ${office.data.name}`}
        backTo="/offices"
        actions={
          office.data === undefined ? null : (
            <Button
              variant="contained"
              startIcon={<AddIcon />}
              aria-keyshortcuts="n"
              onClick={() => setAdding(true)}
            >
              Add IP Address
            </Button>
          )
        }
      />
      <RecordPart query={office} fallback="Failed to load office data" missing={OFFICE_MISSING}>
        {() => (
          <>
            <RemovedNotice isRemoved={isRemoved} />
            <Alert severity="info" sx={{ mb: 2 }}>
              While this list has unexpired entries, users of this office can sign in and work only from these
              addresses. Otherwise, they can do so from anywhere. SuperAdmins are exempt.
            </Alert>
            <Entries officeId={id} />
          </>
        )}
      </RecordPart>
      {isAdding ? (
        <AddEntryDialog
          officeId={id}
          onClose={close}
          onSaved={(ipAddress) => {
            close();
            toast.success(`${ipAddress} was added`);
          }}
        />
      ) : null}
    </PageContent>
  );
}

function Entries({ officeId }: { readonly officeId: string }) {
  const list = usePreferredListState(WHITELIST);
  const entries = useEndpointQuery(ipWhitelistList, { params: { id: officeId } });
  const now = useNow();
  const toast = useToast();
  const edit = (entry: IpWhitelistEntry, onClose: () => void) => (
    <EditEntryDialog
      officeId={officeId}
      entry={entry}
      onClose={onClose}
      onSaved={(ipAddress) => {
        onClose();
        toast.success(`${ipAddress} was changed`);
      }}
    />
  );
  const deletion = useDeletion(officeId);
  const found =
    entries.data &&
    browserPage({
      rows: entries.data,
      search: '',
      searchTexts: () => [],
      sortValues: ENTRY_SORT_VALUES,
      state: list,
    });
  return (
    <>
      <ListTable
        label="IP Whitelist"
        columns={entryColumns(now)}
        list={list}
        query={entries}
        found={() => found}
        rowKey={({ id }) => id}
        rowLabel={({ ipAddress }) => ipAddress}
        errorFallback="Failed to load office data"
        emptyText="No IP addresses. Users of this office can sign in from anywhere."
        actions={[
          { label: 'Edit', icon: <EditOutlined fontSize="small" />, opens: edit },
          { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, asks: deletion.asks },
        ]}
      />
      {deletion.lockout}
    </>
  );
}

/** Asks before an address is removed, and again before that would lock the user out. */
function useDeletion(officeId: string) {
  const remove = useEndpointMutation(ipWhitelistDelete);
  const { send, dialog } = useLockoutConfirmation();
  const asks = ({ id: entryId, ipAddress }: IpWhitelistEntry): Question => ({
    newsOf: officeId,
    title: 'Delete IP address?',
    text: `${ipAddress} will be removed from the whitelist.`,
    confirmLabel: 'Delete',
    isDanger: true,
    records: [ipAddress],
    errorFallback: 'Failed to delete IP whitelist entry',
    onConfirm: async () => {
      await send((confirmed) =>
        remove.mutateAsync({
          params: { id: officeId, entryId },
          query: confirmed ? { confirmLockout: 'true' } : {},
        }),
      );
      return `${ipAddress} was deleted`;
    },
  });
  return { asks, lockout: dialog };
}
