import { describe, expect, it } from 'vitest';
import { formulaWords } from './formula-words.ts';

const LABELS: Readonly<Record<string, string>> = {
  dose: 'Dose',
  count: 'Count * of sums',
  'lesions.seconds': 'Lesions: Seconds',
  lesions: 'Lesions',
  'patient.age': 'Patient: age',
};
const words = (formula: string) => formulaWords(formula, (id) => LABELS[id] ?? id);

describe('a formula in words', () => {
  it.each([
    ['sum(lesions.seconds)', 'sum of Lesions: Seconds'],
    ['sum( lesions.seconds )/60', 'sum of Lesions: Seconds/60'],
    ['count(lesions) * 2', 'number of Lesions × 2'],
    ['sum(dose, 2)', 'sum(Dose, 2)'],
    ['round(dose * sum(lesions.seconds), 1)', 'round(Dose × sum of Lesions: Seconds, 1)'],
    ['min(patient.age, unknown)', 'min(Patient: age, unknown)'],
    ['', ''],
  ])('%s is %s', (formula, expected) => {
    expect(words(formula)).toBe(expected);
  });
});
