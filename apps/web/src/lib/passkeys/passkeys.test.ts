import { expect, it, onTestFinished, vi } from 'vitest';
import { stubBrowserPasskeys } from '#lib/test/browser-passkeys.ts';
import { pageForPasskeys, passkeyProblem } from './passkeys.ts';

const ELSEWHERE = 'https://portal.example';

it.each([null, ELSEWHERE])('names a browser without passkeys, not the address %s', (address) => {
  vi.stubGlobal('isSecureContext', true);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(passkeyProblem(address)).toMatch(/^This browser does not support passkeys/);
  expect(pageForPasskeys(address)).toBeNull();
});

it('names the address on a page without HTTPS, where browsers hide passkeys', () => {
  vi.stubGlobal('isSecureContext', false);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(passkeyProblem(ELSEWHERE)).toMatch(/^Passkeys work only at/);
  expect(pageForPasskeys(ELSEWHERE)).toBe(`${ELSEWHERE}${globalThis.location.pathname}`);
});

it('names the address in a browser with passkeys', () => {
  stubBrowserPasskeys();
  expect(passkeyProblem(ELSEWHERE)).toMatch(/^Passkeys work only at/);
  expect(passkeyProblem(null)).toMatch(/a number without a name/);
  expect(passkeyProblem(globalThis.location.origin)).toBeNull();
  expect(pageForPasskeys(null)).toBeNull();
  expect(pageForPasskeys(globalThis.location.origin)).toBeNull();
});
