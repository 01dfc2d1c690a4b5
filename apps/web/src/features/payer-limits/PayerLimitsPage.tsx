import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ToggleOffOutlined from '@mui/icons-material/ToggleOffOutlined';
import ToggleOnOutlined from '@mui/icons-material/ToggleOnOutlined';
import { Button, Link } from '@mui/material';
import {
  payerLimitAddKnown,
  payerLimitDelete,
  payerLimitList,
  payerLimitToggle,
  type SavedLimit,
} from '@portal/contract/payer-limits';
import { formatDateUs } from '@portal/domain/date';
import { limitCodes, limitRule } from '@portal/domain/payer-limit-text';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea, useListQuery } from '#lib/query/endpoint-query.ts';
import type { Question } from '#ui/ConfirmDialog.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { DetailList } from '#ui/DetailList.tsx';
import { ListPage } from '#ui/ListPage.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { PayerLimitDialog } from './PayerLimitDialog.tsx';

const LIST = { sortKeys: [], filters: {}, pageSizes: [25, 50, 100], defaultPageSize: 25 } as const;

const COLUMNS: readonly Column<SavedLimit, never>[] = [
  {
    id: 'name',
    header: 'Procedure',
    kind: 'title',
    render: ({ name }) => <b>{name}</b>,
    caption: limitCodes,
  },
  { id: 'rule', header: 'Rule', kind: 'text', render: limitRule },
  {
    id: 'payer',
    header: 'Payer',
    kind: 'word',
    width: 160,
    render: ({ payer }) => payer,
    caption: ({ policy }) => policy,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 96,
    render: ({ isActive }) => (
      <StatusChip label={isActive ? 'On' : 'Off'} color={isActive ? 'success' : 'default'} />
    ),
  },
];

const EMPTY =
  'No payer limits yet. Add the rules of Medicare that the portal knows, read them, and switch on those of your payer.';

const edit = (limit: SavedLimit | null, onClose: () => void) => (
  <PayerLimitDialog limit={limit} onClose={onClose} />
);

/** /admin/payer-limits: how often payers pay for procedures. */
export function PayerLimitsPage() {
  const list = useListState(LIST);
  const limits = useListQuery(payerLimitList, {
    query: { search: list.search, page: String(list.page), pageSize: String(list.pageSize) },
  });
  const toggle = useToggle();
  const asksDelete = useDeletion();
  return (
    <ListPage
      title="Payer Limits"
      subtitle="How often payers pay for a procedure. Rules that are on are counted in notes."
      list={list}
      query={limits}
      found={({ items, totalCount }) => ({ rows: items, totalCount })}
      buttons={<AddKnown />}
      add={{ label: 'Add Payer Limit', opens: (onClose) => edit(null, onClose) }}
      search={{
        label: 'Search payer limits',
        placeholder: 'Search by procedure, payer or code...',
        isLive: true,
      }}
      label="Payer limits"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={limitLabel}
      isDimmed={({ isActive }) => !isActive}
      errorFallback="Failed to load payer limits"
      emptyText={list.search === '' ? EMPTY : 'No payer limits found'}
      renderDetails={(limit) => <Details limit={limit} />}
      actions={[
        {
          label: 'Switch on',
          icon: <ToggleOnOutlined fontSize="small" />,
          isHidden: ({ isActive }) => isActive,
          onClick: toggle,
        },
        {
          label: 'Switch off',
          icon: <ToggleOffOutlined fontSize="small" />,
          isHidden: ({ isActive }) => !isActive,
          onClick: toggle,
        },
        { label: 'Edit', icon: <EditOutlined fontSize="small" />, opens: edit },
        { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, asks: asksDelete },
      ]}
    />
  );
}

/** "Lumbar epidural (L33906): At most four sessions in 12 months", because a procedure can have several rules. */
const limitLabel = (limit: SavedLimit): string => `${limit.name} (${limit.policy}): ${limitRule(limit)}`;

function Details({ limit }: { readonly limit: SavedLimit }) {
  const { source, sourceUrl, lookedUpOn, validFrom, validTo } = limit;
  return (
    <DetailList
      items={[
        { label: 'Source', value: source, wide: true },
        {
          label: 'Link',
          value:
            sourceUrl === null ? null : (
              <Link href={sourceUrl} target="_blank" rel="noreferrer">
                {sourceUrl}
              </Link>
            ),
          wide: true,
        },
        { label: 'Looked up on', value: formatDateUs(lookedUpOn) },
        { label: 'First day of service', value: formatDateUs(validFrom) },
        { label: 'Last day of service', value: formatDateUs(validTo) },
      ]}
    />
  );
}

function AddKnown() {
  const add = useEndpointMutation(payerLimitAddKnown);
  const toast = useToast();
  const addRules = async () => {
    try {
      const { added } = await add.mutateAsync({});
      toast.success(
        added === 0
          ? 'All rules of Medicare that the portal knows are here'
          : `${added === 1 ? '1 rule was' : `${added} rules were`} added, switched off`,
      );
    } catch (error) {
      toast.error(explainError(error, 'Failed to add the rules'));
    }
  };
  return (
    <Button variant="outlined" disabled={add.isPending} onClick={() => void addRules()}>
      Add Rules of Medicare
    </Button>
  );
}

function useToggle() {
  const refresh = useInvalidateArea();
  const toggle = useEndpointMutation(payerLimitToggle, {
    onError: () => void refresh(payerLimitToggle.tag),
  });
  const toast = useToast();
  return ({ id, version }: SavedLimit) => {
    toggle.mutateAsync({ params: { id }, body: { version } }).then(
      ({ message }) => toast.success(message),
      (error: unknown) => toast.error(explainError(error, 'Failed to switch the payer limit')),
    );
  };
}

function useDeletion() {
  const remove = useEndpointMutation(payerLimitDelete);
  return (limit: SavedLimit): Question => ({
    newsOf: limit.id,
    title: 'Delete payer limit?',
    text: `"${limitLabel(limit)}" will be deleted. This cannot be undone.`,
    confirmLabel: 'Delete',
    isDanger: true,
    records: [limit.name],
    errorFallback: 'Failed to delete the payer limit',
    onConfirm: async () => (await remove.mutateAsync({ params: { id: limit.id } })).message,
  });
}
