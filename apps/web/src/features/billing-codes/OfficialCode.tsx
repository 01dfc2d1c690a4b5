import { Box, Stack, Typography } from '@mui/material';
import type { CodeCheckResult } from '@portal/contract/code-check';
import { validityText } from '@portal/domain/billing-code-facts';
import { counted } from '@portal/domain/text';
import { useState } from 'react';
import type { Column } from '#ui/DataTable.tsx';
import { DetailList } from '#ui/DetailList.tsx';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';

const STATUS_CHIPS = {
  valid: { label: 'Valid', color: 'success' },
  notYetValid: { label: 'Not yet valid', color: 'warning' },
  ended: { label: 'Ended', color: 'error' },
  heading: { label: 'Heading', color: 'warning' },
  unknown: { label: 'Not in the file', color: 'error' },
  unchecked: { label: 'Unchecked', color: 'warning' },
} as const satisfies Readonly<Record<CodeCheckResult['status'], object>>;

/** What the loaded files say about a code, by source, and the pairs that it is in. */
export function OfficialCode({ result }: { readonly result: CodeCheckResult }) {
  const { status, message, statements } = result;
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <StatusChip {...STATUS_CHIPS[status]} />
        <Typography component="output">{message}</Typography>
      </Stack>
      {bySource(statements).map(({ source, items }) => (
        <Box key={source.title} component="section">
          <DetailList items={items} dense />
          <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
            {source.isChecked ? null : <StatusChip label="Unchecked" color="warning" />}
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {sourceText(source)}
            </Typography>
          </Stack>
        </Box>
      ))}
      <Pairs key={`${result.code} ${result.date}`} result={result} />
    </Stack>
  );
}

type Statement = CodeCheckResult['statements'][number];
type Source = Statement['source'];

/** The statements of each source, in the given order. */
function bySource(statements: readonly Statement[]) {
  const groups = new Map<string, { readonly source: Source; readonly items: Omit<Statement, 'source'>[] }>();
  for (const { source, ...item } of statements) {
    const key = JSON.stringify(source);
    const group = groups.get(key) ?? { source, items: [] };
    groups.set(key, { source, items: [...group.items, item] });
  }
  return [...groups.values()];
}

/** "Source: CMS, …, edition 10/01/2026 to 12/31/2026". */
function sourceText({ title, validFrom, validTo, isChecked }: Source): string {
  if (!isChecked) return `Source: ${title}, not checked against a current file`;
  return `Source: ${title}, edition ${validityText({ validFrom, validTo })}`;
}

/** The pairs with codes of the catalog, of which Medicare pays one. */
function Pairs({ result: { code, pairs, pairCount } }: { readonly result: CodeCheckResult }) {
  const [search, setSearch] = useState('');
  if (pairCount === 0 && pairs.length === 0) return null;
  const shown = pairs.filter((pair) => pair.code.startsWith(search.trim().toUpperCase()));
  return (
    <Box component="section" aria-label="Pairs">
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        Pairs
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {pairCount === pairs.length
          ? `${counted(pairCount, 'pair')}. `
          : `${counted(pairs.length, 'pair')} with codes of the catalog, of ${pairCount.toLocaleString('en-US')} with all codes. `}
        Medicare pays one code of a pair if both are billed for the same patient, day and provider.
      </Typography>
      {pairs.length < MANY ? null : (
        <Box sx={{ mb: 1 }}>
          <LiveSearchBox
            value={search}
            onSearch={setSearch}
            label="Search pairs"
            placeholder="Search by code..."
          />
        </Box>
      )}
      {pairs.length === 0 ? null : (
        <Box sx={{ overflow: 'auto', maxHeight: { md: 320 } }}>
          <PlainTable
            label="Pairs"
            columns={pairColumns(code)}
            rows={shown}
            rowKey={(pair) => `${pair.code} ${pair.isPaid}`}
            rowLabel={(pair) => pair.code}
            message={shown.length === 0 ? 'No pair with this code' : null}
          />
        </Box>
      )}
    </Box>
  );
}

/** From as many pairs on, they can be searched. */
const MANY = 10;

const pairColumns = (own: string): readonly Column<CodeCheckResult['pairs'][number], never>[] => [
  {
    id: 'code',
    header: 'Code',
    card: 'title',
    kind: 'record',
    width: 96,
    render: ({ code }) => <b>{code}</b>,
  },
  {
    id: 'paid',
    header: 'Paid',
    kind: 'count',
    isLabeled: true,
    width: 96,
    render: ({ code, isPaid }) => (isPaid ? own : code),
  },
  {
    id: 'separable',
    header: 'Both',
    kind: 'name',
    isLabeled: true,
    render: ({ canBeDistinct }) => (canBeDistinct ? 'With a modifier' : 'Never'),
  },
  { id: 'since', header: 'Valid', kind: 'name', render: validityText },
  { id: 'why', header: 'Reason', kind: 'text', render: ({ rationale }) => rationale },
];
