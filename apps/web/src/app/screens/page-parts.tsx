import { Stack } from '@mui/material';
import { LOAD_TEXTS } from '#lib/code/load-error.ts';
import type { Failure } from '#ui/create-lazy-part.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { FailureActions } from '#ui/PartFailure.tsx';
import { Waiting } from '#ui/Waiting.tsx';

/** What a page shows while its code loads, and if it cannot be loaded. The menu around it works. */
export const PAGE_PARTS = {
  waiting: (
    <PageContent>
      <Waiting shape="section" label="Loading page" />
    </PageContent>
  ),
  failed: (failure: Failure) => <PageFailure {...failure} />,
};

function PageFailure(failure: Failure) {
  const { title, text } = LOAD_TEXTS[failure.error.reason];
  return (
    <PageContent>
      <PageHeader title={title} />
      <EmptyState
        text={text}
        action={
          <Stack direction="row" spacing={1}>
            <FailureActions failure={failure} />
          </Stack>
        }
      />
    </PageContent>
  );
}
