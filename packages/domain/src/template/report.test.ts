import { describe, expect, it } from 'vitest';
import { templateContent } from './content.ts';
import { evaluateTemplate } from './evaluate.ts';
import { reportOf, reportText } from './report.ts';

const content = templateContent.parse({
  version: 1,
  sections: [
    {
      id: 's1',
      title: 'Procedure Details',
      fields: [
        { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
        { id: 'internal', label: 'Internal', type: 'text', includeInReport: false },
        {
          id: 'note',
          label: 'Left Note',
          type: 'textarea',
          visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
        },
        {
          id: 'technique',
          label: 'Technique',
          type: 'textarea',
          dependencyType: 'dynamic_text',
          defaultTemplate: 'The {{side}} side was prepped.',
        },
      ],
    },
    { id: 's2', title: 'Empty', fields: [{ id: 'nothing', label: 'Nothing', type: 'text' }] },
  ],
});
const reportFor = (entered: Record<string, string>) =>
  reportOf(content, evaluateTemplate(content, { entered }));

describe('dictation report', () => {
  it('contains visible fields with a value, without empty sections', () => {
    expect(reportFor({ side: 'Left', internal: 'x', note: 'Two\nlines' })).toEqual([
      {
        title: 'Procedure Details',
        entries: [
          { kind: 'pair', label: 'Side', text: 'Left' },
          { kind: 'paragraph', label: 'Left Note', text: 'Two\nlines' },
          { kind: 'statement', label: 'Technique', text: 'The Left side was prepped.' },
        ],
      },
    ]);
  });

  it('omits hidden values', () => {
    const [section] = reportFor({ side: 'Right', note: 'kept, and not printed' });
    expect(section?.entries.map(({ label }) => label)).toEqual(['Side', 'Technique']);
  });

  it('can be formatted as plain text', () => {
    expect(reportText(reportFor({ side: 'Left', note: 'Well tolerated.' }))).toBe(
      'Procedure Details\nSide: Left\nLeft Note:\nWell tolerated.\nThe Left side was prepped.',
    );
  });
});
