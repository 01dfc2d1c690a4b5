import type { SuggestedCode, Suggestions } from '@portal/domain/template/billing';
import { describe, expect, it } from 'vitest';
import {
  cleanModifiers,
  codeWarnings,
  defaultLines,
  followSuggestions,
  modifierProblem,
  NO_SUGGESTIONS,
  openSuggestions,
  reasonText,
  withLine,
  withModifiers,
  withoutLine,
} from './code-lines.ts';
import type { CodeLine } from './code-lines.ts';

const ONE_SIDED = 'Modifier 50 was suggested for a one-sided entry.';
const suggested = (code: string, change: Partial<SuggestedCode> = {}): SuggestedCode => ({
  billingCodeId: code,
  code,
  description: `About ${code}`,
  codeType: 'CPT',
  modifiers: '',
  isDefault: true,
  displayOrder: 0,
  priority: 1,
  reasons: [{ ruleId: 'r1', fieldId: 'level', label: 'Level', value: 'L4' }],
  suggestedModifiers: [],
  ...change,
});
const fifty = {
  modifier: '50',
  reason: { ruleId: null, fieldId: 'approach', label: 'Approach', value: 'Transforaminal' },
};
const those = (...codes: readonly SuggestedCode[]): Suggestions => ({ codes, warnings: [] });
const line = (code: string, modifiers = ''): CodeLine => ({
  code,
  codeType: 'CPT',
  description: `About ${code}`,
  modifiers,
});
const texts = (lines: readonly CodeLine[]) =>
  lines.map(({ code, modifiers }) => [code, modifiers].join(' ').trim());

describe('spec 2 §5 the codes of a note', () => {
  it('those flagged default are chosen, with the modifiers of the rule and of the entries', () => {
    const suggestions = those(
      suggested('64483', { modifiers: 'LT', suggestedModifiers: [fifty] }),
      suggested('77003', { isDefault: false }),
    );
    const lines = defaultLines(suggestions);
    expect(texts(lines)).toEqual(['64483 LT,50']);
    expect(openSuggestions(lines, suggestions).map(({ code }) => code)).toEqual(['77003']);
  });

  it('they come, go and change with what is entered', () => {
    const one = those(suggested('64483'));
    const two = those(suggested('64483', { suggestedModifiers: [fifty] }), suggested('64484'));
    const lines = followSuggestions(defaultLines(one), one, two);
    expect(texts(lines)).toEqual(['64483 50', '64484']);
    expect(texts(followSuggestions(lines, two, NO_SUGGESTIONS))).toEqual([]);
  });

  it('what a person added, removed or changed stays so', () => {
    const before = those(suggested('64483'), suggested('64484'));
    const after = those(
      suggested('64483', { suggestedModifiers: [fifty] }),
      suggested('64484'),
      suggested('J1100'),
    );
    const changed = withLine(
      withoutLine(withModifiers(defaultLines(before), line('64483'), 'RT'), line('64484')),
      line('99213'),
    );
    expect(texts(followSuggestions(changed, before, after))).toEqual(['64483 RT', '99213', 'J1100']);
    expect(texts(followSuggestions(changed, before, NO_SUGGESTIONS))).toEqual(['64483 RT', '99213']);
    expect(withLine(changed, line('99213'))).toBe(changed);
  });

  it('a code becomes chosen when it becomes a default, and is not doubled when it is there already', () => {
    const maybe = those(suggested('64483', { isDefault: false }));
    const sure = those(suggested('64483'));
    expect(texts(followSuggestions([], maybe, sure))).toEqual(['64483']);
    expect(texts(followSuggestions([line('64483', 'RT')], maybe, sure))).toEqual(['64483 RT']);
  });

  it('decisions 62 the one-sided 50 is warned about until it is gone or has LT or RT', () => {
    const suggestions = { ...those(suggested('64483')), warnings: [ONE_SIDED] };
    const warned = (modifiers: string) => codeWarnings([line('64483', modifiers)], suggestions);
    expect(warned('50')).toEqual([ONE_SIDED]);
    expect([...warned(''), ...warned('50,LT'), ...warned('RT')]).toEqual([]);
  });

  it('decisions 64 more than 6 CPT or 12 ICD-10 codes of the note are warned about', () => {
    const lines = Array.from({ length: 7 }, (_, at) => line(`6448${at}`));
    expect(codeWarnings(lines.slice(1), NO_SUGGESTIONS)).toEqual([]);
    expect(codeWarnings(lines, NO_SUGGESTIONS)).toEqual([expect.stringContaining('more than 6 CPT codes')]);
  });

  it('modifiers are two characters each, at most four', () => {
    expect(cleanModifiers(' 50, lt 50 ')).toBe('50,LT');
    expect(['', '50', '50,LT', '50 lt', '5', 'LTX', '50,51,52,53,54'].map(modifierProblem)).toEqual([
      null,
      null,
      null,
      null,
      'Two characters each',
      'Two characters each',
      'At most four modifiers',
    ]);
  });

  it('decisions 62 says which field and rule suggested it', () => {
    expect(reasonText(fifty.reason)).toBe('Approach: Transforaminal');
    const reason = { ruleId: 'r9', fieldId: '_template_default', label: 'Template default', value: '*' };
    expect(reasonText(reason)).toBe('Usual for this template');
  });
});
