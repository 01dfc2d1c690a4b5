import { ACCESS } from './access-table.ts';

/** Lists that every user may read and that API keys may read, too. All other endpoints for any signed-in user are for people only. */
const LISTS: readonly string[] = [
  'GET /practice',
  'GET /office',
  'GET /office/surgery-centers',
  'GET /admin/title/active',
  'GET /code-check',
  'GET /user/providers',
  'POST /billing-code/search',
  'POST /billing-code/:type/descriptions',
  // So that an integration can see what it may do.
  'GET /auth/permissions',
];
/** What a person does or has, although it needs only a permission. */
const PERSONAL: readonly string[] = [
  'POST /timecard/clock-in',
  'POST /timecard/clock-out/:id',
  'POST /timecard/lunch/start/:id',
  'POST /timecard/lunch/end/:id',
  'POST /dictation/:id/addendum',
  'GET /dictation/drafts',
  'GET /dictation/drafts/:id',
  'PUT /dictation/drafts/:id',
  'DELETE /dictation/drafts/:id',
  'GET /dictation/session/current',
  'POST /dictation/session',
  'POST /dictation/preferences/:id',
  'POST /dictation/preferences/:id/default',
  'GET /notifications/:id/caller',
];

/** Whether API keys may call an endpoint: never because of a role. By hand, like the access table. */
export function isForKeys(key: string): boolean {
  const who = ACCESS[key] ?? 'public';
  if (who === 'public') return true;
  if (who === 'signed-in') return LISTS.includes(key);
  if (PERSONAL.includes(key)) return false;
  return 'permission' in who || who.orPermission !== undefined;
}
