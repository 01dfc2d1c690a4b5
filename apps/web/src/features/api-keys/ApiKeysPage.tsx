import BlockOutlined from '@mui/icons-material/BlockOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import {
  API_KEY_PAGE_SIZE,
  API_KEY_PAGE_SIZES,
  apiKeyEnable,
  apiKeyList,
  apiKeyRevoke,
  type ApiKey,
} from '@portal/contract/api-keys';
import { KEY_ROLES, suspensionReason } from '@portal/domain/api-key';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea, useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { ConfirmIdentityDialog } from '#pickers/proof/ConfirmIdentityDialog.tsx';
import type { Question } from '#ui/ConfirmDialog.tsx';
import { ListPage } from '#ui/ListPage.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { apiKeyColumns } from './api-key-columns.tsx';
import { ApiKeyDetails } from './ApiKeyDetails.tsx';
import { ApiKeyDialog, type CreatedKey } from './ApiKeyDialog.tsx';
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx';

const LIST = {
  sortKeys: [],
  filters: {},
  pageSizes: API_KEY_PAGE_SIZES,
  defaultPageSize: API_KEY_PAGE_SIZE,
} as const;

const EMPTY =
  'No API keys yet. With a key, another system such as a lab or billing service can use the portal on its own, limited to the permissions that you choose.';

interface EnableDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Enables a suspended key of the user, who first confirms who they are. */
function EnableDialog({ apiKey, onClose }: EnableDialogProps) {
  const enable = useEndpointMutation(apiKeyEnable);
  const toast = useToast();
  const because =
    apiKey.suspendedBecause === null ? '' : ` because ${suspensionReason(apiKey.suspendedBecause)}`;
  return (
    <ConfirmIdentityDialog
      title="Enable API Key"
      text={`"${apiKey.name}" was suspended${because}. Enable it only if you know where it is stored; otherwise revoke it.`}
      submitLabel="Enable"
      errorFallback="Failed to enable the API key"
      onProof={async (body) => {
        await enable.mutateAsync({ params: { id: apiKey.id }, body });
        toast.success(`${apiKey.name} works again`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const enable = (apiKey: ApiKey, onClose: () => void) => <EnableDialog apiKey={apiKey} onClose={onClose} />;

/** /api-keys: the keys with which other systems call the API. */
export function ApiKeysPage() {
  const list = useListState(LIST);
  const keys = useListQuery(apiKeyList, { query: list.query });
  const times = usePracticeTimes();
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const { hasRole } = useAccess();
  const { id: ownId } = useCurrentUser();
  const mayCreate = hasRole(...KEY_ROLES);
  const asksRevoke = useRevocation();
  const timeZone = times.practice?.timeZone;
  const create = (onClose: () => void) =>
    timeZone === undefined ? null : (
      <ApiKeyDialog
        timeZone={timeZone}
        onClose={onClose}
        onCreated={(key) => {
          onClose();
          setCreated(key);
        }}
      />
    );
  return (
    <>
      <ListPage
        title="API Keys"
        subtitle="Access for other systems, such as labs and billing services"
        list={list}
        query={keys}
        found={({ items, totalCount }) => ({ rows: items, totalCount })}
        add={
          mayCreate ? { label: 'New API Key', isDisabled: timeZone === undefined, opens: create } : undefined
        }
        label="API keys"
        columns={apiKeyColumns(times)}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        isDimmed={({ state }) => state !== 'Active'}
        errorFallback="Failed to load API keys"
        emptyText={mayCreate ? EMPTY : 'You have no API keys.'}
        renderDetails={(apiKey) => <ApiKeyDetails apiKey={apiKey} />}
        actions={[
          {
            label: 'Enable',
            icon: <PlayArrowOutlined fontSize="small" />,
            isHidden: ({ state, createdBy }) => state !== 'Suspended' || createdBy.id !== ownId || !mayCreate,
            opens: enable,
          },
          {
            label: 'Revoke',
            icon: <BlockOutlined fontSize="small" />,
            isHidden: ({ state }) => state === 'Revoked' || state === 'Expired',
            asks: asksRevoke,
          },
        ]}
      />
      {created === null ? null : <CreatedKeyDialog created={created} onClose={() => setCreated(null)} />}
    </>
  );
}

/** Asks before a key is revoked for good. */
function useRevocation() {
  const refresh = useInvalidateArea();
  const revoke = useEndpointMutation(apiKeyRevoke, { onError: () => void refresh(apiKeyList.tag) });
  return ({ id, name }: ApiKey): Question => ({
    newsOf: id,
    title: 'Revoke API key?',
    text: `"${name}" stops working at once. This cannot be undone; the integration then needs a new key.`,
    confirmLabel: 'Revoke',
    isDanger: true,
    records: [name],
    errorFallback: 'Failed to revoke the API key',
    onConfirm: async () => {
      await revoke.mutateAsync({ params: { id } });
      return `${name} was revoked`;
    },
  });
}
