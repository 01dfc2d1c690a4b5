import { expect, it, onTestFinished } from 'vitest';
import { designRoutes } from './design.ts';

it('shows the design system in the demo practice only', () => {
  expect(designRoutes()).toEqual([]);
  const mark = document.createElement('meta');
  mark.name = 'demo-practice';
  document.head.append(mark);
  onTestFinished(() => mark.remove());
  expect(designRoutes().map(({ path }) => path)).toEqual(['/design']);
});
