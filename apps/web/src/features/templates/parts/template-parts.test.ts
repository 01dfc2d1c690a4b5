import { parseTemplateFile } from '@portal/contract/template-file';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import type { BillingRule } from '@portal/domain/template/billing';
import { outcomeTexts, runCase } from '@portal/domain/template/cases';
import { EMPTY_CONTENT, fieldsOf } from '@portal/domain/template/content';
import { checkContent } from '@portal/domain/template/check';
import { brokenReferences } from '@portal/domain/template/broken-references';
import { describe, expect, it } from 'vitest';
import partsFile from './parts.json' with { type: 'json' };
import { templateParts, withFreeIds, withPart, type TemplatePart } from './template-parts.ts';

const named = templateParts().map((part) => [part.name, part] as const);

/** The rules of a part once its codes have their default traits. */
const billingRules = ({ rules }: TemplatePart): BillingRule[] =>
  rules.map(({ when, conditions, priority, billingCodes }, index) => ({
    id: String(index),
    fieldId: when?.fieldId ?? '',
    fieldValue: when?.value ?? '',
    priority,
    isTemplateDefault: when === null,
    when: conditions ?? null,
    billingCodes: billingCodes.map((code, displayOrder) => ({
      ...code,
      ...defaultCodeTraits(code.codeType, code.code, false),
      billingCodeId: code.code,
      description: '',
      displayOrder,
    })),
  }));

/** What is wrong with a template that has the parts, and their billing rules. */
const problemsOf = (...parts: readonly TemplatePart[]) => {
  const content = parts.reduce((all, part) => withPart(all, 0, part), EMPTY_CONTENT);
  return [
    ...checkContent(content).map(({ message }) => message),
    ...brokenReferences({
      content,
      autoPopulate: {},
      providerDefaults: [],
      cases: [],
      rules: parts.flatMap(billingRules),
    }).map(({ message }) => message),
  ];
};

describe('ready parts', () => {
  it('are a file that Template Management can import', () => {
    expect(parseTemplateFile(JSON.stringify(partsFile))).toMatchObject({ file: { version: 1 } });
  });

  it.each(named)('%s fits into an empty template', (_name, part) => {
    expect(problemsOf(part)).toEqual([]);
  });

  it.each(named)('%s fits into a template that already has it', (_name, part) => {
    const copy = withFreeIds(
      part,
      fieldsOf(part.content).map(({ id }) => id),
    );
    const ids = fieldsOf(copy.content).map(({ id }) => id);
    expect(ids).toEqual(fieldsOf(part.content).map(({ id }) => `${id}_2`));
    expect(problemsOf(part, copy)).toEqual([]);
    expect(copy.rules.map(({ when }) => when?.fieldId)).toEqual(
      part.rules.map(({ when }) => `${when?.fieldId}_2`),
    );
  });

  it.each(named.flatMap(([name, part]) => part.cases.map((each) => [name, each.name, part, each] as const)))(
    '%s says and bills what it should: %s',
    (_name, _case, part, each) => {
      expect(outcomeTexts(runCase(part.content, billingRules(part), each))).toEqual([]);
    },
  );

  it.each(named)('%s has a test case', (_name, { cases }) => {
    expect(cases.length).toBeGreaterThan(0);
  });
});
