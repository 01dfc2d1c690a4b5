import { skipToken, useQuery } from '@tanstack/react-query';
import { logoData } from '#lib/practice-logo.ts';

/** A logo as a data URL, once it is loaded. */
export const useLogoData = (id: string | undefined): string | undefined =>
  useQuery({
    queryKey: ['logo', id],
    queryFn: id === undefined ? skipToken : () => logoData(id),
    staleTime: Infinity,
  }).data;
