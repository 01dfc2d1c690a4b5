import { z } from 'zod';
import { permission } from './core/endpoint.ts';
import { dayOfRecord, id } from './core/fields.ts';
import { acts, reads } from './core/verbs.ts';

/** A user's session settings for one day. */
export const dictationSession = z.object({
  providerId: id,
  providerName: z.string(),
  locationId: id,
  locationName: z.string(),
  sessionDate: z.string(),
});
export type DictationSession = z.output<typeof dictationSession>;

export const dictationSessionCurrent = reads('/dictation/session/current', {
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: false,
  summary: 'Get the caller’s session for today in the practice’s time zone, or null',
  response: dictationSession.nullable(),
  audit: null,
  allowedForKeys: false,
});
export const dictationSessionSave = acts('/dictation/session', {
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: false,
  summary: 'Save the provider, location, and date of the caller’s session for today',
  body: z.strictObject({ providerId: id, locationId: id, sessionDate: dayOfRecord('Session date') }),
  response: dictationSession,
  audit: 'Updated',
  allowedForKeys: false,
});
