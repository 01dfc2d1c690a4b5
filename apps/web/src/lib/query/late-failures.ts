import { useQueryClient } from '@tanstack/react-query';
import type { UseMutateFunction, UseMutationResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { createSignal } from '#lib/signal.ts';

/** Emits failures of actions whose page, which would show them, has been left. */
export const lateFailure = createSignal<ApiError>();

/** The sign-in screen and the shell show these wherever the user is. */
const SHOWN_ANYWAY = [401, 403];

/**
 * A mutation whose `mutate` never fails in silence. The library calls `onError` only while the component is on screen, and only for
 * the newest call; here it is called for each. Without it, the component shows the error, or `lateFailure` reports it after the page was left.
 */
export function useReportedFailures<Result, Input>(
  mutation: UseMutationResult<Result, ApiError, Input>,
): UseMutationResult<Result, ApiError, Input> {
  const client = useQueryClient();
  const isOnScreen = useRef(true);
  useEffect(() => {
    isOnScreen.current = true;
    return () => {
      isOnScreen.current = false;
    };
  }, []);
  const { mutateAsync } = mutation;
  const mutate = useCallback<UseMutateFunction<Result, ApiError, Input>>(
    (input, { onError, ...callbacks } = {}) => {
      mutateAsync(input, callbacks).catch((error: ApiError) => {
        if (onError !== undefined) onError(error, input, undefined, { client, meta: undefined });
        else if (!isOnScreen.current && !SHOWN_ANYWAY.includes(error.status)) lateFailure.emit(error);
      });
    },
    [client, mutateAsync],
  );
  return { ...mutation, mutate };
}
