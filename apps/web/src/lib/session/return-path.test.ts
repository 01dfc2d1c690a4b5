import { afterEach, expect, it } from 'vitest';
import { pageAt, returnPathFor, returnState, sentUser } from './return-path.ts';

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

const PORTAL = 'https://portal.example';
const USER = '11111111-1111-4111-8111-111111111111';
afterEach(() => window.history.replaceState(null, '', '/'));

it('is kept on the way to another address of the portal, with the user who returns there', () => {
  window.history.replaceState(null, '', '/orders?status=Pending');
  expect(pageAt(PORTAL)).toBe(`${PORTAL}/orders?status=Pending`);
  window.history.replaceState(returnState('/orders?status=Pending', null), '', '/login');
  expect(pageAt(PORTAL)).toBe(`${PORTAL}/orders?status=Pending`);
  window.history.replaceState(returnState('/orders', USER), '', '/login');
  expect(pageAt(PORTAL)).toBe(`${PORTAL}/orders#for=${USER}`);
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'https:', '/\t/evil.example'])(
  'is the sign-in screen of the other address instead of %j',
  (path) => {
    window.history.replaceState(returnState(path, null), '', '/login');
    expect(pageAt(PORTAL)).toBe(`${PORTAL}/login`);
  },
);

it.each([
  ['', null],
  ['#for=', null],
  [`#for=${USER}`, USER],
  ['#for=<script>', null],
  [`#${USER}`, null],
  [`#not=${USER}`, null],
])('reads the user who was sent here from %j', (hash, user) => {
  window.history.replaceState(null, '', `/orders${hash}`);
  expect(sentUser()).toBe(user);
});
