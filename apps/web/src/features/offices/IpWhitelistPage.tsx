import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Alert, Button } from '@mui/material';
import { ipWhitelistList, officeGet, type IpWhitelistEntry } from '@portal/contract/offices';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { browserPage } from '#ui/browser-list.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { RecordPart } from '#ui/RecordPart.tsx';
import { RemovedNotice } from '#ui/RemovedNotice.tsx';
import { AddEntryDialog } from './AddEntryDialog.tsx';
import { OFFICE_MISSING } from './office-missing.ts';
import { DeleteEntryDialog } from './DeleteEntryDialog.tsx';
import { EditEntryDialog } from './EditEntryDialog.tsx';

import { useNow } from '#ui/use-now.ts';
import { ENTRY_SORT_VALUES, entryColumns, WHITELIST } from './whitelist-list.tsx';

type Task =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly entry: IpWhitelistEntry }
  | { readonly kind: 'delete'; readonly entry: IpWhitelistEntry };

/** The IP addresses that an office's users may sign in from. */
export function IpWhitelistPage() {
  const { id = '' } = useParams();
  const office = useEndpointQuery(officeGet, { params: { id } });
  const isRemoved = useLiveRefresh(officeGet, { params: { id } }, ({ entityId }) => entityId === id);
  useLiveRefresh(ipWhitelistList, { params: { id } }, ({ entityId }) => entityId === id);
  const [task, setTask] = useState<Task | null>(null);
  const toast = useToast();
  const close = () => setTask(null);
  const done = (outcome: string) => (ipAddress: string) => {
    close();
    toast.success(`${ipAddress} was ${outcome}`);
  };
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
              onClick={() => setTask({ kind: 'add' })}
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
            <Entries
              officeId={id}
              onEdit={(entry) => setTask({ kind: 'edit', entry })}
              onDelete={(entry) => setTask({ kind: 'delete', entry })}
            />
          </>
        )}
      </RecordPart>
      {task?.kind === 'add' ? <AddEntryDialog officeId={id} onClose={close} onSaved={done('added')} /> : null}
      {task?.kind === 'edit' ? (
        <EditEntryDialog officeId={id} entry={task.entry} onClose={close} onSaved={done('changed')} />
      ) : null}
      <DeleteEntryDialog
        officeId={id}
        entry={task?.kind === 'delete' ? task.entry : null}
        onClose={close}
        onDeleted={done('deleted')}
      />
    </PageContent>
  );
}

interface EntriesProps {
  readonly officeId: string;
  readonly onEdit: (entry: IpWhitelistEntry) => void;
  readonly onDelete: (entry: IpWhitelistEntry) => void;
}

function Entries({ officeId, onEdit, onDelete }: EntriesProps) {
  const defaultPageSize = usePreferences().preferences.pageSize;
  const list = useListState(useMemo(() => ({ ...WHITELIST, defaultPageSize }), [defaultPageSize]));
  const entries = useEndpointQuery(ipWhitelistList, { params: { id: officeId } });
  const now = useNow();
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
    <DataTable
      label="IP Whitelist"
      columns={entryColumns(now)}
      rows={found?.rows}
      totalCount={found?.totalCount}
      rowKey={({ id }) => id}
      rowLabel={({ ipAddress }) => ipAddress}
      state={found === undefined ? list : { ...list, page: found.page }}
      isFetching={entries.isFetching}
      error={entries.error}
      errorFallback="Failed to load office data"
      onRetry={() => void entries.refetch()}
      emptyText="No IP addresses. Users of this office can sign in from anywhere."
      actions={[
        { label: 'Edit', icon: <EditOutlined fontSize="small" />, onClick: onEdit },
        { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, onClick: onDelete },
      ]}
    />
  );
}
