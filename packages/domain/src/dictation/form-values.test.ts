import { describe, expect, it } from 'vitest';
import { evaluateTemplate } from '../template/evaluate.ts';
import { contentOf } from '../template/test/content-of.ts';
import { enteredOf, storedOf } from './form-values.ts';

const content = contentOf(
  { id: 'level', defaultValue: 'L4' },
  { id: 'copied', dependsOn: 'level', dependencyType: 'copy' },
  { id: 'empty' },
);

describe('values of a dictation', () => {
  it('stores every field; fields that follow a source keep following it', () => {
    const stored = storedOf(evaluateTemplate(content, { entered: {} }));
    expect(stored).toEqual({ formData: { level: 'L4', copied: 'L4' }, editedFields: [] });
    expect(enteredOf(content, stored)).toEqual({ level: 'L4' });
  });

  it('keeps a manual edit as it is', () => {
    const stored = storedOf(evaluateTemplate(content, { entered: { level: 'L5', copied: 'mine' } }));
    expect(stored).toEqual({ formData: { level: 'L5', copied: 'mine' }, editedFields: ['copied'] });
    const again = evaluateTemplate(content, { entered: enteredOf(content, stored) });
    expect(storedOf(again)).toEqual(stored);
  });

  it('leaves out values of fields that the template does not have', () => {
    expect(enteredOf(content, { formData: { gone: 'x', empty: '' }, editedFields: ['gone'] })).toEqual({
      empty: '',
    });
  });
});
