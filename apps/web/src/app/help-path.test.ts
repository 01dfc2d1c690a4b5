import { describe, expect, it } from 'vitest';
import { guidePage } from '#features/help/guide.ts';
import { helpPathFor } from './help-path.ts';
import { NAVIGATION } from './navigation.ts';
import { PATIENT_TABS } from './patient-tabs.ts';

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
    ['/admin/permissions/users/1', '/help/permissions#overrides'],
    ['/timecard-other', '/help'],
    ['/help/patients', '/help'],
  ])('at %s is %s', (path, help) => expect(helpPathFor(path)).toBe(help));
});

describe('the help for a tab of a patient', () => {
  it.each(PATIENT_TABS.map(({ id }) => id))('is a section that the guide has: %s', (id) => {
    const path = helpPathFor('/patients/1', `?tab=${id}`);
    const [, slug = '', anchor = ''] = /^\/help\/([\w-]+)(?:#(.+))?$/.exec(path) ?? [];
    expect(guidePage(slug)?.sections.map((section) => section.anchor)).toContain(anchor);
  });

  it('is the page about patients on the overview, and elsewhere the tab does not matter', () => {
    expect(helpPathFor('/patients/1', '')).toBe('/help/patients');
    expect(helpPathFor('/patients/1', '?tab=orders')).toBe('/help/orders#the-list');
    expect(helpPathFor('/patients', '?tab=orders')).toBe('/help/patients');
  });
});
