import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseMutationOptions, UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import type { CallOptions } from '#lib/api/client.ts';
import { call } from '#lib/portal.ts';
import { createAttemptKeys } from './attempt-keys.ts';
import { invalidateAreas } from './endpoint-query.ts';
import { keepAnswer } from './keep-answer.ts';

/** What `mutate` takes: the contract's input and, where the record has a version, the one the change is based on. */
export type MutationInput<E extends Endpoint> = CallInput<E> & Pick<CallOptions, 'ifMatch'>;

export type EndpointMutationOptions<E extends Endpoint> = Omit<
  UseMutationOptions<ResultOf<E>, ApiError, MutationInput<E>>,
  'mutationFn'
> & {
  /** Areas, by the contract's tag, whose answers change as well; the endpoint's own always does. */
  readonly alsoChanges?: readonly string[];
};

/**
 * Calls an endpoint that changes something: `useEndpointMutation(userUpdate)`, then `mutate({ params, body })`. A success
 * shows the record that it answers at once and refreshes the endpoint's area. Creating calls carry an idempotency key that stays the same while the same input is
 * tried again after a lost answer.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { alsoChanges = [], ...options }: EndpointMutationOptions<E> = {},
): UseMutationResult<ResultOf<E>, ApiError, MutationInput<E>> {
  const client = useQueryClient();
  const [keys] = useState(createAttemptKeys);
  return useMutation({
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
      keepAnswer(client, [endpoint.tag], args[0]);
      // Not waited for: the screen goes on while lists behind it are read again.
      void invalidateAreas(client, endpoint.tag, ...alsoChanges);
      await options.onSuccess?.(...args);
    },
  });
}
