import { onTestFinished, expect, it } from 'vitest';
import { guardPart, losesInput, stayOnPage } from './leave-guard.ts';

const at = (search: string) => ({ pathname: '/titles', search, hash: '', state: null, key: search });

it('asks before another address, but not when the list below a form changes its own', async () => {
  const remove = guardPart({
    isDirty: true,
    isSaving: () => false,
    staysAt: undefined,
    title: 'Leave?',
    text: 'Changes are lost.',
  });
  onTestFinished(remove);
  const filtered = { currentLocation: at(''), nextLocation: at('?search=md') };
  expect(losesInput(filtered)).toBe(true);
  await stayOnPage(() => expect(losesInput(filtered)).toBe(false));
  expect(losesInput(filtered)).toBe(true);
});
