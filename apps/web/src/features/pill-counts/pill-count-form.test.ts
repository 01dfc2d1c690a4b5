import { NUMBER_EXPECTED } from '@portal/domain/typed-number';
import { describe, expect, it } from 'vitest';
import { EMPTY_COUNT, expectedText, pillCountForm, type PillCountInput } from './pill-count-form.ts';

const TODAY = '2026-11-21';
const messages = (change: Partial<PillCountInput>) =>
  pillCountForm(TODAY)
    .safeParse({
      ...EMPTY_COUNT,
      prescriptionDate: '2026-11-11',
      pillsGiven: '30',
      pillsPerDay: '1',
      pillsRemaining: '20',
      ...change,
    })
    .error?.issues.map(({ message }) => message);

describe('calculator input', () => {
  it.each([
    ['the maximum counts', { pillsGiven: '10000', pillsCarriedOver: '10000', pillsRemaining: '10000' }],
    ['the maximum pills per day', { pillsPerDay: '100' }],
    ['a tenth of a pill per day', { pillsPerDay: '0.1' }],
    ['zero pills remaining', { pillsRemaining: '0', pillsCarriedOver: '0' }],
    ['a prescription dated today', { prescriptionDate: TODAY }],
    ['the earliest date', { prescriptionDate: '1990-01-01' }],
  ])('accepts %s', (_name, change) => {
    expect(messages(change)).toBeUndefined();
  });

  it.each([
    [{ pillsGiven: '10001' }, 'Pills given can be at most 10,000'],
    [{ pillsGiven: '0' }, 'Please enter the number of pills given'],
    [{ pillsGiven: '-1' }, 'Please enter the number of pills given'],
    [{ pillsGiven: '29.5' }, 'Pills given must be a whole number'],
    [{ pillsGiven: ' ' }, 'Please enter the number of pills given'],
    [{ pillsGiven: 'thirty' }, NUMBER_EXPECTED],
    [{ pillsGiven: '1,000' }, NUMBER_EXPECTED],
    [{ pillsPerDay: '0,5' }, NUMBER_EXPECTED],
    [{ pillsCarriedOver: '10001' }, 'Pills carried over can be at most 10,000'],
    [{ pillsPerDay: '100.1' }, 'Pills per day can be at most 100'],
    [{ pillsPerDay: '0' }, 'Please enter pills per day'],
    [{ pillsPerDay: '0.25' }, 'Pills per day must be at least 0.1, in steps of 0.1'],
    [{ pillsRemaining: '10001' }, 'Pills remaining can be at most 10,000'],
    [{ pillsRemaining: '-1' }, 'Please enter the number of pills remaining'],
    [{ prescriptionDate: '2026-11-22' }, 'The prescription date cannot be in the future'],
    [{ prescriptionDate: '1989-12-31' }, 'The prescription date must be 01/01/1990 or later'],
  ])('refuses %j', (change, text) => {
    expect(messages(change)).toEqual([text]);
  });
});

describe('expected count', () => {
  it.each([
    [['2026-11-21', '30', '', '1'], 'Expected today, after 0 days: 30'],
    [['2026-11-20', '30', '', '1'], 'Expected today, after 1 day: 29'],
    [['2026-11-11', '30', '', '0.1'], 'Expected today, after 10 days: 29'],
    [['2026-11-18', '30', '5', '2.5'], 'Expected today, after 3 days: 27.5'],
    // Never below zero.
    [['2026-01-01', '30', '5', '2'], 'Expected today, after 324 days: 0'],
  ] as const)('is shown for %j', (input, text) => {
    expect(expectedText(input, TODAY)).toBe(text);
  });

  it.each([
    [['', '30', '', '1']],
    [['2026-11-22', '30', '', '1']],
    [['2026-11-11', '', '', '1']],
    [['2026-11-11', '30', '1.5', '1']],
    [['2026-11-11', '30', '', '']],
  ] as const)('is not shown for %j', (input) => {
    expect(expectedText(input, TODAY)).toBeUndefined();
  });
});
