import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { LoadError, type LoadReason } from '#lib/code/load-error.ts';
import { lazyPart, preloadParts } from './lazy-part.tsx';

const Chart = ({ name }: { readonly name: string }) => `The chart of ${name}`;

/** Loads the chart, or fails for the reason, if there is one. */
function chartPart(content: ComponentType<{ readonly name: string }> = Chart) {
  const server: { fails: LoadReason | null; asked: number } = { fails: null, asked: 0 };
  const Part = lazyPart(async () => {
    server.asked += 1;
    if (server.fails !== null) throw new LoadError(server.fails);
    return content;
  });
  return { Part, server };
}

/** A page with a field and a button that shows or hides the part. */
function Page({ Part }: { readonly Part: ComponentType<{ readonly name: string }> }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => setShown(!isShown)}>
        Chart
      </button>
      {isShown ? <Part name="Ann" /> : null}
    </>
  );
}

const open = (Part: ComponentType<{ readonly name: string }>) => {
  const routes = [{ path: '*', element: <Page Part={Part} />, errorElement: 'The page failed' }];
  render(<RouterProvider router={createMemoryRouter(routes)} onError={() => undefined} />, {
    onCaughtError: () => undefined,
  });
};

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const note = () => screen.getByLabelText('Note');

describe('a part that cannot be loaded', () => {
  it.each([
    ['offline', 'The server cannot be reached', ['Retry']],
    ['updated', 'The portal was updated', ['Retry', 'Reload']],
    ['failed', 'This part could not be loaded', ['Retry', 'Reload']],
  ] as const)(
    'says "%s" in its place, and the page stays with what was typed',
    async (reason, title, buttons) => {
      const { Part, server } = chartPart();
      server.fails = reason;
      open(Part);
      await userEvent.type(note(), 'Seen today');
      await click('Chart');
      expect(await screen.findByText(title)).toBeTruthy();
      expect(note()).toHaveProperty('value', 'Seen today');
      const shown = screen.getAllByRole('button').map(({ textContent }) => textContent);
      expect(shown.filter((name) => name !== 'Chart')).toEqual(buttons);
    },
  );

  it('is loaded by Retry as soon as that is possible', async () => {
    const { Part, server } = chartPart();
    server.fails = 'offline';
    open(Part);
    await click('Chart');
    await screen.findByText('The server cannot be reached');
    await click('Retry');
    await waitFor(() => expect(server.asked).toBe(2));
    server.fails = null;
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Retry' })).toHaveProperty('disabled', false),
    );
    await click('Retry');
    expect(await screen.findByText('The chart of Ann')).toBeTruthy();
  });

  it('is loaded when the network is back', async () => {
    const { Part, server } = chartPart();
    server.fails = 'offline';
    open(Part);
    await click('Chart');
    await screen.findByText('The server cannot be reached');
    server.fails = null;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('The chart of Ann')).toBeTruthy();
  });

  it('is tried again when it is opened again', async () => {
    const { Part, server } = chartPart();
    server.fails = 'offline';
    open(Part);
    await click('Chart');
    await screen.findByText('The server cannot be reached');
    await click('Chart');
    server.fails = null;
    await click('Chart');
    expect(await screen.findByText('The chart of Ann')).toBeTruthy();
  });

  it('is no excuse for errors of the part itself', async () => {
    const { Part } = chartPart(() => {
      throw new Error('a defect');
    });
    open(Part);
    await click('Chart');
    expect(await screen.findByText('The page failed')).toBeTruthy();
  });
});

describe('parts that are loaded ahead of time', () => {
  it('include those that the loaded code adds, and appear at once', async () => {
    const { Part } = chartPart();
    const known = new Set<() => Promise<void>>();
    known.add(async () => void known.add(Part.preload));
    await preloadParts(() => true, known);
    render(<Part name="Ann" />);
    expect(screen.getByText('The chart of Ann')).toBeTruthy();
  });

  it('are tried again when they are shown', async () => {
    const { Part, server } = chartPart();
    server.fails = 'offline';
    await expect(Part.preload()).rejects.toThrow(LoadError);
    server.fails = null;
    render(<Part name="Ann" />);
    expect(await screen.findByText('The chart of Ann')).toBeTruthy();
  });

  it('are left alone when they are no longer wanted', async () => {
    const { Part, server } = chartPart();
    await preloadParts(() => false, new Set([Part.preload]));
    expect(server.asked).toBe(0);
  });
});
