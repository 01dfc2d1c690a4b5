import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import type { ImportDetails, PatientImport } from '@portal/contract/patient-imports';
import { describeEnd, describeLines, describeSpans } from '@portal/domain/csv-lines';
import { describeFirstLines } from '@portal/domain/patient-import/lines-by-text';
import { counted } from '@portal/domain/text';
import type { ReactNode } from 'react';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { type ImportCounts } from './import-labels.ts';
import { PreviewTable } from './PreviewTable.tsx';

/** What is left out or completed. Each note opens to the lines that have it. */
function NoteList({ notes }: Pick<ImportDetails, 'notes'>) {
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 0, listStyle: 'none' }}>
      {notes.map(({ text, count, lines }) => (
        <Typography key={text} component="li" variant="body2">
          {lines.length === 0 ? (
            `${text}: ${counted(count, 'row')}`
          ) : (
            <details>
              <Box component="summary" sx={{ cursor: 'pointer', py: 0.25 }}>
                {text}: {counted(count, 'row')}
              </Box>
              <Box sx={{ pl: 2, pb: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                In {describeFirstLines(count, lines, lines.length)}.
              </Box>
            </details>
          )}
        </Typography>
      ))}
    </Box>
  );
}

interface CheckResultProps {
  readonly checked: Pick<PatientImport, 'lines' | 'hasNotes'>;
  readonly counts: ImportCounts;
  readonly details: ImportDetails;
  readonly isDownloading: boolean;
  readonly onDownload: () => void;
  readonly isDownloadingNotes: boolean;
  readonly onDownloadNotes: () => void;
}

/** What a check found: counts, rows that fail, likely duplicates, and what rows become. */
export function CheckResult({
  checked,
  counts,
  details,
  isDownloading,
  onDownload,
  isDownloadingNotes,
  onDownloadNotes,
}: CheckResultProps) {
  const { imported, updated, unchanged, failed, duplicates, skipped } = counts;
  const problemCount = failed + duplicates + skipped;
  return (
    <>
      <Section title="Result of the check">
        <Box
          component="dl"
          sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: 'repeat(auto-fit, minmax(90px, 1fr))' }}
        >
          <Figure label="To import" count={imported} />
          {updated + unchanged === 0 ? null : <Figure label="Already patients" count={updated + unchanged} />}
          <Figure label="With errors" count={failed} />
          <Figure label="Likely duplicates" count={duplicates} />
          <Figure label="Skipped by status" count={skipped} />
        </Box>
        <FileLines lines={checked.lines} />
        {details.notes.length === 0 ? null : (
          <Box sx={{ mt: 2 }}>
            <Typography variant="body2">
              What is left out or completed, with the number of patients:
            </Typography>
            <NoteList notes={details.notes} />
            {checked.hasNotes ? (
              <Button
                size="small"
                startIcon={<FileDownloadOutlinedIcon />}
                loading={isDownloadingNotes}
                loadingPosition="start"
                onClick={onDownloadNotes}
              >
                Download rows with notes
              </Button>
            ) : null}
          </Box>
        )}
      </Section>
      {problemCount === 0 ? null : (
        <RowsToFix
          problems={details.problems}
          count={problemCount}
          isDownloading={isDownloading}
          onDownload={onDownload}
        />
      )}
      {details.preview === null || details.preview.rows.length === 0 ? null : (
        <Section title="What rows become">
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            The first {counted(details.preview.rows.length, 'patient')} of {counted(imported, 'row')} to
            import.
          </Typography>
          <PreviewTable preview={details.preview} />
        </Section>
      )}
    </>
  );
}

interface RowsToFixProps {
  readonly problems: ImportDetails['problems'];
  /** Of all rows; `problems` has the first ones. */
  readonly count: number;
  readonly isDownloading: boolean;
  readonly onDownload: () => void;
}

function RowsToFix({ problems, count, isDownloading, onDownload }: RowsToFixProps) {
  return (
    <Section
      title="Rows to fix"
      actions={
        <Button
          variant="outlined"
          size="small"
          startIcon={<FileDownloadOutlinedIcon />}
          loading={isDownloading}
          loadingPosition="start"
          onClick={onDownload}
        >
          Download as CSV
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        Rows with errors are not imported. Correct them in the CSV file and import it later, or correct your
        file and upload it again.
        {count > problems.length
          ? ` The first ${problems.length} of ${counted(count, 'row')} are shown.`
          : ''}
      </Typography>
      <Box sx={{ overflow: 'auto', maxHeight: { md: 360 } }}>
        <PlainTable
          label="Rows to fix"
          columns={PROBLEMS}
          rows={problems}
          rowKey={({ line }) => String(line)}
          rowLabel={({ line }) => `line ${line}`}
        />
      </Box>
    </Section>
  );
}

/** Each line of the file is counted once, so that nobody is lost unseen. */
function FileLines({ lines }: Pick<PatientImport, 'lines'>): ReactNode {
  if (lines === null) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
      {describeLines(lines)} {describeSpans(lines)} {describeEnd(lines)}
    </Typography>
  );
}

function Figure({ label, count }: { readonly label: string; readonly count: number }): ReactNode {
  return (
    <Stack direction="column-reverse">
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="h1" sx={{ m: 0 }}>
        {count.toLocaleString('en-US')}
      </Typography>
    </Stack>
  );
}

const PROBLEMS: readonly Column<ImportDetails['problems'][number], never>[] = [
  { id: 'line', header: 'Line', kind: 'count', isLabeled: true, card: 'title', render: ({ line }) => line },
  {
    id: 'kind',
    header: 'Kind',
    kind: 'status',
    width: 148,
    render: ({ isDuplicate, isSkipped }) =>
      isSkipped ? (
        <StatusChip label="Skipped" />
      ) : isDuplicate ? (
        <StatusChip label="Likely duplicate" color="warning" />
      ) : (
        <StatusChip label="Error" color="error" />
      ),
  },
  { id: 'reasons', header: 'Reason', kind: 'control', render: ({ reasons }) => reasons },
];
