import { z } from 'zod';
import { also, roles } from './core/endpoint.ts';
import { reason, version } from './core/fields.ts';
import { DICTATION } from './core/health-records.ts';
import { dictation } from './dictations.ts';
import { acts } from './core/verbs.ts';

/** `version` is the one that the physician has seen: an addendum makes a new one. */
const step = {
  record: DICTATION,
  tag: 'Dictations',
  guard: also(roles('ProviderPhysician'), 'Dictation.View'),
  healthData: true,
  response: dictation,
} as const;

export const dictationCoSign = acts('/dictation/:id/co-sign', step, {
  summary:
    'Co-sign a signed dictation that needs it, with its addenda; any physician but its provider may. Repeating the call returns the same result',
  body: z.strictObject({ version }),
  audit: 'Signed',
  errors: ['STALE', 'CONFLICT'],
});
export const dictationSendBack = acts('/dictation/:id/co-sign/send-back', step, {
  summary:
    'Send a signed dictation back instead of co-signing it, to ask its provider for an addendum; the signed text stays as it is',
  body: z.strictObject({ reason, version }),
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT'],
});
