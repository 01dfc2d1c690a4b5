import { auditVerificationGet, auditVerify, type AuditVerification } from '@portal/contract/audit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { endpointKey, useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Refresh intervals in milliseconds, during a verification and otherwise. */
const RUNNING_MS = 1000;
const IDLE_MS = 30_000;
const KEY = endpointKey(auditVerificationGet, {});

/** The running verification, or the last one; null if there is none. */
export function useLatestVerification() {
  return useEndpointQuery(
    auditVerificationGet,
    {},
    {
      refetchInterval: ({ state }) => (state.data?.latest?.outcome === 'running' ? RUNNING_MS : IDLE_MS),
    },
  );
}

/** Starts a verification. If one is already running, its progress is shown. */
export function useStartVerification() {
  const client = useQueryClient();
  // Not useEndpointMutation: a verification does not change the lists, and reloading them would be recorded as an access.
  return useMutation<AuditVerification, ApiError>({
    mutationFn: () => call(auditVerify, {}),
    onSuccess: (latest) => client.setQueryData(KEY, { latest }),
    onError: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
