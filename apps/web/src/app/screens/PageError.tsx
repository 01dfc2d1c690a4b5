import { Button } from '@mui/material';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PAGE_ERROR } from './page-error-text.ts';

/** Replaces a page that failed to render; the menu around it still works. */
export function PageError() {
  return (
    <PageContent>
      <PageHeader title={PAGE_ERROR.title} />
      <EmptyState
        text={PAGE_ERROR.text}
        action={
          <Button variant="contained" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    </PageContent>
  );
}
