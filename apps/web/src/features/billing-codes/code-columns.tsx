import type { BillingCode } from '@portal/contract/billing-codes';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { unitText } from '@portal/domain/billing-code-traits';
import { LINE_TYPE_LABELS } from '@portal/domain/billing-line';
import { formatDateUs } from '@portal/domain/date';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';

/** "CPT 64483": the name of a code in accessible labels and dialogs. */
export const codeName = ({ codeType, code }: Pick<BillingCode, 'codeType' | 'code'>): string =>
  `${CODE_TYPE_LABELS[codeType]} ${code}`;

/** The columns of the billing code catalog. Times are in the practice's time zone and blank until it is loaded. */
export const codeColumns = (times: PracticeTimes): readonly Column<BillingCode, never>[] => [
  {
    id: 'type',
    header: 'Type',
    kind: 'count',
    width: 76,
    render: ({ codeType }) => CODE_TYPE_LABELS[codeType],
  },
  {
    id: 'code',
    header: 'Code',
    card: 'title',
    kind: 'record',
    width: 96,
    render: ({ code }) => <b>{code}</b>,
  },
  { id: 'description', header: 'Description', kind: 'text', render: ({ description }) => description },
  {
    id: 'category',
    header: 'Category',
    kind: 'word',
    width: 150,
    fold: { order: 2, into: 'description' },
    render: ({ category }) => category ?? '',
  },
  {
    id: 'lineType',
    header: 'Line Type',
    kind: 'word',
    width: 120,
    fold: { order: 1, into: 'code' },
    render: ({ codeType, lineType }) => (codeType === 'CPT' ? LINE_TYPE_LABELS[lineType] : null),
    caption: (code) => (code.codeType === 'CPT' ? unitText(code) || null : null),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 144,
    render: ({ isActive, isBillable }) => (
      <>
        <ActiveChip active={isActive} />
        {isBillable ? null : <StatusChip label="Heading" />}
      </>
    ),
    caption: ({ validTo }) =>
      validTo === null ? null : <StatusChip label={`Until ${formatDateUs(validTo)}`} color="warning" />,
  },
  {
    id: 'bilateral',
    header: 'Bilateral',
    kind: 'count',
    width: 84,
    fold: { order: 1, into: 'status' },
    isLabeled: true,
    render: ({ lineType, bilateralIndicator }) =>
      lineType === 'procedure' || lineType === 'imaging' ? (bilateralIndicator ?? 'Unknown') : '',
  },
  {
    id: 'facts',
    header: 'Source',
    kind: 'status',
    width: 104,
    fold: { order: 2, into: 'status' },
    render: ({ facts }) => <FactsChip facts={facts} />,
  },
  {
    id: 'updated',
    header: 'Last Updated',
    kind: 'moment',
    fold: { order: 2, into: 'description' },
    render: ({ updatedAt }) => times.dateTime(updatedAt),
  },
];

/** Checked against loaded files, or only against built-in facts, Unchecked, or that the practice uses other values. */
function FactsChip({ facts }: Pick<BillingCode, 'facts'>) {
  if (facts.length === 0) return null;
  if (facts.some(({ status }) => status === 'differs'))
    return <StatusChip label="Own value" color="warning" />;
  return facts.some(({ status }) => status === 'unchecked') ? (
    <StatusChip label="Unchecked" color="warning" />
  ) : facts.some(({ source }) => source?.lookedUp !== null) ? (
    <StatusChip label="Built-in" />
  ) : (
    <StatusChip label="Checked" color="success" />
  );
}
