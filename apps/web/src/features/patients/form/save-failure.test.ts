import { describe, expect, it } from 'vitest';
import { ApiError, errorFromResponse } from '#lib/api/api-error.ts';
import { toShownError } from '#ui/shown-error.ts';
import { saveOrExplain } from './save-failure.ts';

async function failure(status: number, body: unknown): Promise<unknown> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const save = () => Promise.reject(errorFromResponse(status, text, null));
  return saveOrExplain(save).catch((error: unknown) => error);
}

const latest = async (sent: unknown) => ({ sent });

const shown = async (body: unknown) => toShownError(await failure(400, body), 'Failed to save patient');

describe('failed save of a patient', () => {
  it.each([
    ['an array', ['No name.', 'No date.'], 'No name., No date.'],
    ['a text', 'Not today.', 'Not today.'],
    ['a text of errors', { errors: 'The registry is closed' }, 'The registry is closed'],
    ['an object of arrays', { a: ['No name.', 'Or date.'], b: ['No.'] }, 'No name., Or date., No.'],
    ['an array beside a message', { message: 'Refused', errors: ['No name.', 'No.'] }, 'No name., No.'],
    ['a message', { message: 'Refused', code: 'CONFLICT' }, 'Refused'],
    ['nothing', '', 'Failed to save patient'],
  ])('shows the message of %s', async (_name, body, text) => {
    expect((await shown(body)).message).toBe(text);
  });

  it('passes on field errors with the server’s message', async () => {
    const errors = { phone: ['Phone is too short'] };
    const error = await shown({ message: 'Some fields need attention.', code: 'VALIDATION', errors });
    expect(error).toMatchObject({
      message: 'Some fields need attention.',
      code: 'VALIDATION',
      fieldErrors: errors,
    });
  });

  it.each([
    ['NETWORK', 'The server could not be reached. Check your connection and try again.'],
    ['TIMEOUT', 'The server took too long to respond. Please try again.'],
  ] as const)('says what to do after %s', async (code, hint) => {
    const error: unknown = await saveOrExplain(() => Promise.reject(new ApiError(0, code))).catch(
      (failed: unknown) => failed,
    );
    expect(toShownError(error, 'Failed to save patient')).toMatchObject({
      message: 'Failed to save patient',
      hint,
    });
  });

  it('loads the current record only after a stale save', async () => {
    const stale = errorFromResponse(
      409,
      JSON.stringify({ message: 'Stale', code: 'STALE', current: 1 }),
      null,
    );
    await expect(saveOrExplain(() => Promise.reject(stale), latest)).rejects.toMatchObject({
      code: 'STALE',
      current: { sent: 1 },
    });
    const other = errorFromResponse(409, JSON.stringify({ message: 'In use', code: 'IN_USE' }), null);
    await expect(saveOrExplain(() => Promise.reject(other), latest)).rejects.toHaveProperty(
      'current',
      undefined,
    );
  });

  it('rethrows other errors', async () => {
    const fault = new TypeError('x is not a function');
    await expect(saveOrExplain(() => Promise.reject(fault))).rejects.toBe(fault);
  });
});
