import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { CodeFile } from '@portal/contract/code-files';
import { CODE_FILE_LABELS } from '@portal/domain/code-files/kinds';
import { formatFileSize } from '@portal/domain/file-size';
import { counted } from '@portal/domain/text';
import { FilterDate } from '#ui/FilterDate.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { progressText } from '#ui/row-progress.ts';
import { StatusChip } from '#ui/StatusChip.tsx';
import { WorkProgress } from '#ui/WorkProgress.tsx';
import { STATUS_CHIPS, WORK_LABELS, workOf } from './code-file-labels.ts';
import { FileFindings } from './FileFindings.tsx';
import { orderProblem, type EditionDays } from './edition-days.ts';
import { useFileActions, useFileDetails } from './use-code-files.ts';

interface OpenFileProps {
  readonly file: CodeFile;
  /** The days of its edition, as the file says or as typed. */
  readonly days: EditionDays;
  readonly onDays: (days: EditionDays) => void;
  readonly onLoad: () => void;
  readonly onDiscard: () => void;
}

/** A file that is checked, loaded or removed, or waits for a decision. */
export function OpenFile({ file, days, onDays, onLoad, onDiscard }: OpenFileProps) {
  const { id, kind, fileName, title, status, byteSize, rowCount, trouble } = file;
  const { cancel } = useFileActions();
  const work = workOf(file);
  const size = [formatFileSize(byteSize), ...(rowCount === null ? [] : [counted(rowCount, 'row')])];
  return (
    <Stack component="li" aria-label={fileName} spacing={1.5}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{fileName}</Typography>
          <Typography variant="body2" color="textSecondary">
            {CODE_FILE_LABELS[kind]}: {title} · {size.join(' · ')}
          </Typography>
        </Box>
        <StatusChip {...STATUS_CHIPS[status]} />
      </Stack>
      {trouble === null ? null : <Alert severity="error">{trouble}</Alert>}
      {work === null ? null : (
        <WorkProgress
          label={WORK_LABELS[work]}
          rows={work === 'Undoing' ? null : file}
          {...(work === 'Undoing'
            ? {}
            : { onCancel: () => cancel.mutate({ params: { id } }), isCanceling: cancel.isPending })}
        />
      )}
      {status === 'Stopped' ? (
        <Alert severity="warning">
          The check was stopped after {progressText(file)}. Nothing of this file counts. Load it, which checks
          it again, or discard it.
        </Alert>
      ) : null}
      {status === 'Checked' ? <Findings file={file} /> : null}
      {status === 'Checked' || status === 'Stopped' ? (
        <Edition file={file} days={days} onDays={onDays} />
      ) : null}
      {work === null ? (
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button aria-label={`Discard ${fileName}`} onClick={onDiscard}>
            Discard
          </Button>
          {status === 'Draft' ? null : (
            <Button
              variant="outlined"
              aria-label={`Load ${fileName}`}
              disabled={days.editionFrom === '' || orderProblem(days) !== undefined}
              onClick={onLoad}
            >
              Load
            </Button>
          )}
        </Stack>
      ) : null}
    </Stack>
  );
}

function Findings({ file }: { readonly file: CodeFile }) {
  return (
    <RecordPart query={useFileDetails(file)} fallback="Failed to load what the check found" shape="lines">
      {(details) => <FileFindings details={details} />}
    </RecordPart>
  );
}

/** The first and the last day of the edition. */
function Edition({ file, days, onDays }: Pick<OpenFileProps, 'file' | 'days' | 'onDays'>) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ p: 0, mb: 1 }}>
        {editionHelp(file, days)}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
        <FilterDate
          label="First day"
          value={days.editionFrom}
          onChange={(editionFrom) => onDays({ ...days, editionFrom })}
        />
        <FilterDate
          label="Last day"
          value={days.editionTo}
          error={orderProblem(days)}
          onChange={(editionTo) => onDays({ ...days, editionTo })}
        />
      </Stack>
    </Box>
  );
}

function editionHelp({ editionFrom }: CodeFile, days: EditionDays): string {
  if (editionFrom !== null) return 'The edition, as the file says.';
  return days.editionFrom === ''
    ? 'The first and last day of the edition, as the download page says.'
    : 'Check the first day of the edition, which the name of the file suggests.';
}
