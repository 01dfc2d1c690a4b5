import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useZoom } from './use-zoom.ts';

/** Zoom for content of a natural width in the available width, both in CSS px. */
function zoomOf(naturalWidth: number | null, space: number | null) {
  const { result, rerender } = renderHook(
    (sizes: { naturalWidth: number | null; space: number | null }) =>
      useZoom(sizes.naturalWidth, sizes.space),
    { initialProps: { naturalWidth, space } },
  );
  const now = () => result.current;
  return {
    now,
    resize: (wider: number) => rerender({ naturalWidth, space: wider }),
    zoomIn: () => act(() => now().zoomIn?.()),
    zoomOut: () => act(() => now().zoomOut?.()),
    fit: () => act(() => now().fit()),
  };
}

describe('useZoom', () => {
  it('fits wide content to the available width and follows its changes', () => {
    const { now, resize } = zoomOf(1000, 400);
    expect(now()).toMatchObject({ isFit: true, percent: 40, width: 400 });
    resize(700);
    expect(now()).toMatchObject({ percent: 70, width: 700 });
  });

  it('does not enlarge content that is smaller than the available width', () => {
    expect(zoomOf(300, 800).now()).toMatchObject({ isFit: true, percent: 100, width: 300 });
  });

  it('zooms to the next step from a size between two steps', () => {
    const { now, zoomIn, zoomOut } = zoomOf(1000, 600);
    zoomIn();
    expect(now()).toMatchObject({ isFit: false, percent: 75, width: 750 });
    zoomOut();
    expect(now().percent).toBe(50);
  });

  it('stops at 25 and 400 percent', () => {
    const { now, zoomIn, zoomOut } = zoomOf(100, 500);
    for (const percent of [125, 150, 200, 300, 400]) {
      zoomIn();
      expect(now().percent).toBe(percent);
    }
    expect(now().zoomIn).toBeNull();
    for (const percent of [300, 200, 150, 125, 100, 75, 50, 25]) {
      zoomOut();
      expect(now().percent).toBe(percent);
    }
    expect(now().zoomOut).toBeNull();
  });

  it('keeps the chosen zoom when the available width changes, until reset to fit', () => {
    const { now, zoomIn, resize, fit } = zoomOf(1000, 1000);
    zoomIn();
    resize(500);
    expect(now()).toMatchObject({ isFit: false, percent: 125 });
    fit();
    expect(now()).toMatchObject({ isFit: true, percent: 50 });
  });

  it.each([
    ['a natural width', null, 500],
    ['an available width', 500, null],
    ['a nonzero available width', 500, 0],
  ])('has no size without %s', (_what, naturalWidth, space) => {
    expect(zoomOf(naturalWidth, space).now()).toMatchObject({
      percent: null,
      width: null,
      zoomIn: null,
      zoomOut: null,
    });
  });
});
