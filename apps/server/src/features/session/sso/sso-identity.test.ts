import { describe, expect, it } from 'vitest';
import { readVerifiedEmail } from './sso-identity.ts';

const ENTRA = 'https://login.microsoftonline.com/7b1c0f2e-0000-4000-8000-000000000000/v2.0';
const EMAIL = 'noor@practice.example';

describe('the verified email address', () => {
  it.each([
    ['https://accounts.google.com', { email_verified: true }, EMAIL],
    ['https://accounts.google.com', { email_verified: 'true' }, EMAIL],
    ['https://accounts.google.com', { email_verified: 'false' }, null],
    ['https://accounts.google.com', { email_verified: 'yes' }, null],
    ['https://accounts.google.com', { email_verified: 1 }, null],
    ['https://accounts.google.com', { xms_edov: true }, null],
    ['https://login.microsoftonline.com.evil.example', { xms_edov: true }, null],
    [ENTRA, { xms_edov: true }, EMAIL],
    [ENTRA, { xms_edov: '1' }, EMAIL],
    [ENTRA, { xms_edov: false }, null],
    [ENTRA, { xms_edov: '0' }, null],
    [ENTRA, {}, null],
  ])('%s with %o: %s', (issuer, claims, expected) => {
    expect(readVerifiedEmail({ email: EMAIL, ...claims }, issuer)).toBe(expected);
  });
});
