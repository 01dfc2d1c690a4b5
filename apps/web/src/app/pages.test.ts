import { describe, expect, it } from 'vitest';
import { SETUP_STEPS } from '#features/dashboard/setup/setup-steps.ts';
import { openPages, pageAt } from './routes/areas.ts';

describe('the pages that a user may open', () => {
  it('are those whose guard the user passes, without pages of single records', () => {
    const pages = openPages((guard) => guard.kind === 'permission' && guard.anyOf.includes('Patient.View'));
    expect(pages).toEqual([{ path: '/patients', title: 'Patients' }]);
  });

  it('include forms, the profile and the help, each under its own title', () => {
    const pages = openPages(() => true);
    const titles = pages.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Dashboard', 'New Order', 'Profile', 'Help']));
    expect(titles).toHaveLength(new Set(titles).size);
    expect(pages.filter(({ path }) => path.includes(':'))).toEqual([]);
  });
});

it.each(Object.values(SETUP_STEPS))('the setup step "$title" leads to a page', ({ to }) => {
  expect(pageAt(to.replace(/\?.*/, ''))).toBeDefined();
});
