import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { LazyTooltip } from './LazyTooltip.tsx';

const text = () => screen.getByRole('button');

describe('a tooltip that is created when needed', () => {
  it('opens for the pointer, closes when it leaves, and opens again', async () => {
    const user = userEvent.setup();
    render(
      <LazyTooltip title="The full text" enterDelay={0}>
        <button type="button">Text</button>
      </LazyTooltip>,
    );
    const element = text();
    for (let time = 1; time <= 2; time += 1) {
      await user.hover(text());
      expect((await screen.findByRole('tooltip')).textContent).toBe('The full text');
      await user.unhover(text());
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    }
    expect(text()).toBe(element);
    expect(element.getAttribute('aria-label')).toBe('The full text');
  });

  it('keeps the name of its element, and describes it', async () => {
    render(
      <LazyTooltip title="The full text" describeChild>
        <button type="button">Text</button>
      </LazyTooltip>,
    );
    expect(text().title).toBe('The full text');
    expect(text().hasAttribute('aria-label')).toBe(false);
    fireEvent.mouseOver(text());
    expect((await screen.findByRole('tooltip')).id).toBe(text().getAttribute('aria-describedby'));
    expect(text().hasAttribute('title')).toBe(false);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(text().title).toBe('The full text'));
    expect(text().hasAttribute('aria-describedby')).toBe(false);
  });

  it('opens for the keyboard without taking the focus from the element', async () => {
    const clicked = vi.fn<() => void>();
    render(
      <LazyTooltip title="The full text">
        <button type="button" onClick={clicked}>
          Text
        </button>
      </LazyTooltip>,
    );
    await userEvent.tab();
    expect(await screen.findByRole('tooltip')).toBeTruthy();
    expect(document.activeElement).toBe(text());
    await userEvent.keyboard('{Enter}');
    expect(clicked).toHaveBeenCalledOnce();
  });

  it('does not open for a blank title', () => {
    render(
      <LazyTooltip title="" describeChild>
        <button type="button">Text</button>
      </LazyTooltip>,
    );
    fireEvent.mouseOver(text());
    expect(text().hasAttribute('title')).toBe(false);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
