import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import type { ValueChoice, ValueChoices } from '@portal/domain/patient-import/choices';
import { describeFirstLines } from '@portal/domain/patient-import/lines-by-text';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';

type Kind = ImportDetails['values'][number];

interface ValueKindsProps {
  readonly values: ImportDetails['values'];
  readonly choices: ValueChoices;
  readonly isDisabled: boolean;
  readonly onChange: (choices: ValueChoices) => void;
}

const CHOICES: Readonly<Record<ValueChoice, string>> = {
  'leave out': 'Leave out and note',
  accept: 'Accept and note it',
};

/** The kinds of values that the check could not read. By default, their rows fail. */
export function ValueKinds({ values, choices, isDisabled, onChange }: ValueKindsProps) {
  if (values.length === 0) return null;
  const choose = ({ text }: Kind, choice: ValueChoice | null) => {
    const { [text]: _before, ...others } = choices;
    onChange(choice === null ? others : { ...others, [text]: choice });
  };
  const toLeaveOut = values.filter(({ text, choice }) => choice === 'leave out' && choices[text] !== choice);
  const columns: readonly Column<Kind, never>[] = [
    { id: 'kind', header: 'Value', card: 'title', render: ({ text }) => text },
    {
      id: 'rows',
      header: 'Rows',
      kind: 'count',
      isLabeled: true,
      align: 'right',
      render: ({ count }) => count.toLocaleString('en-US'),
    },
    { id: 'lines', header: 'Lines', render: ({ count, lines }) => describeFirstLines(count, lines) },
    {
      id: 'choice',
      header: 'What happens',
      kind: 'control',
      width: 300,
      render: (kind) =>
        kind.choice === null ? (
          'These rows fail'
        ) : (
          <ChoiceSelect
            kind={kind}
            option={kind.choice}
            chosen={choices[kind.text] === kind.choice}
            isDisabled={isDisabled}
            onChoose={(choice) => choose(kind, choice)}
          />
        ),
    },
  ];
  return (
    <Box component="section" aria-label="Values that cannot be read">
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
      >
        <Typography variant="subtitle1" component="h3">
          Values that cannot be read
        </Typography>
        {toLeaveOut.length < 2 ? null : (
          <Button
            size="small"
            disabled={isDisabled}
            onClick={() =>
              onChange({
                ...choices,
                ...Object.fromEntries(toLeaveOut.map(({ text }) => [text, 'leave out' as const])),
              })
            }
          >
            Leave all out
          </Button>
        )}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        Rows with these values are not imported, unless you choose otherwise. What is left out is noted with
        its line. Names, birth date and status are never left out.
      </Typography>
      <PlainTable
        label="Values that cannot be read"
        columns={columns}
        rows={values}
        rowKey={({ text }) => text}
        rowLabel={({ text }) => text}
      />
    </Box>
  );
}

interface ChoiceSelectProps {
  readonly kind: Kind;
  /** What can be chosen besides failing. */
  readonly option: ValueChoice;
  readonly chosen: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: (choice: ValueChoice | null) => void;
}

function ChoiceSelect({ kind, option, chosen, isDisabled, onChoose }: ChoiceSelectProps) {
  return (
    <TextField
      select
      fullWidth
      hiddenLabel
      size="small"
      value={chosen ? option : ''}
      disabled={isDisabled}
      onChange={({ target }) => onChoose(target.value === option ? option : null)}
      slotProps={{ select: { displayEmpty: true, 'aria-label': kind.text } }}
    >
      <MenuItem value="">Fail these rows</MenuItem>
      <MenuItem value={option}>{CHOICES[option]}</MenuItem>
    </TextField>
  );
}
