import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateFile } from '@portal/contract/template-file';
import { outcomeTexts, runCase } from '@portal/domain/template/cases';
import { checkContent } from '@portal/domain/template/check';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { describe, expect, it } from 'vitest';
import { rulesOf } from './test/rules-of.ts';

/** Ten notes that pain clinics write, each as a template with its answers, text and lines, in our own words. */
const { templates } = templateFile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'test', 'ten-notes.json'), 'utf8')),
);
const cases = templates.flatMap((template) =>
  template.cases.map((each) => [template.name, each.name, template, each] as const),
);

describe('ten notes', () => {
  it('are ten, without a finding', () => {
    expect(templates).toHaveLength(10);
    for (const { name, content } of templates) expect([name, checkContent(content)]).toEqual([name, []]);
  });

  it.each(cases)(
    '%s: %s can be signed, and says and bills what is expected',
    (_name, _case, template, each) => {
      const { isComplete, missing } = evaluateTemplate(template.content, { entered: each.answers });
      expect([isComplete, missing]).toEqual([true, []]);
      const { actual } = runCase(template.content, rulesOf(template), each);
      expect(actual.text).toBe(each.expected.text);
      expect(outcomeTexts(runCase(template.content, rulesOf(template), each))).toEqual([]);
    },
  );
});
