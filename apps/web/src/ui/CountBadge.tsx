import { Box } from '@mui/material';
import { visuallyHidden } from './visually-hidden.ts';

interface CountBadgeProps {
  readonly count: number;
  /** What is counted, for screen readers: "open and assigned to you". */
  readonly text: string;
}

/** A small number next to a menu entry; nothing for 0. */
export function CountBadge({ count, text }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        minWidth: 20,
        px: 0.75,
        borderRadius: 10,
        textAlign: 'center',
        fontSize: '0.75rem',
        fontWeight: 600,
        lineHeight: '20px',
        color: 'secondary.contrastText',
        bgcolor: 'secondary.main',
      }}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <Box component="span" sx={visuallyHidden}>
        {`${count > 99 ? 'more than 99' : count} ${text}`}
      </Box>
    </Box>
  );
}
