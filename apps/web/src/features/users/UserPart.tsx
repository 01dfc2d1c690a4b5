import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ApiError } from '#lib/api/api-error.ts';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { AccessDenied } from '#ui/AccessDenied.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';

interface UserPartProps<T> {
  readonly query: UseQueryResult<T, ApiError>;
  /** Said when the server said nothing, or nothing that is a text (spec 1 §8). */
  readonly fallback: string;
  readonly children: (data: T) => ReactNode;
}

/** What of a page needs a record: placeholders until it is there, "User not found" or what went wrong when it is not. */
export function UserPart<T>({ query: { data, error, refetch }, fallback, children }: UserPartProps<T>) {
  if (data !== undefined) return children(data);
  if (error === null) {
    return <Skeleton component="output" variant="rounded" height={320} aria-label="Loading" />;
  }
  if (error.status === 403) return <AccessDenied />;
  // 400: what stands in the address is no id, so there is no such user either.
  if (error.status === 404 || error.status === 400) {
    return (
      <EmptyState
        text="User not found"
        action={
          <Button component={RouterLink} to="/users" variant="contained">
            Go to users
          </Button>
        }
      />
    );
  }
  const hint = errorHint(error);
  const text = errorText(error, fallback);
  return (
    <ErrorPanel
      message={hint === null ? text : `${text}. ${hint}`}
      requestId={error.requestId}
      onRetry={() => void refetch()}
    />
  );
}
