import { Box, Typography } from '@mui/material';
import type { BillingCode } from '@portal/contract/billing-codes';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { unitText } from '@portal/domain/billing-code-traits';
import { LINE_TYPE_LABELS } from '@portal/domain/billing-line';
import { formatDateUs } from '@portal/domain/date';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';
import { FactsChip } from './code-facts.tsx';

/** "CPT 64483": the name of a code in accessible labels and dialogs. */
export const codeName = ({ codeType, code }: Pick<BillingCode, 'codeType' | 'code'>): string =>
  `${CODE_TYPE_LABELS[codeType]} ${code}`;

/** The columns of the billing code catalog. Times are in the practice's time zone and blank until it is loaded. */
export const codeColumns = (times: PracticeTimes): readonly Column<BillingCode, never>[] => [
  { id: 'type', header: 'Type', render: ({ codeType }) => CODE_TYPE_LABELS[codeType], width: 80 },
  {
    id: 'code',
    header: 'Code',
    isCardTitle: true,
    width: 110,
    render: ({ code }) => <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{code}</Box>,
  },
  { id: 'description', header: 'Description', render: ({ description }) => description },
  { id: 'category', header: 'Category', render: ({ category }) => category ?? '', hideBelow: 'lg' },
  {
    id: 'lineType',
    header: 'Line Type',
    hideBelow: 'lg',
    render: (code) => (code.codeType === 'CPT' ? <LineType code={code} /> : null),
  },
  {
    id: 'status',
    header: 'Status',
    render: ({ isActive, isBillable, validTo }) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        <ActiveChip active={isActive} />
        {isBillable ? null : <StatusChip label="Heading" />}
        {validTo === null ? null : <StatusChip label={`Until ${formatDateUs(validTo)}`} color="warning" />}
      </Box>
    ),
  },
  {
    id: 'bilateral',
    header: 'Bilateral',
    hideBelow: 'lg',
    render: ({ lineType, bilateralIndicator }) =>
      lineType === 'procedure' || lineType === 'imaging' ? (bilateralIndicator ?? 'Unknown') : '',
  },
  { id: 'facts', header: 'Source', render: ({ facts }) => <FactsChip facts={facts} /> },
  {
    id: 'updated',
    header: 'Last Updated',
    hideBelow: 'lg',
    render: ({ updatedAt }) => <Box sx={{ whiteSpace: { lg: 'nowrap' } }}>{times.dateTime(updatedAt)}</Box>,
  },
];

function LineType({ code }: { readonly code: BillingCode }) {
  return (
    <Box sx={{ whiteSpace: { lg: 'nowrap' } }}>
      {LINE_TYPE_LABELS[code.lineType]}{' '}
      <Typography variant="body2" color="textSecondary" component="span">
        {unitText(code)}
      </Typography>
    </Box>
  );
}
