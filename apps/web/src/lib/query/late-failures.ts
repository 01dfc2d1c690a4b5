import {
  useQueryClient,
  type MutateOptions,
  type UseMutateFunction,
  type UseMutationResult,
} from '@tanstack/react-query';
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
  const mutate = useCallback(
    (...args: MutateArguments<Result, Input>) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's type also allows no input where it can be undefined
      const [input, options] = args as KnownArguments<Result, Input>;
      const { onError, ...callbacks } = options ?? {};
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      const rest = [input, callbacks] as MutateArguments<Result, Input>;
      mutateAsync(...rest).catch((error: ApiError) => {
        if (onError !== undefined) onError(error, input, undefined, { client, meta: undefined });
        else if (!isOnScreen.current && !SHOWN_ANYWAY.includes(error.status)) lateFailure.emit(error);
      });
    },
    [client, mutateAsync],
  );
  return { ...mutation, mutate };
}

type MutateArguments<Result, Input> = Parameters<UseMutateFunction<Result, ApiError, Input>>;
type KnownArguments<Result, Input> = [Input, MutateOptions<Result, ApiError, Input>?];
