import AddIcon from '@mui/icons-material/Add';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import { Button } from '@mui/material';
import { API_KEY_PAGE_SIZE, API_KEY_PAGE_SIZES, apiKeyList, type ApiKey } from '@portal/contract/api-keys';
import { KEY_ROLES } from '@portal/domain/api-key';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { apiKeyColumns } from './api-key-columns.tsx';
import { ApiKeyDetails } from './ApiKeyDetails.tsx';
import { ApiKeyDialog, type CreatedKey } from './ApiKeyDialog.tsx';
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx';
import { EnableDialog } from './EnableDialog.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';

const LIST = {
  sortKeys: [],
  filters: {},
  pageSizes: API_KEY_PAGE_SIZES,
  defaultPageSize: API_KEY_PAGE_SIZE,
} as const;

const EMPTY =
  'No API keys yet. With a key, another system such as a lab or billing service can use the portal on its own, limited to the permissions that you choose.';

/** /api-keys: the keys with which other systems call the API. */
export function ApiKeysPage() {
  const list = useListState(LIST);
  const keys = useEndpointQuery(apiKeyList, { query: list.query }, { placeholderData: keepPreviousData });
  const times = usePracticeTimes();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const { hasRole } = useAccess();
  const { id: ownId } = useCurrentUser();
  const mayCreate = hasRole(...KEY_ROLES);
  const [enabling, setEnabling] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(revoking);
  if (revoking !== null && revoking !== shown) setShown(revoking);
  const timeZone = times.practice?.timeZone;
  const add = (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      aria-keyshortcuts="n"
      disabled={timeZone === undefined}
      onClick={() => setAdding(true)}
    >
      New API Key
    </Button>
  );
  return (
    <PageContent>
      <PageHeader
        title="API Keys"
        subtitle="Access for other systems, such as labs and billing services"
        actions={mayCreate ? add : null}
      />
      <DataTable
        label="API keys"
        columns={apiKeyColumns(times)}
        rows={keys.data?.items}
        totalCount={keys.data?.totalCount}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        state={list}
        pageSizes={API_KEY_PAGE_SIZES}
        isDimmed={({ state }) => state !== 'Active'}
        isFetching={keys.isFetching}
        error={keys.error}
        errorFallback="Failed to load API keys"
        onRetry={() => void keys.refetch()}
        emptyText={mayCreate ? EMPTY : 'You have no API keys.'}
        renderDetails={(apiKey) => <ApiKeyDetails apiKey={apiKey} />}
        actions={[
          {
            label: 'Enable',
            icon: <PlayArrowOutlined fontSize="small" />,
            isHidden: ({ state, createdBy }) => state !== 'Suspended' || createdBy.id !== ownId || !mayCreate,
            onClick: setEnabling,
          },
          {
            label: 'Revoke',
            icon: <BlockOutlined fontSize="small" />,
            isHidden: ({ state }) => state === 'Revoked' || state === 'Expired',
            onClick: setRevoking,
          },
        ]}
      />
      {isAdding && timeZone !== undefined ? (
        <ApiKeyDialog
          timeZone={timeZone}
          onClose={() => setAdding(false)}
          onCreated={(key) => {
            setAdding(false);
            setCreated(key);
          }}
        />
      ) : null}
      {created === null ? null : <CreatedKeyDialog created={created} onClose={() => setCreated(null)} />}
      {enabling === null ? null : <EnableDialog apiKey={enabling} onClose={() => setEnabling(null)} />}
      {shown === null ? null : (
        <RevokeDialog apiKey={shown} open={revoking !== null} onClose={() => setRevoking(null)} />
      )}
    </PageContent>
  );
}
