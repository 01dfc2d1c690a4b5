import Button from '@mui/material/Button';
import { useRouteError } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { pageErrorText } from './page-error-text.ts';

/** Replaces a page that failed to render; the menu around it still works. */
export function PageError() {
  const { title, text } = pageErrorText(useRouteError());
  return (
    <PageContent>
      <PageHeader title={title} />
      <EmptyState
        text={text}
        action={
          <Button variant="contained" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    </PageContent>
  );
}
