import type { Who } from './access-table.ts';

/** Who may call the endpoints for signing in and the caller’s own account. */
export const SESSION_ACCESS: Readonly<Record<string, Who>> = {
  'POST /auth/login': 'public',
  'POST /auth/sso/session': 'public',
  'GET /auth/identity-check': 'signed-in',
  'POST /auth/logout': 'signed-in',
  'GET /auth/permissions': 'signed-in',
  'GET /auth/session': 'signed-in',
  'POST /auth/heartbeat': 'signed-in',
  'POST /auth/change-password': 'signed-in',
  'GET /auth/sessions': 'signed-in',
  'DELETE /auth/sessions/:id': 'signed-in',
  'GET /auth/sessions/:id/form-key': 'signed-in',
  'GET /auth/second-factor': 'signed-in',
  'POST /auth/second-factor/setup': 'signed-in',
  'POST /auth/second-factor/enable': 'signed-in',
  'POST /auth/second-factor/disable': 'signed-in',
  'POST /auth/second-factor/recovery-codes': 'signed-in',
  'POST /auth/second-factor/challenge': 'signed-in',
  'POST /auth/second-factor/app/remove': 'signed-in',
  'POST /auth/passkeys/start': 'signed-in',
  'POST /auth/passkeys': 'signed-in',
  'PUT /auth/passkeys/:id': 'signed-in',
  'POST /auth/passkeys/:id/remove': 'signed-in',
  'POST /auth/live-ticket': 'signed-in',
};
