import { auditVerificationGet, auditVerify } from '@portal/contract/audit';
import type { AuditVerification } from '@portal/contract/audit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';
import { endpointKey, useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Milliseconds between two looks: often while a check runs, as often as the summary otherwise. */
const RUNNING_MS = 1000;
const IDLE_MS = 30_000;
const KEY = endpointKey(auditVerificationGet, {});

/** The check of the log that runs, else the last one; null before the first. */
export function useLatestVerification() {
  return useEndpointQuery(
    auditVerificationGet,
    {},
    {
      refetchInterval: ({ state }) => (state.data?.latest?.outcome === 'running' ? RUNNING_MS : IDLE_MS),
    },
  );
}

/** Begins a check. One at a time: when another has begun meanwhile, its progress is shown. */
export function useStartVerification() {
  const client = useQueryClient();
  // Not the hook of changing calls: beginning a check changes nothing in the lists, and reading them again is an access on record.
  return useMutation<AuditVerification, ApiError>({
    mutationFn: () => call(auditVerify, {}),
    onSuccess: (latest) => client.setQueryData(KEY, { latest }),
    onError: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
