import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Button } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ApiError } from '#lib/api/api-error.ts';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { AccessDenied } from './AccessDenied.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { Waiting, type Shape } from './Waiting.tsx';

interface RecordPartProps<T> {
  readonly query: Pick<UseQueryResult<T, ApiError>, 'data' | 'error' | 'refetch'>;
  /** Shown when the error has no server message. */
  readonly fallback: string;
  /** The message and link for a record that does not exist; without it, the server's message is shown. */
  readonly missing?: { readonly text: string; readonly to: string; readonly linkLabel: string };
  /** What it will look like. */
  readonly shape?: Shape;
  readonly children: (data: T) => ReactNode;
}

/** The part of a page that needs a record. Shows a placeholder while it loads, and an error if it fails to load. */
export function RecordPart<T>({ query, fallback, missing, shape = 'section', children }: RecordPartProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Waiting shape={shape} />;
  if (error.status === 403) return <AccessDenied />;
  // 400: the URL has an invalid ID, so the record does not exist either.
  if (missing !== undefined && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState
        icon={<SearchOffIcon color="action" sx={{ fontSize: 40 }} />}
        text={missing.text}
        action={
          <Button component={RouterLink} to={missing.to} variant="contained">
            {missing.linkLabel}
          </Button>
        }
      />
    );
  }
  return (
    <ErrorPanel
      message={errorText(error, fallback)}
      hint={errorHint(error)}
      requestId={error.requestId}
      onRetry={() => void refetch()}
    />
  );
}
