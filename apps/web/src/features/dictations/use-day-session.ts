import { dictationSessionCurrent, dictationSessionSave } from '@portal/contract/dictations';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { Choice } from './use-choices.ts';
import { useLocations, useProviders } from './use-choices.ts';

/** What the day's work is about; blank where nothing is chosen yet. */
export interface SessionChoice {
  readonly providerId: string;
  readonly locationId: string;
  /** YYYY-MM-DD. */
  readonly sessionDate: string;
}

export interface DaySession {
  /** Undefined until it is known what was kept. */
  readonly choice: SessionChoice | undefined;
  /** Provider, location and date are there: notes can be written. */
  readonly isComplete: boolean;
  readonly change: (part: Partial<SessionChoice>) => void;
  readonly providers: readonly Choice[];
  readonly locations: readonly Choice[];
  /** Why providers or locations cannot be chosen from. */
  readonly loadError: Error | null;
  readonly retry: () => void;
  readonly saveError: Error | null;
  readonly isSaving: boolean;
}

const NO_CHOICES: readonly Choice[] = [];

/**
 * The session settings of today, kept on the server. Until some are kept: oneself for a provider, one's own
 * office, today. A failed load of the kept ones is ignored silently.
 */
export function useDaySession(): DaySession {
  const user = useCurrentUser();
  const today = usePractice().data?.today;
  const kept = useEndpointQuery(dictationSessionCurrent, {}, { staleTime: 60_000 });
  const providers = useProviders();
  const locations = useLocations();
  const save = useEndpointMutation(dictationSessionSave);
  const [changed, setChanged] = useState<SessionChoice | null>(null);

  const isRead = kept.data !== undefined || kept.error !== null;
  const first =
    isRead && providers.options !== undefined && locations.options !== undefined && today !== undefined
      ? {
          // What was kept and is no longer active is chosen anew.
          providerId: offered(providers.options, kept.data?.providerId ?? user.id),
          locationId: offered(locations.options, kept.data?.locationId ?? user.officeId),
          sessionDate: kept.data?.sessionDate ?? today,
        }
      : undefined;
  const choice = changed ?? first;
  return {
    choice,
    isComplete: choice !== undefined && isWhole(choice),
    change: (part) => {
      if (choice === undefined) return;
      const next = { ...choice, ...part };
      setChanged(next);
      if (isWhole(next)) save.mutate({ body: next });
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

const isWhole = ({ providerId, locationId, sessionDate }: SessionChoice): boolean =>
  providerId !== '' && locationId !== '' && sessionDate !== '';
