import { Button } from '@mui/material';
import { Link } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';

/** Shown for unknown URLs. */
export function NotFoundPage() {
  return (
    <PageContent>
      <PageHeader title="Page not found" />
      <EmptyState
        text="There is no page at this address. It may have been moved, or the link is incomplete."
        action={
          <Button component={Link} to="/" variant="contained">
            Go to the dashboard
          </Button>
        }
      />
    </PageContent>
  );
}
