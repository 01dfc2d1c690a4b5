import { Alert, Box, MenuItem, TextField, Typography } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import {
  meaningOf,
  WORD_MEANINGS,
  type FoundWord,
  type WordAnswers,
} from '@portal/domain/patient-import/words';
import { counted } from '@portal/domain/text';
import { WORD_LABELS } from './import-labels.ts';

interface WordMeaningsProps {
  readonly words: ImportDetails['words'];
  readonly answers: WordAnswers;
  readonly isDisabled: boolean;
  readonly onChange: (answers: WordAnswers) => void;
}

/** What each word in the columns of gender, status and deceased means. The portal asks for those it does not know. */
export function WordMeanings({ words, answers, isDisabled, onChange }: WordMeaningsProps) {
  if (words.length === 0) return null;
  const asked = words.filter(({ field, word }) => meaningOf(field, word, answers) === undefined);
  return (
    <Box component="section" aria-label="What words mean">
      <Typography variant="subtitle1" component="h3" gutterBottom>
        What words mean
      </Typography>
      {asked.length === 0 ? null : (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {counted(asked.length, 'word')} {asked.length === 1 ? 'is' : 'are'} not understood. Choose what{' '}
          {asked.length === 1 ? 'it means' : 'they mean'} and check again. Until then, the rows with{' '}
          {asked.length === 1 ? 'it' : 'them'} are not imported.
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fill, minmax(230px, 1fr))',
          },
        }}
      >
        {words.map((found) => (
          <Meaning
            key={`${found.field} ${found.word}`}
            found={found}
            answers={answers}
            isDisabled={isDisabled}
            onChange={onChange}
          />
        ))}
      </Box>
    </Box>
  );
}

function Meaning({
  found: { field, word, count },
  answers,
  isDisabled,
  onChange,
}: Omit<WordMeaningsProps, 'words'> & { readonly found: FoundWord }) {
  const meaning = meaningOf(field, word, answers);
  return (
    <TextField
      select
      size="small"
      label={`${WORD_LABELS[field]} “${word}”`}
      value={meaning ?? ''}
      error={meaning === undefined}
      helperText={counted(count, 'row')}
      disabled={isDisabled}
      onChange={({ target }) =>
        onChange({ ...answers, [field]: { ...answers[field], [word]: target.value } })
      }
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {meaning === undefined ? <MenuItem value="">Choose</MenuItem> : null}
      {WORD_MEANINGS[field].map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </TextField>
  );
}
