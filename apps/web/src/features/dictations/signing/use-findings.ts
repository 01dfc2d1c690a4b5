import type { ResultOf } from '@portal/contract/endpoint';
import { dictationFindings, type CheckFinding } from '@portal/contract/signing-checks';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Whether it must be corrected before signing. */
export const isBlocking = ({ action }: CheckFinding): boolean => action === 'block';

/** Result of checking dictations before signing. */
export interface FindingsCheck {
  readonly dictations: ResultOf<typeof dictationFindings>;
  /** Only one dictation was checked, so its name need not be shown. */
  readonly isOne: boolean;
  /** Something must be corrected before signing. */
  readonly isBlocked: boolean;
  readonly isChecking: boolean;
  readonly hasFailed: boolean;
}

/** Checks saved dictations before signing; idle while `ids` is empty. Results are never cached. */
export function useFindings(ids: readonly string[]): FindingsCheck {
  const isEnabled = ids.length > 0;
  const { data, error, isFetching } = useEndpointQuery(
    dictationFindings,
    { body: { dictationIds: [...ids] } },
    { enabled: isEnabled, staleTime: 0, gcTime: 0 },
  );
  const dictations = data ?? [];
  return {
    dictations,
    isOne: ids.length === 1,
    isBlocked: dictations.some(({ findings }) => findings.some(isBlocking)),
    isChecking: isEnabled && isFetching,
    hasFailed: error !== null,
  };
}
