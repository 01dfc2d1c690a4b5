import { chargeList } from '@portal/contract/charges';
import { CHARGE_STATUS_LABELS, CHARGE_STATUSES } from '@portal/domain/charges';
import { useSearchParams } from 'react-router';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { filterQuery } from '#ui/list-url.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { CHARGE_LIST, rangeProblem, statusOf, tabOf, type ListTab } from './charge-list.ts';
import { ChargeFiles } from './ChargeFiles.tsx';
import { ChargeFilters } from './ChargeFilters.tsx';
import { ChargePictures } from './ChargePictures.tsx';
import { ChargeTable } from './ChargeTable.tsx';
import { ChargeTotals } from './ChargeTotals.tsx';
import { CheckTab } from './CheckTab.tsx';

/** URL parameters that all tabs share. */
const SHARED = [...Object.keys(CHARGE_LIST.filters), 'pageSize'];

/** /charges: what to enter in billing, what is entered, and what is missing. */
export function ChargesPage() {
  const [params] = useSearchParams();
  const tab = tabOf(params.get('tab'));
  const state = usePreferredListState(CHARGE_LIST);
  const today = usePractice().data?.today;
  const rangeError = today === undefined ? undefined : rangeProblem(state.filters, today);
  const isInvalid = rangeError !== undefined;
  const { code, ...range } = filterQuery(state.filters);
  const status = statusOf(tab);
  const filters = { ...range, ...(code !== undefined && { code }), ...(status !== undefined && { status }) };
  const answer = useListQuery(chargeList, { query: { ...state.query, ...filters } }, { enabled: !isInvalid });
  const summary = isInvalid ? undefined : answer.data?.summary;
  // Most practices have no co-signatures.
  const hasCoSignatures = tab === 'coSignature' || (summary?.statuses.coSignature ?? 0) > 0;
  // The previous tab's rows would look like those of this one.
  const isOther = answer.isPlaceholderData && tab !== 'check' && tab !== 'statistics';
  const list = (of: ListTab) => (
    <>
      <ChargeTable tab={of} answer={answer} isStale={isOther} isInvalid={isInvalid} state={state} />
      {summary === undefined || isOther ? null : (
        <ChargeTotals summary={summary} notes={answer.data?.totalCount ?? 0} />
      )}
    </>
  );
  return (
    <PageContent>
      <PageHeader title="Charges" tools={<ChargeFiles filters={filters} isDisabled={isInvalid} />} />
      <ChargeFilters state={state} today={today} rangeError={rangeError} />
      <PageTabs
        label="Work lists"
        keeps={SHARED}
        tabs={[
          {
            id: 'open',
            label: counted(CHARGE_STATUS_LABELS.open, summary?.statuses.open),
            content: list('open'),
          },
          ...CHARGE_STATUSES.filter(
            (one) => one !== 'open' && (one !== 'coSignature' || hasCoSignatures),
          ).map((one) => ({
            id: one,
            label: counted(CHARGE_STATUS_LABELS[one], summary?.statuses[one]),
            content: list(one),
          })),
          { id: 'all', label: counted('All', summary?.notes), content: list('all') },
          {
            id: 'check',
            label: 'Missing Charges',
            content: <CheckTab range={range} isInvalid={isInvalid} />,
          },
          {
            id: 'statistics',
            label: 'Statistics',
            content: isInvalid ? null : <ChargePictures filters={state.filters} today={today} />,
          },
        ]}
      />
    </PageContent>
  );
}

/** A label with a count, once it is known. */
const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} (${count})`;
