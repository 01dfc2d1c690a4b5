import AddIcon from '@mui/icons-material/Add';
import { Button, Stack, Typography } from '@mui/material';

/** A placeholder for report data: `{{location_name}}`. */
export interface Placeholder {
  readonly name: string;
  readonly label: string;
}

interface PlaceholderButtonsProps {
  readonly label: string;
  readonly placeholders: readonly Placeholder[];
  readonly onInsert: (name: string) => void;
}

/** Buttons that insert a placeholder at the cursor. */
export function PlaceholderButtons({ label, placeholders, onInsert }: PlaceholderButtonsProps) {
  return (
    <Stack
      component="fieldset"
      direction="row"
      aria-label={label}
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, m: 0, mt: 1, p: 0, border: 0, minWidth: 0 }}
    >
      <Typography variant="body2" color="textSecondary">
        Insert
      </Typography>
      {placeholders.map((placeholder) => (
        <Button
          key={placeholder.name}
          size="small"
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() => onInsert(placeholder.name)}
        >
          {placeholder.label}
        </Button>
      ))}
    </Stack>
  );
}
