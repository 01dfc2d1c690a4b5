import { keyAt, startsWith, written, type Clause, type Match } from './words.ts';

/** Abbreviations as recognizers spell them, with what they are written as. The longest comes first. */
const NAMES: readonly (readonly [spoken: string, text: string])[] = [
  ['hemoglobin a one c', 'hemoglobin A1c'],
  ['s i joint', 'SI joint'],
  ['s i joints', 'SI joints'],
  ['a p and lateral', 'AP and lateral'],
  ['a p view', 'AP view'],
  ['m r i', 'MRI'],
  ['e m g', 'EMG'],
  ['b m i', 'BMI'],
  ['c t scan', 'CT scan'],
  ['i v', 'IV'],
  ['x ray', 'x-ray'],
  ['x rays', 'x-rays'],
  ['mri', 'MRI'],
  ['emg', 'EMG'],
  ['nsaid', 'NSAID'],
  ['nsaids', 'NSAIDs'],
  ['copd', 'COPD'],
  ['a1c', 'A1c'],
  ['vitamin b twelve', 'vitamin B12'],
  ['vitamin d three', 'vitamin D3'],
  ['i', 'I'],
];
const BY_FIRST_WORD = Map.groupBy(
  NAMES.map(([spoken, text]) => ({ words: spoken.split(' '), text })),
  ({ words: [first = ''] }) => first,
);

/** "m r i" is MRI. */
export function spelledNames(clause: Clause, at: number): Match | null {
  const name = BY_FIRST_WORD.get(keyAt(clause, at))?.find(({ words }) => startsWith(clause, at, words));
  return name === undefined ? null : written(name.words.length, name.text);
}
