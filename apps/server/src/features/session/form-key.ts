import { createHmac } from 'node:crypto';
import { formKey } from '@portal/contract/session';
import { notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { hasRestorableSession } from './session-repo.ts';

/** How long after a session's last activity its key is available. */
const KEY_MS = 12 * 3_600_000;

/**
 * Returns the form key of one of the caller's sessions, even if it has ended. Throws NOT_FOUND for other users' sessions, older
 * sessions, and after sign-out.
 */
export const getFormKey = operation(formKey, async ({ deps, user, now }, { params: { id: sessionId } }) => {
  const activeSince = new Date(now.getTime() - KEY_MS);
  if (!(await hasRestorableSession(deps.db, { id: sessionId, userId: user.id }, { now, activeSince })))
    throw notFound('Unsaved input from this session can no longer be restored.');
  return { key: createHmac('sha256', deps.keys.forms).update(sessionId).digest('base64') };
});
