import { Box, Breadcrumbs as MuiBreadcrumbs, Link, Stack, Typography } from '@mui/material';
import { useContext, useId, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { BackButton } from './BackButton.tsx';
import { FIXED_BOTTOM_BAR } from './bottom-bar.ts';
import { useLastViewLink } from './places.ts';
import { TopBarTitle } from './top-bar-title.ts';
import { visuallyHidden } from './visually-hidden.ts';

interface Crumb {
  readonly label: string;
  /** Absent for the last crumb, which is the current page. */
  readonly to?: string;
}

/** Breadcrumb navigation, for example Users > jdoe. */
function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const linkTo = useLastViewLink();
  return (
    <MuiBreadcrumbs aria-label="Breadcrumb" separator=">" sx={{ typography: 'body2', mb: 0.5 }}>
      {crumbs.map(({ label, to }) =>
        to === undefined ? (
          <Typography key={label} variant="body2" color="textPrimary" aria-current="page">
            {label}
          </Typography>
        ) : (
          <Link key={label} component={RouterLink} {...linkTo(to)} variant="body2">
            {label}
          </Link>
        ),
      )}
    </MuiBreadcrumbs>
  );
}

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
  /** Controls beside the actions that are used less often, for example the View menu of a list. */
  readonly tools?: ReactNode;
  /** Keeps the buttons at the bottom of a phone's screen, within reach of the thumb. */
  readonly keepsActionsInReach?: boolean;
  /** Stays below the top bar when the page scrolls. */
  readonly isSticky?: boolean;
}

/**
 * The page's only h1, which gets the focus after navigation (`data-page-heading`), and the page's actions. A title that the
 * top bar already shows is visible on paper only.
 */
export function PageHeader({
  title,
  subtitle,
  badge,
  breadcrumbs,
  backTo,
  actions,
  tools,
  keepsActionsInReach = false,
  isSticky = false,
}: PageHeaderProps) {
  const subtitleId = useId();
  const isRepeated = useContext(TopBarTitle) === title;
  const hasActions = actions !== undefined && actions !== null && actions !== false;
  // Actions at the bottom of a phone's screen take no room here.
  const isBare =
    [subtitle, badge, breadcrumbs, backTo, tools].every((part) => part === undefined) &&
    (keepsActionsInReach || !hasActions);
  return (
    <Box
      component="header"
      data-sticky-header={isSticky || undefined}
      data-sticks={isSticky || undefined}
      sx={{
        position: 'relative',
        mb: { xs: isRepeated && isBare ? 0 : 2.5, sm: isRepeated && isBare && !hasActions ? 0 : 2.5 },
        ...(isSticky && STICKY),
      }}
    >
      {breadcrumbs === undefined ? null : <Breadcrumbs crumbs={breadcrumbs} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Typography
              variant="h1"
              tabIndex={-1}
              data-page-heading
              // The top bar shows the name of the screen; another title is the name of a record.
              translate={isRepeated ? undefined : 'no'}
              aria-describedby={subtitle === undefined ? undefined : subtitleId}
              sx={{ overflowWrap: 'anywhere', ...(isRepeated && { '@media screen': visuallyHidden }) }}
            >
              {title}
            </Typography>
            {badge}
          </Stack>
          {subtitle === undefined ? null : (
            <Typography id={subtitleId} translate="no" color="textSecondary">
              {subtitle}
            </Typography>
          )}
        </Box>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
          {backTo === undefined ? null : <BackButton to={backTo} />}
          {tools}
          {keepsActionsInReach && hasActions ? (
            <Stack
              direction="row"
              data-bottom-bar
              data-sticks
              sx={{ gap: 1, flexWrap: 'wrap', ...FIXED_BOTTOM_BAR }}
            >
              {actions}
            </Stack>
          ) : (
            actions
          )}
        </Stack>
      </Stack>
    </Box>
  );
}

/** As wide as the page, to cover what scrolls below. On phones, the top bar has a second row. */
const STICKY = {
  '@media screen': { position: 'sticky' },
  top: { xs: 84, sm: 89, md: 56 },
  zIndex: 3,
  mx: { xs: -1.5, sm: -3 },
  mt: { xs: -2, sm: -3 },
  mb: { xs: 1, sm: 1.5 },
  px: { xs: 1.5, sm: 3 },
  py: { xs: 0.75, sm: 1.5 },
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  '& h1': { fontSize: { xs: '1.125rem', sm: '1.5rem' } },
};
