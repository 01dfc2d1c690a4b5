import { describe, expect, it } from 'vitest';
import { guidePage } from '#features/help/guide.ts';
import { helpPathFor } from './help-path.ts';
import { NAVIGATION } from './navigation.ts';

describe('the help for a menu entry', () => {
  it.each(NAVIGATION.map(({ path }) => path))('is a section that the guide has: %s', (path) => {
    const [, slug = '', anchor = ''] = /^\/help\/([\w-]+)(?:#(.+))?$/.exec(helpPathFor(path)) ?? [];
    expect(guidePage(slug)?.sections.map((section) => section.anchor)).toContain(anchor);
  });
});

describe('help for a screen', () => {
  it.each([
    ['/', '/help/getting-started#the-dashboard'],
    ['/patients/1/edit', '/help/patients'],
    ['/dictations', '/help/dictations'],
    ['/dictations/1', '/help/dictations'],
    ['/dictations/1/edit', '/help/writing-dictations'],
    ['/dictations/new', '/help/writing-dictations'],
    ['/timecard/reports', '/help/timecards#reports-for-managers'],
    ['/admin/permissions/users/1', '/help/permissions#role-exceptions'],
    ['/timecard-other', '/help'],
    ['/help/patients', '/help'],
  ])('at %s is %s', (path, help) => expect(helpPathFor(path)).toBe(help));
});
