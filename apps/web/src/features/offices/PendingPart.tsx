import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';

interface PendingPartProps<T> {
  readonly query: UseQueryResult<T, ApiError>;
  /** Shown when the failed read brings no message of the server (spec 1 §8). */
  readonly errorFallback: string;
  readonly children: (data: T) => ReactNode;
}

/** A part of a page that needs a record: placeholders until it is there, what went wrong when it is not. */
export function PendingPart<T>({ query, errorFallback, children }: PendingPartProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    const hint = errorHint(query.error);
    const text = errorText(query.error, errorFallback);
    return (
      <ErrorPanel
        message={hint === null ? text : `${text.replace(/\.$/, '')}. ${hint}`}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Stack component="output" spacing={2} aria-label="Loading">
      <Skeleton variant="rounded" height={220} />
      <Skeleton variant="rounded" height={120} />
    </Stack>
  );
}
