import { Box, MenuItem, TextField, Typography } from '@mui/material';
import type { ImportUpdates } from '@portal/contract/patient-imports';
import { formatDateUs } from '@portal/domain/date';
import {
  CHANGE_KINDS,
  UPDATE_FIELDS,
  type ChangeKind,
  type FoundChange,
  type UpdateChoice,
  type UpdateField,
} from '@portal/domain/patient-import/updates';
import { patientLabel } from '@portal/domain/person-name';
import { formatPhone } from '@portal/domain/phone';
import { counted } from '@portal/domain/text';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { FIELD_LABELS, type ImportCounts } from './import-labels.ts';

interface KnownPatientsProps {
  readonly counts: ImportCounts;
  /** Null if there is nothing that the user may update. */
  readonly updates: UseQueryResult<ImportUpdates, ApiError> | null;
  readonly choice: UpdateChoice;
  readonly onChoose: (choice: UpdateChoice) => void;
}

/** Rows that are patients of the practice already: how they differ, and what is updated. */
export function KnownPatients({ counts, updates, choice, onChoose }: KnownPatientsProps) {
  const { updated, unchanged } = counts;
  const all = counted(updated + unchanged, 'row');
  const differ = `${updated.toLocaleString('en-US')} ${updated === 1 ? 'differs' : 'differ'}`;
  return (
    <Section title="Already patients">
      <Typography variant="body2">
        {all} with the former MRN, date of birth and first name of a patient of the practice; {differ}.{' '}
        {updated > 0 && updates === null
          ? 'You may not edit patients, so they stay as they are.'
          : 'Blank cells of the file change nothing.'}
      </Typography>
      {updates === null ? null : (
        <RecordPart query={updates} fallback="Failed to load what differs">
          {(data) => <Differences data={data} updated={updated} choice={choice} onChoose={onChoose} />}
        </RecordPart>
      )}
    </Section>
  );
}

interface DifferencesProps {
  readonly data: ImportUpdates;
  readonly updated: number;
  readonly choice: UpdateChoice;
  readonly onChoose: (choice: UpdateChoice) => void;
}

function Differences({ data, updated, choice, onChoose }: DifferencesProps) {
  const countOf = (field: UpdateField, kind: ChangeKind) =>
    data.fields.find((each) => each.field === field && each.kind === kind)?.count ?? 0;
  const fields = UPDATE_FIELDS.filter((field) => data.fields.some((each) => each.field === field));
  const choose = (field: UpdateField, value: string) => {
    const { [field]: _former, ...others } = choice;
    const kind = CHANGE_KINDS.find((each) => each === value);
    onChoose(kind === undefined ? others : { ...others, [field]: kind });
  };
  const columns: readonly Column<UpdateField, never>[] = [
    { id: 'field', header: 'Field', card: 'title', render: (field) => FIELD_LABELS[field] },
    ...CHANGE_KINDS.map((kind) => ({
      id: kind,
      header: KIND_LABELS[kind],
      kind: 'count' as const,
      align: 'right' as const,
      isLabeled: true,
      render: (field: UpdateField) => countOf(field, kind).toLocaleString('en-US'),
    })),
    {
      id: 'update',
      header: 'Update',
      kind: 'control',
      render: (field) => (
        <TextField
          select
          size="small"
          fullWidth
          value={choice[field] ?? ''}
          onChange={({ target }) => choose(field, target.value)}
          slotProps={{
            select: { displayEmpty: true },
            htmlInput: { 'aria-label': `Update ${FIELD_LABELS[field]}` },
          }}
        >
          <MenuItem value="">Nothing</MenuItem>
          <MenuItem value="blank">Blank values</MenuItem>
          <MenuItem value="different">Blank and different values</MenuItem>
          <MenuItem value="edited">All, also those changed in the portal</MenuItem>
        </TextField>
      ),
    },
  ];
  const changes = data.rows.flatMap(({ line, patient, changes: found }) =>
    found.map((change) => ({ ...change, line, patient: patientLabel(patient) })),
  );
  return (
    <Box sx={{ mt: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PlainTable
        label="Fields that differ"
        columns={columns}
        rows={fields}
        rowKey={(field) => field}
        rowLabel={(field) => FIELD_LABELS[field]}
      />
      <Box>
        {data.rows.length === updated ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            The first {data.rows.length} of {counted(updated, 'patient')} who differ.
          </Typography>
        )}
        <Box sx={{ overflow: 'auto', maxHeight: { md: 420 } }}>
          <PlainTable
            label="What differs"
            columns={CHANGES}
            rows={changes}
            rowKey={({ line, field }) => `${line} ${field}`}
            rowLabel={({ patient, field }) => `${FIELD_LABELS[field]} of ${patient}`}
          />
        </Box>
      </Box>
    </Box>
  );
}

const KIND_LABELS: Readonly<Record<ChangeKind, string>> = {
  blank: 'Blank here',
  different: 'Different',
  edited: 'Changed in the portal',
};

const CHANGES: readonly Column<FoundChange & { readonly line: number; readonly patient: string }, never>[] = [
  { id: 'patient', header: 'Patient', card: 'title', render: ({ patient }) => patient },
  { id: 'field', header: 'Field', render: ({ field }) => FIELD_LABELS[field] },
  {
    id: 'now',
    header: 'Now',
    isLabeled: true,
    render: ({ field, now }) => (now === null ? '' : valueText(field, now)),
  },
  { id: 'next', header: 'New', isLabeled: true, render: ({ field, next }) => valueText(field, next) },
  {
    id: 'kind',
    header: 'Kind',
    kind: 'status',
    width: 172,
    render: ({ kind }) => (
      <StatusChip label={KIND_LABELS[kind]} color={kind === 'edited' ? 'warning' : 'default'} />
    ),
  },
];

function valueText(field: UpdateField, value: string): string {
  if (field === 'socialSecurityNumber') return value === 'set' ? 'On file' : 'Another number';
  if (field === 'subscriberDateOfBirth') return formatDateUs(value) || value;
  return field === 'phone' ? formatPhone(value) : value;
}
