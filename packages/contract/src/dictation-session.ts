import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import { dayOfRecord, id } from './core/fields.ts';

/** A user's session settings for one day. */
export const dictationSession = z.object({
  providerId: id,
  providerName: z.string(),
  locationId: id,
  locationName: z.string(),
  sessionDate: z.string(),
});
export type DictationSession = z.output<typeof dictationSession>;

export const dictationSessionCurrent = endpoint({
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: false,
  method: 'GET',
  path: '/dictation/session/current',
  summary: 'Get the caller’s session for today in the practice’s time zone, or null',
  response: dictationSession.nullable(),
  audit: null,
  allowedForKeys: false,
});
export const dictationSessionSave = endpoint({
  tag: 'Dictations',
  guard: permission('Dictation.View'),
  healthData: false,
  method: 'POST',
  path: '/dictation/session',
  summary: 'Save the provider, location, and date of the caller’s session for today',
  body: z.strictObject({ providerId: id, locationId: id, sessionDate: dayOfRecord('Session date') }),
  response: dictationSession,
  audit: 'Updated',
  allowedForKeys: false,
});
