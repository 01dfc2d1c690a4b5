import { templateContent } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { describe, expect, it } from 'vitest';
import { enteredFrom, storedValues } from './stored-values.ts';

const content = templateContent.parse({
  version: 1,
  sections: [
    {
      id: 's',
      title: 'S',
      fields: [
        { id: 'side', label: 'Side', type: 'text' },
        { id: 'gauge', label: 'Gauge', type: 'text', defaultValue: '25' },
        { id: 'copy', label: 'Copy', type: 'text', dependsOn: 'side', dependencyType: 'copy' },
        { id: 'own', label: 'Own', type: 'text', dependsOn: 'side', dependencyType: 'copy' },
        {
          id: 'why',
          label: 'Why',
          type: 'text',
          visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Right', action: 'show' }],
        },
      ],
    },
  ],
});

describe('decisions 58 what is saved of a form', () => {
  const entered = { side: 'Left', own: 'Both', why: 'hidden now' };
  const stored = storedValues({ content, entered, evaluation: evaluateTemplate(content, { entered }) });

  it('values of all visible fields, and which dependent ones were edited', () => {
    expect(stored).toEqual({
      formData: { side: 'Left', gauge: '25', copy: 'Left', own: 'Both' },
      editedFields: ['own'],
    });
  });

  it('read again, what was not edited follows its source', () => {
    expect(enteredFrom(content, stored)).toEqual({ side: 'Left', gauge: '25', own: 'Both' });
  });
});
