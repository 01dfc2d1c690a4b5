import { isIcd10 } from '@portal/domain/billing-code';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import { findingsOf, type CheckedLine } from '@portal/domain/dictation/signing-checks';
import { checkedDictation, IN_CATALOG } from '@portal/domain/dictation/checks/testing';
import { billedCodes, modifiersOf, suggestCodes, type BillingRule } from '@portal/domain/template/billing';
import { brokenRules } from '@portal/domain/template/broken-references';
import { describe, expect, it } from 'vitest';
import { STARTER_CASES } from './cases.ts';
import type { StarterTemplate } from './parts.ts';
import { STARTER_TEMPLATES, starterContent } from './templates.ts';

const rulesOf = (template: StarterTemplate): readonly BillingRule[] =>
  template.rules.map(({ on, codes }, index) => ({
    id: String(index),
    fieldId: on?.[0] ?? '_template_default',
    fieldValue: on?.[1] ?? '*',
    priority: index,
    isTemplateDefault: on === undefined,
    billingCodes: codes.map(
      ({ code, isDefault = false, modifiers = '', doseFieldId = null }, displayOrder) => ({
        billingCodeId: code,
        code,
        description: '',
        codeType: isIcd10(code) ? 'ICD10' : 'CPT',
        ...defaultCodeTraits(isIcd10(code) ? 'ICD10' : 'CPT', code, false),
        modifiers,
        doseFieldId,
        isDefault,
        displayOrder,
      }),
    ),
  }));

const CASES = STARTER_TEMPLATES.flatMap((template) =>
  (STARTER_CASES[template.name] ?? []).map((each) => ({ ...each, template, of: template.name })),
);

describe('the checks before signing', () => {
  it.each(CASES)('find nothing in $of: $name', ({ template, answers, billingOption = 'standard' }) => {
    const content = starterContent(template);
    const rules = rulesOf(template);
    const { evaluation } = checkedDictation({ content, entered: answers });
    const suggested = billedCodes(suggestCodes(rules, evaluation, billingOption).codes, billingOption);
    const chosen = suggested.filter(({ isDefault }) => isDefault);
    const diagnoses = chosen.filter(({ codeType }) => codeType === 'ICD10').map(({ code }) => code);
    const lines = chosen.map((code): CheckedLine => ({
      ...code,
      modifiers: modifiersOf(code).join(','),
      diagnosisPointers: code.codeType === 'CPT' ? diagnoses : [],
      catalog: IN_CATALOG,
    }));
    const found = findingsOf(
      checkedDictation(
        { content, entered: answers },
        { lines, rules, billingOption, brokenRules: brokenRules(content, rules) },
      ),
    );
    expect(found.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  });
});
