import Dialog from '@mui/material/Dialog';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { guidePage } from '#features/help/guide.ts';
import { helpPathFor } from '../help-path.ts';
import { NAVIGATION } from '../navigation.ts';
import { useHelpKey } from './use-help-key.ts';

function Shell() {
  useHelpKey();
  return <Outlet />;
}

function Page() {
  return (
    <>
      <button type="button">A button</button>
      <input aria-label="A field" />
      <textarea aria-label="A text" />
      <div aria-label="An editor" contentEditable="true" />
    </>
  );
}

/** Opens the timecard page in a shell with the key. */
function open(element = <Page />) {
  const router = createMemoryRouter(
    [
      {
        Component: Shell,
        children: [
          { path: '/timecard', element },
          { path: '*', element: <h1>Help</h1> },
        ],
      },
    ],
    { initialEntries: ['/timecard'] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup({ delay: null }), pathname: () => router.state.location.pathname };
}

describe('the “?” key', () => {
  it('opens the help for the current page', async () => {
    const { user, pathname } = open();
    await user.keyboard('?');
    expect(pathname()).toBe('/help/timecards');
  });

  it('works while a button has the focus', async () => {
    const { user, pathname } = open();
    await user.click(screen.getByRole('button', { name: 'A button' }));
    await user.keyboard('?');
    expect(pathname()).toBe('/help/timecards');
  });

  it.each(['A field', 'A text', 'An editor'])('is left to the user who types in “%s”', async (name) => {
    const { user, pathname } = open();
    await user.click(screen.getByLabelText(name));
    await user.keyboard('?');
    expect(pathname()).toBe('/timecard');
  });

  it('does nothing while a dialog is open', async () => {
    const { user, pathname } = open(
      <Dialog open>
        <button type="button">Close</button>
      </Dialog>,
    );
    await user.keyboard('?');
    expect(pathname()).toBe('/timecard');
  });

  it.each(['Control', 'Alt', 'Meta'])('does nothing together with %s', async (modifier) => {
    const { user, pathname } = open();
    await user.keyboard(`{${modifier}>}?{/${modifier}}`);
    expect(pathname()).toBe('/timecard');
  });
});

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
