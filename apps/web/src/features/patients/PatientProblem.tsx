import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { Link as RouterLink } from 'react-router';
import type { ApiError } from '#lib/api/api-error.ts';
import { AccessDenied } from '#ui/AccessDenied.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { toShownError } from '#ui/shown-error.ts';

interface PatientProblemProps {
  readonly title: string;
  readonly query: { readonly error: ApiError | null; readonly refetch: () => Promise<unknown> };
  /** Said when the server said nothing (spec 1 §8). */
  readonly fallback: string;
}

/** Stands in place of a patient's page until the patient is there: placeholders, or why there is none. */
export function PatientProblem({ title, query, fallback }: PatientProblemProps) {
  return (
    <PageContent width="form">
      <PageHeader title={title} backTo="/patients" />
      <Problem query={query} fallback={fallback} />
    </PageContent>
  );
}

function Problem({ query: { error, refetch }, fallback }: Omit<PatientProblemProps, 'title'>) {
  if (error === null) {
    return (
      <Box component="output" aria-label="Loading patient" sx={{ display: 'block' }}>
        <Skeleton variant="rounded" height={320} />
      </Box>
    );
  }
  if (error.status === 403) return <AccessDenied />;
  // 400: what stands in the address is no id, so there is no such patient either.
  if (error.status === 404 || error.status === 400) {
    return (
      <EmptyState
        text="Patient not found"
        action={
          <Button component={RouterLink} to="/patients" variant="contained">
            Go to patients
          </Button>
        }
      />
    );
  }
  const { message, requestId } = toShownError(error, fallback);
  return <ErrorPanel message={message} requestId={requestId} onRetry={() => void refetch()} />;
}
