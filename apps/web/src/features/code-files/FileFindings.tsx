import { Alert, Box, Stack, Typography } from '@mui/material';
import type { CodeFileDetails, CodeFileDifferences } from '@portal/contract/code-files';
import { counted } from '@portal/domain/text';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';

/** What the check of a file found: what it would change, and rows that cannot be read. */
export function FileFindings({ details }: { readonly details: CodeFileDetails }) {
  const { notes, differences, problems, problemCount } = details;
  return (
    <Stack spacing={2}>
      {notes.map((note) => (
        <Alert key={note} severity="info">
          {note}
        </Alert>
      ))}
      {differences === null ? null : <Differences differences={differences} />}
      {problemCount === 0 ? null : (
        <Box>
          <Alert severity="warning" sx={{ mb: 1 }}>
            {counted(problemCount, 'row')} cannot be read and will be left out.
            {problemCount > problems.length ? ` The first ${problems.length} are shown.` : ''}
          </Alert>
          <Box sx={{ overflow: 'auto', maxHeight: { md: 300 } }}>
            <PlainTable
              label="Rows that cannot be read"
              columns={PROBLEMS}
              rows={problems}
              rowKey={({ line }) => String(line)}
              rowLabel={({ line }) => `line ${line}`}
            />
          </Box>
        </Box>
      )}
    </Stack>
  );
}

const PROBLEMS: readonly Column<CodeFileDetails['problems'][number], never>[] = [
  { id: 'line', header: 'Line', kind: 'count', isLabeled: true, card: 'title', render: ({ line }) => line },
  { id: 'reason', header: 'Reason', kind: 'control', render: ({ reason }) => reason },
];

/** How many rows differ from the edition before, each with examples on demand. */
function Differences({ differences }: { readonly differences: CodeFileDifferences }) {
  const { comparedWith } = differences;
  if (comparedWith === null)
    return <Typography color="textSecondary">No earlier edition is loaded to compare with.</Typography>;
  return (
    <Box>
      <Typography color="textSecondary">Compared with {comparedWith}:</Typography>
      {(['added', 'changed', 'ended'] as const).map((part) => (
        <Difference key={part} label={part} difference={differences[part]} />
      ))}
    </Box>
  );
}

interface DifferenceProps {
  readonly label: string;
  readonly difference: CodeFileDifferences['added'];
}

function Difference({ label, difference: { count, examples } }: DifferenceProps) {
  const text = `${counted(count, 'row')} ${label}`;
  if (examples.length === 0) return <Typography>{text}</Typography>;
  return (
    <Box component="details">
      <Box
        component="summary"
        sx={{ cursor: 'pointer', minHeight: { xs: 44, md: 24 }, alignContent: 'center' }}
      >
        {text}
      </Box>
      <Box component="ul" sx={{ m: 0, mb: 1, pl: 3, overflowWrap: 'anywhere' }}>
        {examples.map((example) => (
          <Typography key={example} component="li" variant="body2">
            {example}
          </Typography>
        ))}
        {count > examples.length ? (
          <Typography component="li" variant="body2" color="textSecondary">
            and {counted(count - examples.length, 'other row')}
          </Typography>
        ) : null}
      </Box>
    </Box>
  );
}
