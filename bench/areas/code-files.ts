import { pairedCode, procedureCode } from '../fill/code-files.ts';
import type { Area } from './area.ts';

/** Eight procedures and four diagnoses, with a pair between the first and the others. */
const noteOf = (turn: number): readonly string[] => [
  procedureCode(turn * 7919),
  ...Array.from({ length: 7 }, (_, index) => pairedCode(turn * 7919, index + 1)),
  ...Array.from({ length: 4 }, (_, index) => `M${String((turn + index) % 100).padStart(2, '0')}.16`),
];

/** What the loaded files say, with 2,600,000 pairs. */
export const codeFiles: Area = {
  name: 'code files',
  rows: async () => [
    {
      name: 'code files, facts and pairs of a note of 12 codes',
      call: (turn) => ({
        method: 'POST',
        path: '/dictation/official-codes',
        body: { date: '2026-11-23', codes: noteOf(turn) },
      }),
      budget: { p99: 5 },
    },
    {
      name: 'code files, everything about a code',
      call: (turn) => ({
        method: 'GET',
        path: `/code-check?code=${procedureCode(turn * 7919)}&date=2026-11-23`,
      }),
      budget: { p99: 100 },
    },
  ],
  cleanUp: async () => undefined,
};
