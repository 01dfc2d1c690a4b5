import { describe, expect, it, onTestFinished } from 'vitest';
import { installPlainPaste } from './plain-paste.ts';

/** Pastes into a field and returns its text, and whether the browser was left to paste. */
function paste(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const end = installPlainPaste(document);
  document.body.append(field);
  onTestFinished(() => field.remove());
  const inputs: string[] = [];
  field.addEventListener('input', () => inputs.push(field.value));
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  const isLeft = field.dispatchEvent(event);
  end();
  return { text: field.value, inputs, isLeft };
}
const area = (value: string, at: number) => {
  const field = document.createElement('textarea');
  field.value = value;
  field.setSelectionRange(at, at);
  return field;
};

describe('pasted text', () => {
  it.each(['\u000B', '\u000C', '\u0085', '\u2028', '\u2029', '\r'])(
    'keeps the line break %j',
    (lineBreak) => {
      const pasted = `Dexamethasone 1${lineBreak}0 complications`;
      expect(paste(area('AB', 1), pasted)).toEqual({
        text: 'ADexamethasone 1\n0 complicationsB',
        inputs: ['ADexamethasone 1\n0 complicationsB'],
        isLeft: false,
      });
      expect(paste(document.createElement('input'), pasted).text).toBe('Dexamethasone 1 0 complications');
    },
  );

  it('is treated like this when it is dropped, or inserted by dictation software', () => {
    const end = installPlainPaste(document);
    for (const inputType of ['insertFromDrop', 'insertText']) {
      const field = area('AB', 1);
      document.body.append(field);
      onTestFinished(() => field.remove());
      const event = (data: string) =>
        new InputEvent('beforeinput', { bubbles: true, cancelable: true, inputType, data });
      expect(field.dispatchEvent(event('1\u000B0'))).toBe(false);
      expect(field.value).toBe('A1\n0B');
      expect(field.dispatchEvent(event('x'))).toBe(true);
    }
    end();
  });

  it('loses invisible characters, and direction overrides that would reorder it', () => {
    expect(paste(area('', 0), 'L4\u200B-L5 \u202Ea\u00ADb').text).toBe('L4-L5 ab');
  });

  it('is left to the browser if it is plain, or in a password', () => {
    expect(paste(area('', 0), 'one\r\ntwo\t3')).toEqual({ text: '', inputs: [], isLeft: true });
    const password = document.createElement('input');
    password.type = 'password';
    expect(paste(password, 'a\u000Bb')).toMatchObject({ isLeft: true });
  });
});
