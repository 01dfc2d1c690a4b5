import { contentOf } from '@portal/domain/template/test/content-of';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { isRows } from '@portal/domain/template/value';
import { expect, it } from 'vitest';
import { SeededRandom } from '../random.ts';
import { dictatedValues } from './values.ts';

it('fills in rows like a user: as many as are needed, with their required cells', () => {
  const content = contentOf({
    id: 'lesions',
    label: 'Lesions',
    type: 'rows',
    required: true,
    minRows: 2,
    maxRows: 3,
    columns: [
      { id: 'level', label: 'Level', type: 'select', options: ['L4-L5', 'L5-S1'], required: true },
      { id: 'day', label: 'Day', type: 'date' },
      { id: 'tested', label: 'Tested', type: 'checkbox' },
      { id: 'signs', label: 'Signs', type: 'checkbox', options: ['Motor', 'Sensory'] },
      { id: 'note', label: 'Note', type: 'text' },
    ],
  });
  for (let seed = 1; seed <= 50; seed += 1) {
    const entered = dictatedValues(new SeededRandom(seed), content, {
      defaults: {},
      procedureDate: '2026-11-20',
    });
    expect(evaluateTemplate(content, { entered })).toMatchObject({ isComplete: true });
    const { lesions } = entered;
    expect(isRows(lesions) && lesions.length >= 2 && lesions.length <= 3).toBe(true);
  }
});
