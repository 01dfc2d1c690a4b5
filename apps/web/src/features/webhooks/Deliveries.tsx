import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ReplayIcon from '@mui/icons-material/Replay';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { webhookDeliveryList, webhookDiscard, webhookSendAgain } from '@portal/contract/webhooks';
import type { Webhook, WebhookDelivery } from '@portal/contract/webhooks';
import { DELIVERY_STATES } from '@portal/domain/webhook';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import type { RowAction } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DELIVERY_LABELS, deliveriesText } from './webhook-labels.ts';

const LIST = { sortKeys: [], filters: { state: DELIVERY_STATES } } as const;
const STATES = DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_LABELS[value].label }));

/** Failed deliveries that an action is about; `ids` null means all. */
interface Asked {
  readonly what: 'send' | 'discard';
  readonly ids: readonly string[] | null;
}

/** The deliveries of a webhook. Failed ones can be sent again or discarded: one, the selected ones, or all. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const list = useListState(LIST);
  const { state } = list.filters;
  const times = usePracticeTimes();
  const columns = useMemo(() => deliveryColumns(times), [times]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const deliveries = useEndpointQuery(
    webhookDeliveryList,
    { params: { id: webhook.id }, query: { ...list.query, ...(state !== '' && { state }) } },
    { placeholderData: keepPreviousData },
  );
  const isFailedList = state === 'failed';
  const setState = (next: typeof state) => {
    setSelected(new Set());
    list.setFilter('state', next);
  };
  return (
    <>
      <FilterBar isFiltered={list.isFiltered} onClear={() => setState('')}>
        <FilterSelect label="Status" value={state} options={STATES} onChange={setState} />
        {webhook.failedCount === 0 ? null : (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button onClick={() => setAsked({ what: 'send', ids: null })}>Send all failed again</Button>
            <Button color="error" onClick={() => setAsked({ what: 'discard', ids: null })}>
              Discard all failed
            </Button>
          </Stack>
        )}
      </FilterBar>
      <DataTable
        label="Deliveries"
        columns={columns}
        rows={deliveries.data?.items}
        totalCount={deliveries.data?.totalCount}
        rowKey={({ id }) => id}
        rowLabel={({ event, at }) => `${event}, ${times.dateTime(at)}`}
        state={list}
        isFetching={deliveries.isFetching}
        error={deliveries.error}
        errorFallback="Failed to load deliveries"
        onRetry={() => void deliveries.refetch()}
        emptyText={isFailedList ? 'Nothing has failed' : 'No deliveries found'}
        actions={rowActions(setAsked)}
        {...(isFailedList && {
          selection: { selected, onChange: setSelected },
          bulkActions: [
            { label: 'Send again', onClick: () => setAsked({ what: 'send', ids: [...selected] }) },
            { label: 'Discard', onClick: () => setAsked({ what: 'discard', ids: [...selected] }) },
          ],
        })}
      />
      {asked === null ? null : (
        <FailedDialog
          webhook={webhook}
          asked={asked}
          onDone={() => setSelected(new Set())}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const rowActions = (ask: (asked: Asked) => void): readonly RowAction<WebhookDelivery>[] => [
  {
    label: 'Send again',
    icon: <ReplayIcon fontSize="small" />,
    isHidden: ({ state }) => state !== 'failed',
    onClick: ({ id }) => ask({ what: 'send', ids: [id] }),
  },
  {
    label: 'Discard',
    icon: <DeleteOutlined fontSize="small" />,
    isHidden: ({ state }) => state !== 'failed',
    onClick: ({ id }) => ask({ what: 'discard', ids: [id] }),
  },
];

interface FailedDialogProps {
  readonly webhook: Webhook;
  readonly asked: Asked;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Confirmation before failed deliveries are sent again or discarded. */
function FailedDialog({ webhook, asked: { what, ids }, onDone, onClose }: FailedDialogProps) {
  const sendAgain = useEndpointMutation(webhookSendAgain);
  const discard = useEndpointMutation(webhookDiscard);
  const toast = useToast();
  const count = deliveriesText(ids?.length ?? webhook.failedCount);
  const input = {
    params: { id: webhook.id },
    body: ids === null ? { all: true as const } : { ids: [...ids] },
  };
  const isSending = what === 'send';
  return (
    <ConfirmDialog
      open
      title={isSending ? `Send ${count} again?` : `Discard ${count}?`}
      text={
        isSending
          ? 'Receivers recognize an event that they already have by its id.'
          : 'The receiver will never get these events. This cannot be undone.'
      }
      confirmLabel={isSending ? 'Send again' : 'Discard'}
      isDanger={!isSending}
      errorFallback={isSending ? 'Failed to send again' : 'Failed to discard'}
      onConfirm={async () => {
        const done = await (isSending ? sendAgain : discard).mutateAsync(input);
        toast.success(
          isSending
            ? `${deliveriesText(done.count)} will be sent now`
            : `${deliveriesText(done.count)} discarded`,
        );
        onDone();
      }}
      onClose={onClose}
    />
  );
}
