import { describe, expect, it } from 'vitest';
import { endpoints } from './index.ts';
import type { Endpoint } from './core/endpoint.ts';

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const startsWithAny = (path: string, starts: readonly string[]) =>
  starts.some((start) => path === start || path.startsWith(`${start}/`));

/** Guards by role alone: no permission is needed. */
const byRoleAlone = endpoints.filter(({ guard }) => guard.kind === 'roles' && guard.and === undefined);

/** The screens whose guard is a role in the specification's route table, by the start of their calls. None of them is about patients. */
const NAMED_BY_THE_SPECIFICATION = [
  '/user',
  '/users',
  '/roles',
  '/permissions',
  '/admin/billing-code',
  '/billing-code',
  '/admin/title',
];
/** The portal's own administration, which no permission covers: keys and webhooks never carry more than their creator may do. */
const OF_THE_PORTAL = [
  // What the portal knows of codes and payers, like the billing codes.
  '/admin/code-files',
  '/admin/code-changes',
  '/admin/payer-limits',
  '/api-keys',
  '/admin/webhooks',
  '/setup',
  '/admin/second-factor',
  '/admin/single-sign-on',
];
/** Each kind of record is shown only with its own view permission. */
const ROWS_BY_PERMISSION = [
  'GET /user/:id/waiting-work',
  'POST /user/:id/waiting-work/reassign',
  'POST /permissions/bulk-assign/preview',
  'POST /roles/:id/permissions/preview',
  'POST /roles/:id/permissions/copy/preview',
];

describe('guards by role alone', () => {
  it.each(byRoleAlone.map((entry) => [keyOf(entry), entry] as const))('%s', (key, entry) => {
    expect(startsWithAny(entry.path, [...NAMED_BY_THE_SPECIFICATION, ...OF_THE_PORTAL])).toBe(true);
    expect(entry.healthData && !ROWS_BY_PERMISSION.includes(key)).toBe(false);
  });

  it('show no kind of health record', () => {
    const kinds = endpoints.flatMap(({ record }) => (record === undefined ? [] : [record]));
    expect(kinds.length).toBeGreaterThan(0);
    expect(kinds.filter(({ viewers }) => viewers.kind === 'roles' && viewers.and === undefined)).toEqual([]);
  });
});
