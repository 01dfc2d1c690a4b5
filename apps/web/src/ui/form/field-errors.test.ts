import { describe, expect, it } from 'vitest';
import { splitFieldErrors } from './field-errors.ts';

const isOnScreen = (name: string): name is 'phone' => name === 'phone';
const message = 'Some fields need attention.';

describe('field errors from the server', () => {
  it('are shown on their fields, without an alert', () => {
    expect(
      splitFieldErrors({ message, fieldErrors: { phone: ['Too short.', 'Not US.'] } }, isOnScreen),
    ).toEqual({
      placed: [['phone', 'Too short. Not US.']],
      rest: null,
    });
  });

  it('are shown in the alert if the page has no such field', () => {
    const fieldErrors = {
      phone: ['Too short.'],
      title: ['Title is required for provider roles'],
      '': ['No.'],
    };
    expect(splitFieldErrors({ message, requestId: 'r1', fieldErrors }, isOnScreen)).toEqual({
      placed: [['phone', 'Too short.']],
      rest: {
        message,
        hint: null,
        details: ['Title is required for provider roles', 'No.'],
        requestId: 'r1',
      },
    });
  });

  it('are not needed to show the message', () => {
    expect(splitFieldErrors({ message }, isOnScreen).rest).toEqual({
      message,
      hint: null,
      details: [],
      requestId: null,
    });
  });
});
