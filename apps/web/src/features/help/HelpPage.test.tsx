import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { GUIDE, guidePage } from './guide.ts';
import { HelpPage } from './HelpPage.tsx';
import { searchGuide } from './search-guide.ts';

const open = (at: string) =>
  showPage({ server: createFakeServer(), pages: { '/help': HelpPage, '/help/:page': HelpPage }, at });
const title = () => screen.findByRole('heading', { level: 1 });

// jsdom does not scroll.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

describe('help', () => {
  it('starts with the contents, whose links open pages of the portal', async () => {
    const { user, router } = await open('/help');
    expect((await title()).textContent).toBe('User guide');
    for (const { slug, title: name } of GUIDE.slice(1)) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/help/${slug}`);
    }
    await user.click(screen.getByRole('link', { name: 'Patients' }));
    expect(router.state.location.pathname).toBe('/help/patients');
    expect((await title()).textContent).toBe('Patients');
    expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help');
  });

  it.each(GUIDE.slice(1).map(({ slug }) => slug))('shows the page %s with all its sections', async (slug) => {
    await open(`/help/${slug}`);
    await title();
    const page = guidePage(slug);
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    for (const { anchor, heading } of page?.sections.slice(1) ?? []) {
      expect(document.getElementById(anchor)?.textContent).toBe(heading);
      const link = contents.getByRole('link', { name: heading, hidden: true });
      expect(link.getAttribute('href')).toBe(`/help/${slug}#${anchor}`);
    }
    for (const image of screen.queryAllByRole('img')) {
      expect(image.getAttribute('src')).toMatch(/\.webp$/);
      expect(image.getAttribute('alt')).not.toBe('');
      expect(Number(image.getAttribute('width'))).toBeGreaterThan(0);
    }
  });

  it('moves the focus to the section in the URL or chosen in the contents', async () => {
    const { user } = await open('/help/patients#search');
    const search = await screen.findByRole('heading', { level: 2, name: 'Search' });
    await waitFor(() => expect(document.activeElement).toBe(search));
    await user.click(screen.getByRole('link', { name: 'Edit a patient', hidden: true }));
    const edit = screen.getByRole('heading', { level: 2, name: 'Edit a patient' });
    await waitFor(() => expect(document.activeElement).toBe(edit));
    const again = screen.getByRole('link', { name: 'Edit a patient', hidden: true });
    await user.click(again);
    await waitFor(() => expect(document.activeElement).toBe(edit));
  });

  it('ignores a section that the page does not have', async () => {
    await open('/help/patients#no-such-section');
    expect((await title()).textContent).toBe('Patients');
    expect(document.activeElement).toBe(document.body);
  });

  it('finds sections by words, marks them, and opens at the section', async () => {
    const { user, router } = await open('/help/patients');
    await user.type(await screen.findByRole('textbox', { name: 'Search help' }), 'recovery codes lost');
    const results = await screen.findByRole('list', { name: 'Search results' });
    expect((await title()).textContent).toBe('Search results');
    expect(
      within(results).getAllByText('recovery', { selector: 'mark', exact: false }).length,
    ).toBeGreaterThan(0);
    await user.click(
      within(results).getByRole('link', { name: 'Signing in > Lost phone or passkey and no recovery codes' }),
    );
    const { pathname, search, hash } = router.state.location;
    expect(`${pathname}${search}${hash}`).toBe(
      '/help/signing-in#lost-phone-or-passkey-and-no-recovery-codes',
    );
    expect((await title()).textContent).toBe('Signing in');
  });

  it('says how many sections have the words, and shows the first 20', async () => {
    await open('/help?search=the');
    const results = await screen.findByRole('list', { name: 'Search results' });
    expect(within(results).getAllByRole('listitem')).toHaveLength(20);
    const total = searchGuide(GUIDE, 'the').length;
    expect(screen.getByText(`${total} sections found. The first 20 are shown.`)).toBeDefined();
  });

  it('says when no section has the words', async () => {
    await open('/help?search=zebra');
    expect(await screen.findByText('0 sections found')).toBeDefined();
    expect(
      screen.getByText('No section contains all of these words. Try fewer or other words.'),
    ).toBeDefined();
  });

  it('says when there is no such page, and links to the contents', async () => {
    const { user } = await open('/help/no-such-page');
    expect((await title()).textContent).toBe('Help page not found');
    await user.click(screen.getByRole('link', { name: 'Go to the contents' }));
    expect((await title()).textContent).toBe('User guide');
  });
});
