import { Box, Stack, Typography } from '@mui/material';
import type { CodeCheckResult } from '@portal/contract/code-check';
import { FACT_LABELS, validityText } from '@portal/domain/billing-code-facts';
import { unitText, type CodeTraits } from '@portal/domain/billing-code-traits';
import { bilateralText } from '@portal/domain/billing-line';
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

interface OfficialCodeProps {
  readonly result: CodeCheckResult;
  /** What the catalog has, or what is typed. Statements that say something else are marked. */
  readonly own: CodeTraits;
  /** Only what the catalog has, too. */
  readonly isShort?: boolean;
}

/** What the loaded files say about a code, by source, and the pairs that it is in. */
export function OfficialCode({ result, own, isShort = false }: OfficialCodeProps) {
  const { status, message } = result;
  const statements = result.statements.filter(({ label }) => !isShort || ownText(label, own) !== null);
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <StatusChip {...STATUS_CHIPS[status]} />
        <Typography component="output">{message}</Typography>
      </Stack>
      {bySource(statements).map(({ source, items }) => (
        <Box key={source.title} component="section">
          <DetailList
            items={items.map((item) => ({
              label: item.label,
              value: <Statement item={item} own={ownText(item.label, own)} />,
              wide: items.length === 1,
            }))}
          />
          <SourceLine source={source} />
        </Box>
      ))}
      {isShort ? null : <Pairs key={`${result.code} ${result.date}`} result={result} />}
    </Stack>
  );
}

type Said = CodeCheckResult['statements'][number];
type Source = Said['source'];

/** What the catalog has where a statement has this label; null if it has no place for it. */
function ownText(label: string, own: CodeTraits): string | null {
  if (label === FACT_LABELS.validity) return validityText(own);
  if (label === FACT_LABELS.unitSize) return unitText(own) || 'none';
  const hasSides = own.lineType === 'procedure' || own.lineType === 'imaging';
  return label === FACT_LABELS.bilateralIndicator && hasSides ? bilateralText(own.bilateralIndicator) : null;
}

function Statement({ item, own }: { readonly item: Omit<Said, 'source'>; readonly own: string | null }) {
  if (own === null || own === item.value) return item.value;
  return (
    <>
      {item.value}
      <Box sx={{ mt: 0.5 }}>
        <StatusChip label="Own value" color="warning" />
        <Typography variant="body2">The catalog has: {own}</Typography>
      </Box>
    </>
  );
}

function SourceLine({ source }: { readonly source: Source }) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
      {source.isChecked ? null : <StatusChip label="Unchecked" color="warning" />}
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {sourceText(source)}
      </Typography>
    </Stack>
  );
}

/** The statements of each source, in the given order. */
function bySource(statements: readonly Said[]) {
  const groups = new Map<string, { readonly source: Source; readonly items: Omit<Said, 'source'>[] }>();
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
function Pairs({ result }: { readonly result: CodeCheckResult }) {
  const { code, codeType, pairs, pairSource } = result;
  const [search, setSearch] = useState('');
  if (codeType === 'ICD10') return null;
  const shown = pairs.filter((pair) => pair.code.startsWith(search.trim().toUpperCase()));
  return (
    <Box component="section" aria-label="Pairs">
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        Pairs
      </Typography>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {pairsText(result)}
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
      {pairSource === null ? null : <SourceLine source={pairSource} />}
    </Box>
  );
}

function pairsText({ pairs, pairCount, pairSource }: CodeCheckResult): string {
  if (pairSource === null) return 'Not checked: no file of pairs is loaded for this day.';
  if (pairCount === 0) return 'No pairs.';
  const count =
    pairCount === pairs.length
      ? counted(pairCount, 'pair')
      : `${counted(pairs.length, 'pair')} with codes of the catalog, of ${pairCount.toLocaleString('en-US')} with all codes`;
  return `${count}. Medicare pays one code of a pair if both are billed for the same patient, day and provider.`;
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
