import { Typography } from '@mui/material';
import { CODE_FILE_LABELS } from '@portal/domain/code-files/kinds';
import { formatDateUs } from '@portal/domain/date';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { editionText, OFFICIAL_PAGES } from './code-file-labels.ts';
import type { KindState } from './editions.ts';

const TITLE = 'What is loaded';

/** The edition of each kind of file that counts today, and where to get the next one. */
export function LoadedKinds({ states }: { readonly states: readonly KindState[] }) {
  return (
    <Section title={TITLE}>
      <PlainTable
        label={TITLE}
        columns={COLUMNS}
        rows={states}
        rowKey={({ kind }) => kind}
        rowLabel={({ kind }) => CODE_FILE_LABELS[kind]}
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        What is not loaded is not checked against a current file: there are only built-in facts about common
        codes, which are marked so. The files say nothing about what payers other than Medicare accept.
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        CPT codes and descriptions belong to the American Medical Association. Your practice needs its own CPT
        license; descriptions in these files are not stored.
      </Typography>
    </Section>
  );
}

const COLUMNS: readonly Column<KindState, never>[] = [
  { id: 'kind', header: 'File', card: 'title', kind: 'name', render: ({ kind }) => CODE_FILE_LABELS[kind] },
  {
    id: 'edition',
    header: 'Edition',
    kind: 'name',
    width: 200,
    render: ({ edition }) => (edition === undefined ? 'None' : editionText(edition)),
    caption: ({ next }) => (next === undefined ? null : `Next: from ${formatDateUs(next.editionFrom)}`),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'status',
    width: 148,
    render: ({ chip }) => <StatusChip {...chip} />,
  },
  {
    id: 'rows',
    header: 'Rows',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    width: 100,
    fold: { order: 1, into: 'edition' },
    render: ({ edition }) => edition?.rowCount.toLocaleString('en-US') ?? '',
  },
  {
    id: 'where',
    header: 'Where to get it',
    kind: 'text',
    card: 'none',
    render: ({ kind }) => `${OFFICIAL_PAGES[kind].where} (${OFFICIAL_PAGES[kind].when})`,
  },
];
