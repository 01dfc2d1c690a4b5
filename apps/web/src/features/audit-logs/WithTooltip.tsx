import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';

interface WithTooltipProps {
  readonly text: string;
  /** Tooltip text. The entry's details also show it. */
  readonly detail: string | null;
}

/** A text with an optional tooltip. */
export function WithTooltip({ text, detail }: WithTooltipProps) {
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
