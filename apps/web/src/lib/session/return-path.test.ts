import { expect, it } from 'vitest';
import { returnPathFor, returnState } from './return-path.ts';

it('returns only the same user to the page', () => {
  expect(returnPathFor(returnState('/patients?page=2', 'a'), 'a')).toBe('/patients?page=2');
  expect(returnPathFor(returnState('/patients?page=2', 'a'), 'b')).toBeNull();
  expect(returnPathFor(returnState('/patients', null), 'b')).toBe('/patients');
});

it('is found in an entry wrapped by the router after a reload', () => {
  const entry = { usr: returnState('/patients/new', 'a'), key: 'k', idx: 3 };
  expect(returnPathFor(entry, 'a')).toBe('/patients/new');
  expect(returnPathFor(entry, 'b')).toBeNull();
});

it.each([
  null,
  undefined,
  'x',
  {},
  { returnTo: 1 },
  returnState('//evil.example', null),
  returnState('https://evil.example', null),
  returnState('/\\evil.example', null),
  returnState('/\t/evil.example', null),
  returnState('javascript:alert(1)', null),
  returnState('/login', null),
])('is null for %j', (state) => {
  expect(returnPathFor(state, 'a')).toBeNull();
});
