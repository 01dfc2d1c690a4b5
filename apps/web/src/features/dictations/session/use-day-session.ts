import { dictationSessionCurrent, dictationSessionSave } from '@portal/contract/dictation-session';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { useLocations, useProviders, type Choice } from './use-choices.ts';

/** Session settings; blank where nothing is selected yet. */
export interface SessionChoice {
  readonly providerId: string;
  readonly locationId: string;
  /** YYYY-MM-DD. */
  readonly sessionDate: string;
}

export interface DaySession {
  /** Undefined until the saved session is loaded. */
  readonly choice: SessionChoice | undefined;
  /** Provider, location, and date are set, so dictations can be started. */
  readonly isComplete: boolean;
  readonly change: (part: Partial<SessionChoice>) => void;
  readonly providers: readonly Choice[];
  readonly locations: readonly Choice[];
  /** Error while loading providers or locations. */
  readonly loadError: Error | null;
  readonly retry: () => void;
  readonly saveError: Error | null;
  readonly isSaving: boolean;
}

const NO_CHOICES: readonly Choice[] = [];

/**
 * Today's session settings, saved on the server. Defaults: the user if they are a provider, the user's office, and today.
 * A failed load of the saved settings is ignored.
 */
export function useDaySession(): DaySession {
  const user = useCurrentUser();
  const today = usePractice().data?.today;
  const saved = useEndpointQuery(dictationSessionCurrent, {}, { staleTime: 60_000 });
  const providers = useProviders();
  const locations = useLocations();
  const save = useEndpointMutation(dictationSessionSave);
  const [changed, setChanged] = useState<SessionChoice | null>(null);

  const isLoaded = saved.data !== undefined || saved.error !== null;
  const first =
    isLoaded && providers.options !== undefined && locations.options !== undefined && today !== undefined
      ? {
          // A saved choice that is no longer active must be selected again.
          providerId: offered(providers.options, saved.data?.providerId ?? user.id),
          locationId: offered(locations.options, saved.data?.locationId ?? user.officeId),
          sessionDate: saved.data?.sessionDate ?? today,
        }
      : undefined;
  const choice = changed ?? first;
  return {
    choice,
    isComplete: choice !== undefined && isChosen(choice),
    change: (part) => {
      if (choice === undefined) return;
      const next = { ...choice, ...part };
      setChanged(next);
      if (isChosen(next)) save.mutate({ body: next });
    },
    providers: providers.options ?? NO_CHOICES,
    locations: locations.options ?? NO_CHOICES,
    loadError: providers.error ?? locations.error,
    retry: () => void Promise.all([providers.refetch(), locations.refetch()]),
    saveError: save.error,
    isSaving: save.isPending,
  };
}

const offered = (options: readonly Choice[], id: string | undefined): string =>
  options.find(({ value }) => value === id)?.value ?? '';

/** Whether nothing is missing to start a dictation. */
export const isChosen = ({ providerId, locationId, sessionDate }: SessionChoice): boolean =>
  providerId !== '' && locationId !== '' && sessionDate !== '';
