import type { Dictation } from '@portal/contract/dictations';
import type { CurrentUser } from '@portal/contract/session';
import { goesBackToSaved, canReassign } from '@portal/domain/dictation';

/** State of the editor's Provider field. */
export interface ProviderChange {
  readonly isReadOnly: boolean;
  readonly hint: string | null;
  /** Saving returns the dictation to Saved for review by the selected provider. */
  readonly goesBack: boolean;
}

/** The effect of selecting this provider, given the saved dictation if there is one. */
export function providerChange(
  user: Pick<CurrentUser, 'id' | 'roles'>,
  stored: Pick<Dictation, 'status' | 'providerId' | 'providerName' | 'createdByUser'> | null,
  providerId: string,
): ProviderChange {
  if (stored === null) return { isReadOnly: false, hint: null, goesBack: false };
  const isChanged = providerId !== stored.providerId;
  if (!canReassign(user, stored))
    return {
      // A restored draft may have another provider; then the saved one can be selected again.
      isReadOnly: !isChanged,
      hint: `Only ${stored.providerName} or an administrator can change the provider.`,
      goesBack: false,
    };
  const goesBack = goesBackToSaved(stored, providerId);
  return {
    isReadOnly: false,
    hint: goesBack ? 'Saving returns this dictation to Saved for the new provider to review and sign.' : null,
    goesBack,
  };
}
