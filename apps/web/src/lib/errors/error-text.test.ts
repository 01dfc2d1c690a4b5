import { describe, expect, it } from 'vitest';
import { ApiError, errorFromResponse } from '#lib/api/api-error.ts';
import { LoadError } from '#lib/code/load-error.ts';
import { StorageFullError } from '#lib/session/storage.ts';
import { errorHint, errorText, explainError, saveErrorText, waitText } from './error-text.ts';

const answer = (body: unknown, status = 400) =>
  errorFromResponse(status, typeof body === 'string' ? body : JSON.stringify(body), null);

describe('errorText', () => {
  it('prefers the server message over the fallback', () => {
    expect(errorText(answer({ message: 'Office name is taken' }), 'Failed to load office')).toBe(
      'Office name is taken',
    );
  });
  it('falls back without a response or message, and for other errors', () => {
    expect(errorText(new ApiError(0, 'NETWORK'), 'Failed to load roles')).toBe('Failed to load roles');
    expect(errorText(answer({ errors: {} }), 'Failed to load user')).toBe('Failed to load user');
    expect(errorText(new TypeError('x is undefined'), 'Failed to fetch users')).toBe('Failed to fetch users');
  });
  it('says what to do about code that could not be loaded', () => {
    expect(errorText(new LoadError('offline'), 'Failed to print')).toMatch(/Check your connection/);
  });
  it('says that the browser’s storage is full', () => {
    const error = new StorageFullError();
    expect(errorText(error, 'Failed to sign in')).toBe(error.message);
  });

  it('falls back for a message that is not text', () => {
    expect(errorText(answer({ message: { text: 'x' } }), 'Failed to load user details')).toBe(
      'Failed to load user details',
    );
    expect(errorText(answer({ message: ['x'] }), 'Failed to load user details')).toBe(
      'Failed to load user details',
    );
    expect(errorText(answer({ message: ' ' }), 'Failed to load user details')).toBe(
      'Failed to load user details',
    );
  });
  it('reads a message from other keys', () => {
    expect(errorText(answer({ error: 'No' }), 'f')).toBe('No');
    expect(errorText(answer({ title: 'One or more errors' }), 'f')).toBe('One or more errors');
  });
});

const saveUser = (body: unknown) => saveErrorText(answer(body), 'Failed to save user', 'users');

describe('failed save of a user', () => {
  it('shows the server message', () => {
    expect(saveUser({ message: 'Taken', errors: { email: ['bad'] } })).toBe('Taken');
  });
  it('shows validation errors as "field: messages" joined by "; "', () => {
    expect(saveUser({ errors: { firstName: ['is required', 'is short'], email: ['is not valid'] } })).toBe(
      'firstName: is required, is short; email: is not valid',
    );
    expect(saveUser({ FirstName: ['is required'], Email: 'is not valid' })).toBe(
      'FirstName: is required; Email: is not valid',
    );
  });
  it('shows a plain-text response', () => {
    expect(saveUser('The title is unknown')).toBe('The title is unknown');
    expect(saveUser(JSON.stringify('The title is unknown'))).toBe('The title is unknown');
  });
  it('falls back to "Failed to save user"', () => {
    expect(saveUser('')).toBe('Failed to save user');
    expect(saveErrorText(answer('<html>', 413), 'f', 'users')).toMatch(/client_max_body_size/);
    expect(saveUser('<html><body>Bad gateway</body></html>')).toBe('Failed to save user');
    expect(saveErrorText(new Error('bug'), 'Failed to save user')).toBe('Failed to save user');
  });
});

const savePatient = (body: unknown) => saveErrorText(answer(body), 'Failed to save patient', 'patients');

describe('failed save of a patient', () => {
  it('joins an array of errors with commas', () => {
    expect(savePatient({ errors: ['First name is required', 'Phone is wrong'], message: 'm' })).toBe(
      'First name is required, Phone is wrong',
    );
    expect(savePatient(['First name is required', 'Phone is wrong'])).toBe(
      'First name is required, Phone is wrong',
    );
  });
  it('shows errors that are text', () => {
    expect(savePatient({ errors: 'The record is locked', message: 'm' })).toBe('The record is locked');
  });
  it('flattens and joins errors in an object of arrays', () => {
    expect(savePatient({ errors: { firstName: ['A', 'B'], phone: ['C'] }, message: 'm' })).toBe('A, B, C');
  });
  it('falls back to the message, plain text, then "Failed to save patient"', () => {
    expect(savePatient({ message: 'Not now' })).toBe('Not now');
    expect(savePatient('Not now either')).toBe('Not now either');
    expect(savePatient({})).toBe('Failed to save patient');
  });
});

const saveEntry = (body: unknown) =>
  saveErrorText(answer(body), 'Failed to save IP whitelist entry', 'whitelist');

describe('failed save of an IP whitelist', () => {
  it('shows the message, else the joined errors, else plain text, else the fallback', () => {
    expect(saveEntry({ message: 'Already listed', errors: ['x'] })).toBe('Already listed');
    expect(saveEntry({ errors: ['A', 'B'] })).toBe('A, B');
    expect(saveEntry({ errors: [{ message: 'A' }, { description: 'B' }] })).toBe('A, B');
    expect(saveEntry({ errors: { ipAddress: ['A'], expiresAt: ['B'] } })).toBe('A, B');
    expect(saveEntry('Nope')).toBe('Nope');
    expect(saveEntry(42)).toBe('Failed to save IP whitelist entry');
  });
});

describe('second line of an error', () => {
  it('says what to do when the server could not be reached', () => {
    expect(errorHint(new ApiError(0, 'NETWORK'))).toMatch(/could not be reached/);
    expect(errorHint(new ApiError(200, 'FOREIGN_ANSWER'))).toMatch(/Something else answered/);
    expect(errorHint(answer({ message: 'No' }, 500))).toBeNull();
    expect(errorHint(new Error('bug'))).toBeNull();
  });
  it('shows the wait after a 429', () => {
    expect(errorHint(errorFromResponse(429, '{"message":"Slow"}', '120'))).toBe('Try again in 2 minutes.');
    expect(errorHint(errorFromResponse(429, '{"retryAfterSeconds":1}', null))).toBe('Try again in 1 second.');
    expect(waitText(90)).toBe('90 seconds');
    expect(waitText(100)).toBe('2 minutes');
    expect(waitText(-1)).toBe('0 seconds');
  });
  it('follows the first as a sentence', () => {
    const slow = errorFromResponse(429, '{"message":"Too many attempts."}', '120');
    expect(explainError(slow, 'Failed')).toBe('Too many attempts. Try again in 2 minutes.');
    expect(explainError(answer({ message: 'Taken' }), 'Failed')).toBe('Taken');
  });
});
