import { messageGet } from '@portal/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { currentRecord } from './message-form.ts';

/**
 * Runs a change; when somebody else was first (STALE), the message as it is now takes the place of the one on screen,
 * and the error is thrown on for the form to say so. What is typed stays.
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
          // Each entry itself: by its key alone that of a form is not found (`FORM_QUERY`).
          for (const query of client.getQueryCache().findAll({ queryKey })) query.setData(current);
        }
        throw error;
      }
    },
    [client],
  );
}
