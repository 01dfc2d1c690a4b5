import { findingsOf, type CheckedLine } from '@portal/domain/dictation/signing-checks';
import { checkedDictation, IN_CATALOG } from '@portal/domain/dictation/checks/test/checked-dictation';
import { billedCodes, modifiersOf, suggestCodes } from '@portal/domain/template/billing';
import { brokenRules } from '@portal/domain/template/broken-references';
import { describe, expect, it } from 'vitest';
import { starterFile } from '../starter.ts';
import { rulesOf } from './test/rules-of.ts';

const CASES = starterFile().templates.flatMap((template) =>
  template.cases.map((each) => ({ ...each, template, of: template.name })),
);

describe('the checks before signing', () => {
  it.each(CASES)('find nothing else in $of: $name', ({ template, answers, billingOption }) => {
    const { content } = template;
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
    // A one-sided transforaminal gets 50 by default, which this check stops.
    const others = found.filter(({ check }) => check !== 'oneSided50');
    expect(others.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  });
});
