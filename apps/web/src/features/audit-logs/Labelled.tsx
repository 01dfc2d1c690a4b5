import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';

interface LabelledProps {
  readonly text: string;
  /** What is behind the text, on pointing at it; the details of the entry say it too. */
  readonly detail: string | null;
}

/** A text with more to say of it. */
export function Labelled({ text, detail }: LabelledProps) {
  if (detail === null) return text;
  return (
    <Tooltip
      describeChild
      title={detail}
      slotProps={{ tooltip: { sx: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } } }}
    >
      <Box component="span" sx={{ cursor: 'help', overflowWrap: 'break-word' }}>
        {text}
      </Box>
    </Tooltip>
  );
}
