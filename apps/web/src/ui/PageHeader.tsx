import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import type { Crumb } from './Breadcrumbs.tsx';
import { useReturnLink } from './places.ts';

interface PageHeaderProps {
  readonly title: string;
  /** A line below the title, for example "@jdoe". */
  readonly subtitle?: ReactNode;
  /** Next to the title, for example a status chip. */
  readonly badge?: ReactNode;
  readonly breadcrumbs?: readonly Crumb[];
  /** Target of the Back button; without it, there is no button. */
  readonly backTo?: string;
  /** Buttons; they wrap below the title on a phone. */
  readonly actions?: ReactNode;
}

/** The page's only h1, which gets the focus after navigation (`data-page-heading`), and the page's actions. */
export function PageHeader({ title, subtitle, badge, breadcrumbs, backTo, actions }: PageHeaderProps) {
  const subtitleId = useId();
  const linkTo = useReturnLink();
  return (
    <Box component="header" sx={{ mb: 2.5 }}>
      {breadcrumbs === undefined ? null : <Breadcrumbs crumbs={breadcrumbs} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Typography
              variant="h1"
              tabIndex={-1}
              data-page-heading
              aria-describedby={subtitle === undefined ? undefined : subtitleId}
              sx={{ overflowWrap: 'anywhere' }}
            >
              {title}
            </Typography>
            {badge}
          </Stack>
          {subtitle === undefined ? null : (
            <Typography id={subtitleId} color="textSecondary">
              {subtitle}
            </Typography>
          )}
        </Box>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
          {backTo === undefined ? null : (
            <Button component={RouterLink} {...linkTo(backTo)} variant="outlined" startIcon={<ArrowBackIcon />}>
              Back
            </Button>
          )}
          {actions}
        </Stack>
      </Stack>
    </Box>
  );
}
