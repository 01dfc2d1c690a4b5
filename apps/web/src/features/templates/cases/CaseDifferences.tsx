import { Alert, Box, Stack, Typography } from '@mui/material';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { caseLineText, type CaseOutcome, type ComparedLine } from '@portal/domain/template/cases';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { TextDifferences } from './TextDifferences.tsx';

interface CaseDifferencesProps {
  readonly name: string;
  readonly expectedText: string;
  readonly outcome: CaseOutcome;
}

/** Why a case fails: its problems, its text side by side and its codes in a table. */
export function CaseDifferences({ name, expectedText, outcome }: CaseDifferencesProps) {
  const { problems, isTextSame, lines, actual } = outcome;
  return (
    <Stack sx={{ gap: 1.5 }}>
      {problems.length === 0 ? null : (
        <Alert severity="error" role="note">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      {isTextSame ? (
        <Typography variant="body2" color="textSecondary">
          The text is as expected.
        </Typography>
      ) : (
        <TextDifferences expected={expectedText} actual={actual.text} />
      )}
      {lines.every(({ isSame }) => isSame) ? (
        <Typography variant="body2" color="textSecondary">
          {lines.length === 0 ? 'No codes, as expected.' : 'The codes are as expected.'}
        </Typography>
      ) : (
        <Box sx={{ border: { sm: 1 }, borderColor: { sm: 'divider' }, borderRadius: 1, overflowX: 'auto' }}>
          <PlainTable
            label={`Codes of ${name}`}
            columns={COLUMNS}
            rows={lines}
            rowKey={(line) => String(lines.indexOf(line))}
            rowLabel={({ code }) => code}
          />
        </Box>
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<ComparedLine, never>[] = [
  {
    id: 'code',
    header: 'Code',
    kind: 'word',
    render: ({ codeType, code }) => `${CODE_TYPE_LABELS[codeType]} ${code}`,
  },
  {
    id: 'expected',
    header: 'Expected',
    kind: 'control',
    isLabeled: true,
    render: ({ expected }) => caseLineText(expected),
  },
  {
    id: 'actual',
    header: 'Actual',
    kind: 'control',
    isLabeled: true,
    render: ({ actual }) => caseLineText(actual),
  },
  {
    id: 'result',
    header: 'Result',
    kind: 'status',
    width: 100,
    render: ({ isSame }) =>
      isSame ? <StatusChip label="Same" /> : <StatusChip label="Differs" color="warning" />,
  },
];
