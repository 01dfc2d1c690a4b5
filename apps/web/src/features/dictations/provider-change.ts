import type { Dictation } from '@portal/contract/dictations';
import type { CurrentUser } from '@portal/contract/session';
import { goesBackToSaved, mayChangeProvider } from '@portal/domain/dictation';

/** What the provider's box of the editor allows and says. */
export interface ProviderChange {
  readonly isReadOnly: boolean;
  readonly hint: string | null;
  /** Saving puts the note back to Saved, for the chosen provider's review. */
  readonly goesBack: boolean;
}

/** What it means that this provider is chosen for the dictation that is stored, if any. */
export function providerChange(
  user: Pick<CurrentUser, 'id' | 'roles'>,
  stored: Pick<Dictation, 'status' | 'providerId' | 'providerName' | 'createdByUser'> | null,
  providerId: string,
): ProviderChange {
  if (stored === null) return { isReadOnly: false, hint: null, goesBack: false };
  const isChanged = providerId !== stored.providerId;
  if (!mayChangeProvider(user, stored))
    return {
      // A draft may hold another choice from before; then the stored one can be chosen again.
      isReadOnly: !isChanged,
      hint: `Only ${stored.providerName} or an administrator can change the provider.`,
      goesBack: false,
    };
  const goesBack = goesBackToSaved(stored, providerId);
  return {
    isReadOnly: false,
    hint: goesBack ? 'Saving puts this note back to Saved, for the new provider to review and sign.' : null,
    goesBack,
  };
}
