import { Typography } from '@mui/material';
import { groupElsewhere } from '@portal/contract/dictation-groups';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { dictationCountText } from '../dictation-labels.ts';
import { useLocations, useProviders } from '../session/use-choices.ts';
import type { SessionChoice } from '../session/use-day-session.ts';

/** "Dictations of Jane Roe, MD at Main Street", from the session. */
export function useGroupPlace({ providerId, locationId }: SessionChoice): string {
  const providers = useProviders();
  const locations = useLocations();
  const provider = providers.options?.find(({ value }) => value === providerId)?.label;
  const location = locations.options?.find(({ value }) => value === locationId)?.label;
  return `Dictations of ${provider ?? 'any provider'} at ${location ?? 'any location'}`;
}

interface NotesElsewhereProps {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Blank for any. */
  readonly providerId: string;
  readonly locationId: string;
}

/** How many unsigned dictations cannot be in this group because of their provider, location, or date. */
export function NotesElsewhere({ date, providerId, locationId }: NotesElsewhereProps) {
  const { data } = useEndpointQuery(groupElsewhere, {
    params: { date },
    query: { ...(providerId !== '' && { providerId }), ...(locationId !== '' && { locationId }) },
  });
  if (data === undefined) return null;
  const parts = [
    ...(data.onDate === 0
      ? []
      : [`${countText(data.onDate)} on this date with another provider or location`]),
    ...(data.otherDates === 0 ? [] : [`${countText(data.otherDates)} on other dates`]),
  ];
  return parts.length === 0 ? null : (
    <Typography variant="body2" color="textSecondary">
      Not signed and not in any group: {parts.join('; ')}.
    </Typography>
  );
}

/** The server counts up to 100. */
const countText = (count: number): string =>
  count < 100 ? dictationCountText(count) : 'at least 100 dictations';
