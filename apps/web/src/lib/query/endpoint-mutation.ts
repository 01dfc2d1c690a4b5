import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import {
  useMutation,
  useQueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import type { CallOptions } from '#lib/api/client.ts';
import { call } from '#lib/portal.ts';
import { createAttemptKeys } from './attempt-keys.ts';
import { reloadAreas } from './endpoint-query.ts';
import { useReportedFailures } from './late-failures.ts';

/** Input of `mutate`: the contract’s input and, for versioned records, the version the change is based on. */
export type MutationInput<E extends Endpoint> = CallInput<E> & Pick<CallOptions, 'ifMatch'>;

export type EndpointMutationOptions<E extends Endpoint> = Omit<
  UseMutationOptions<ResultOf<E>, ApiError, MutationInput<E>>,
  'mutationFn'
> & {
  /** Tags of other areas whose data changes too. The endpoint’s own area is always included. */
  readonly alsoChanges?: readonly string[];
};

/**
 * Calls an endpoint that changes data: `useEndpointMutation(userUpdate)`, then `mutate({ params, body })`. After a
 * success, what the screen shows of the endpoint’s area is reloaded before it resolves. Creating requests send an
 * idempotency key that stays the same when the same input is retried after a lost response. A failure of `mutate` is shown even
 * after the page was left.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { alsoChanges = [], ...options }: EndpointMutationOptions<E> = {},
): UseMutationResult<ResultOf<E>, ApiError, MutationInput<E>> {
  const client = useQueryClient();
  const [keys] = useState(createAttemptKeys);
  const mutation = useMutation<ResultOf<E>, ApiError, MutationInput<E>>({
    ...options,
    mutationFn: async (input) => {
      try {
        const result = await call(
          endpoint,
          endpoint.creates === true ? { ...input, idempotencyKey: keys.keyFor(input) } : input,
        );
        keys.settle();
        return result;
      } catch (error) {
        keys.settle(error);
        throw error;
      }
    },
    onSuccess: async (...args) => {
      // Awaited, so that the next step on the screen starts from the new version.
      await reloadAreas(client, endpoint.tag, ...alsoChanges);
      await options.onSuccess?.(...args);
    },
  });
  return useReportedFailures(mutation);
}
