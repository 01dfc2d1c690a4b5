import { Box, Stack, Typography } from '@mui/material';
import { CHIP_COLORS } from '#ui/theme/palette.ts';
import { Section } from '#ui/Section.tsx';
import { Example, Row } from './Example.tsx';

const SIZES = [
  { variant: 'h1', text: '24 Page title and key figures' },
  { variant: 'h2', text: '18 Section' },
  { variant: 'body1', text: '14 Body: Patient tolerated the procedure well.' },
  { variant: 'body2', text: '13 Tables and secondary text: 05/14/2026, (312) 555-0147' },
  { variant: 'caption', text: '12 Caption: MRN 00000042' },
] as const;

const SURFACES = [
  { label: 'Page', color: 'background.default', shadow: 'inset 0 0 0 1px var(--mui-palette-divider)' },
  { label: 'Resting: sections', color: 'background.paper', shadow: 'var(--shadow-resting)' },
  { label: 'Floating: menus, dialogs', color: 'background.paper', shadow: 'var(--shadow-floating)' },
] as const;

/** Type, colors and elevations. */
export function Foundations() {
  return (
    <Section title="Foundations">
      <Example title="Five sizes of text">
        <Stack sx={{ gap: 1 }}>
          {SIZES.map(({ variant, text }) => (
            <Typography key={variant} variant={variant} component="p">
              {text}
            </Typography>
          ))}
        </Stack>
      </Example>
      <Example title="Colors">
        <Row>
          {CHIP_COLORS.map((color) => (
            <Box key={color} sx={{ ...SWATCH, bgcolor: `${color}.main`, color: `${color}.contrastText` }}>
              {color}
            </Box>
          ))}
        </Row>
      </Example>
      <Example title="Elevations">
        <Row>
          {SURFACES.map(({ label, color, shadow }) => (
            <Box key={label} sx={{ ...SWATCH, bgcolor: color, boxShadow: shadow, borderRadius: 1.5 }}>
              {label}
            </Box>
          ))}
        </Row>
      </Example>
    </Section>
  );
}

const SWATCH = { minWidth: 120, p: 2, borderRadius: 1, typography: 'body2', fontWeight: 600 };
