import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { useMemo } from 'react';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';
import { historyIndex } from '#ui/history-index.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { openPages } from '../routes/areas.ts';
import { useOpenSearch } from '../shell/open-search.ts';
import { similarPages } from './similar-pages.ts';

/** Shown for unknown URLs: what happened, pages that may be meant, and ways on. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const openSearch = useOpenSearch();
  const { passes } = useAccess();
  const similar = useMemo(() => similarPages(pathname, openPages(passes)), [pathname, passes]);
  const isFirst = (historyIndex() ?? 0) === 0;
  return (
    <PageContent width="form">
      <PageHeader title="Page not found" />
      <Stack spacing={3} sx={{ alignItems: 'flex-start', py: { xs: 1, sm: 4 } }}>
        <Box>
          <Typography>
            There is no page at this address. It may have been moved, or the link is incomplete.
          </Typography>
          <Typography color="textSecondary" translate="no" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {pathname}
          </Typography>
        </Box>
        {similar.length === 0 ? null : (
          <Box component="nav" aria-labelledby="similar-pages">
            <Typography id="similar-pages" variant="h2" sx={{ mb: 1 }}>
              Did you mean one of these?
            </Typography>
            {similar.map(({ path, title }) => (
              <Link
                key={path}
                component={RouterLink}
                to={path}
                sx={{ display: 'flex', alignItems: 'center', minHeight: { xs: 44, sm: 32 } }}
              >
                {title}
              </Link>
            ))}
          </Box>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button variant="contained" startIcon={<SearchIcon />} onClick={openSearch}>
            Search
          </Button>
          {isFirst ? null : (
            <Button variant="outlined" onClick={() => void navigate(-1)}>
              Go back
            </Button>
          )}
          <Button component={RouterLink} to="/">
            Go to the dashboard
          </Button>
        </Stack>
      </Stack>
    </PageContent>
  );
}
