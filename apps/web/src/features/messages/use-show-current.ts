import { messageGet } from '@portal/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { currentRecord } from './form/message-form.ts';

/**
 * Runs a change. If the version was stale, replaces the message on screen with the current one and rethrows the error for
 * the form to show. The user's input is kept.
 */
export function useShowCurrent(): <T>(change: () => Promise<T>) => Promise<T> {
  const client = useQueryClient();
  return useCallback(
    async (change) => {
      try {
        return await change();
      } catch (error) {
        const current =
          error instanceof ApiError && error.code === 'STALE' ? currentRecord(error.current) : null;
        if (current !== null) {
          const queryKey = endpointKey(messageGet, { params: { id: current.id } });
          // Update each query directly: setting data by key alone does not find those of forms (`useFormQuery`).
          for (const query of client.getQueryCache().findAll({ queryKey })) query.setData(current);
        }
        throw error;
      }
    },
    [client],
  );
}
