import { Box } from '@mui/material';
import type { PracticeLogo } from '@portal/contract/practice';
import { fittedSize } from '@portal/domain/letterhead';
import { logoAddress } from '#lib/practice-logo.ts';

/** The largest logo in pixels. */
const MOST = {
  large: { width: 240, height: 80 },
  small: { width: 84, height: 32 },
  rail: { width: 36, height: 36 },
} as const;

interface PracticeMarkProps {
  readonly logo: PracticeLogo;
  /** Read in place of the picture; blank if the name is next to it. */
  readonly name?: string;
  readonly size: keyof typeof MOST;
}

/** The practice's logo. It was made for paper, so it lies on white, whatever is around it. */
export function PracticeMark({ logo, name = '', size }: PracticeMarkProps) {
  const { width, height } = fittedSize(logo, MOST[size]);
  return (
    <Box
      component="img"
      src={logoAddress(logo.id)}
      alt={name}
      width={Math.round(width)}
      height={Math.round(height)}
      sx={{
        boxSizing: 'content-box',
        flex: 'none',
        p: size === 'large' ? 1 : 0.5,
        borderRadius: 1,
        bgcolor: '#fff',
        forcedColorAdjust: 'none',
      }}
    />
  );
}
