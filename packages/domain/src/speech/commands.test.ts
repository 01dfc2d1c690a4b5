import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandWordProblem, spokenParts, type CommandContext } from './commands.ts';

const context: CommandContext = {
  word: 'portal',
  labels: ['Side', 'Level', 'Needle gauge', 'Steroid', 'Steroid on each side', 'Findings'],
  options: [
    'Left',
    'Right',
    'L4-L5',
    'L5-S1',
    'Triamcinolone 40 mg',
    'Triamcinolone 80 mg',
    'Dexamethasone 10 mg',
    '22',
  ],
};
const command = (kind: string, said: string, more: object = {}) => ({
  kind: 'command',
  command: { kind, ...more },
  said,
});
const text = (of: string) => ({ kind: 'text', text: of });

describe('spoken commands', () => {
  it.each([
    ['portal next field', command('nextField', 'next field')],
    ['Portal, next field.', command('nextField', 'next field.')],
    ['portal previous field', command('previousField', 'previous field')],
    ['portal undo that', command('undo', 'undo that')],
    ['portal scratch that', command('scratch', 'scratch that')],
    ['portal save draft', command('saveDraft', 'save draft')],
    ['portal stop', command('stop', 'stop')],
    ['portal go to needle gauge', command('goTo', 'go to needle gauge', { index: 2 })],
    ['portal go to steroid', command('goTo', 'go to steroid', { index: 3 })],
    ['portal go to steroid on each side', command('goTo', 'go to steroid on each side', { index: 4 })],
    ['portal go to needle', command('goTo', 'go to needle', { index: 2 })],
    ['portal choose left', command('choose', 'choose left', { option: 'Left' })],
    ['portal choose L four L five', command('choose', 'choose L four L five', { option: 'L4-L5' })],
    [
      'portal choose triamcinolone forty milligrams',
      command('choose', 'choose triamcinolone forty milligrams', { option: 'Triamcinolone 40 mg' }),
    ],
    [
      'portal choose dexamethasone',
      command('choose', 'choose dexamethasone', { option: 'Dexamethasone 10 mg' }),
    ],
    ['portal choose twenty two', command('choose', 'choose twenty two', { option: '22' })],
    ['portal check L five S one', command('check', 'check L five S one', { option: 'L5-S1' })],
    ['portal uncheck right', command('uncheck', 'uncheck right', { option: 'Right' })],
  ])('%j', (spoken, part) => {
    expect(spokenParts(spoken, context)).toEqual([part]);
  });

  it('check a checkbox without options', () => {
    expect(spokenParts('portal check', { ...context, options: [] })).toEqual([
      command('check', 'check', { option: null }),
    ]);
  });

  it('split the text around them', () => {
    expect(spokenParts('tolerated well period portal next field the needle', context)).toEqual([
      text('tolerated well period'),
      command('nextField', 'next field'),
      text('the needle'),
    ]);
    expect(spokenParts('portal go to side portal choose left', context)).toEqual([
      command('goTo', 'go to side', { index: 0 }),
      command('choose', 'choose left', { option: 'Left' }),
    ]);
  });

  it.each([
    'sign',
    'sign and next',
    'delete',
    'discard',
    'discard draft',
    'leave',
    'sign out',
    'finish',
    'close',
    '',
  ])('never %s', (words) => {
    expect(spokenParts(`portal ${words}`.trim(), context)).toEqual([{ kind: 'unknown', said: words }]);
  });

  it.each([
    ['an option that is not there', 'choose midline'],
    ['a name of two options', 'choose triamcinolone'],
    ['a label that is not there', 'go to plan'],
  ])('do nothing for %s', (_title, words) => {
    expect(spokenParts(`portal ${words}`, context)).toEqual([{ kind: 'unknown', said: words }]);
  });

  it('do nothing for a label that two fields have', () => {
    expect(spokenParts('portal go to level', { ...context, labels: ['Level', 'Level'] })).toEqual([
      { kind: 'unknown', said: 'go to level' },
    ]);
  });

  it('leave other words of the text alone', () => {
    expect(spokenParts('the portal vein is patent', context)).toEqual([text('the portal vein is patent')]);
  });

  it('are text while they are off', () => {
    expect(spokenParts('portal next field', { ...context, word: null })).toEqual([text('portal next field')]);
    expect(spokenParts(' ', { ...context, word: null })).toEqual([]);
  });

  it('have another word if the practice wants', () => {
    expect(spokenParts('computer stop', { ...context, word: 'Computer' })).toEqual([command('stop', 'stop')]);
    expect(commandWordProblem('computer')).toBeNull();
    expect(commandWordProblem('hey portal')).toMatch(/one word/u);
    expect(commandWordProblem('go')).toMatch(/one word/u);
  });

  it('lose no word of a text', () => {
    assert(
      property(string({ unit: 'binary' }), (spoken) => {
        const parts = spokenParts(spoken, { ...context, word: 'portal' });
        const words = parts.map((part) => (part.kind === 'text' ? part.text : part.said)).join(' ');
        expect(words.split(/\s+/u).join('')).toBe(spoken.split(/\s+/u).join('').replaceAll('portal', ''));
      }),
    );
  });
});
