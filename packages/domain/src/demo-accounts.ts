/** The password of every demo account. Published in the README, so the demo only listens on a loopback address. */
export const DEMO_PASSWORD = 'Demo-Portal-2026';

/** Everyone in the demo practice: one account per role for signing in, then their colleagues. */
export const DEMO_USER_NAMES = [
  'superadmin',
  'admin',
  'physician',
  'midlevel',
  'assistant',
  'staff',
  'jnakamura',
  'sfitzgerald',
  'mobrien',
  'ljohansson',
  'cvaldez',
  'rgreenberg',
] as const;
