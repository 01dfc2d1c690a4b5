import { Breadcrumbs as MuiBreadcrumbs, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { useLastViewLink } from './places.ts';

export interface Crumb {
  readonly label: string;
  /** Absent for the last crumb, which is the current page. */
  readonly to?: string;
}

/** Breadcrumb navigation, for example Users > jdoe. */
export function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
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
