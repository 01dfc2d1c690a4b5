import { writtenForm } from './written-form.ts';

/** The word before each command, unless the practice has another one. */
export const DEFAULT_COMMAND_WORD = 'portal';

/** What is wrong with a word before commands, or null. */
export const commandWordProblem = (word: string): string | null =>
  /^\p{L}{4,20}$/u.test(word) ? null : 'The word before commands must be one word of 4 to 20 letters';

/** Commands without an argument, as they are spoken. Nothing is signed, deleted or left by voice. */
const PLAIN = {
  'next field': 'nextField',
  'previous field': 'previousField',
  'undo that': 'undo',
  'scratch that': 'scratch',
  'save draft': 'saveDraft',
  stop: 'stop',
} as const;
const CHOOSING = ['choose', 'check', 'uncheck'] as const;

export type Command =
  | { readonly kind: (typeof PLAIN)[keyof typeof PLAIN] }
  /** `index` counts the labels. */
  | { readonly kind: 'goTo'; readonly index: number }
  /** `option` is null for a checkbox without options. */
  | { readonly kind: (typeof CHOOSING)[number]; readonly option: string | null };

/** A part of what was said. An unknown command does nothing, and the person sees its words. */
export type SpokenPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly command: Command; readonly said: string }
  | { readonly kind: 'unknown'; readonly said: string };

export interface CommandContext {
  /** The word before each command; null while commands are off. */
  readonly word: string | null;
  /** The labels of the fields of the form, in its order. */
  readonly labels: readonly string[];
  /** The options of the field that has the focus. */
  readonly options: readonly string[];
}

/** The commands, as people read them. */
export const COMMAND_TEXTS: readonly string[] = [
  'next field',
  'previous field',
  'go to <label>',
  'choose <option>',
  'check <option>',
  'uncheck <option>',
  'undo that',
  'scratch that',
  'save draft',
  'stop',
];

/**
 * Splits what was said into text and commands. A command at the start of it must be one; later, the word before commands can be a word of the
 * text ("portal vein"), so that what is no command is text.
 */
export function spokenParts(spoken: string, context: CommandContext): readonly SpokenPart[] {
  const words = spoken.split(/\s+/u).filter((word) => word !== '');
  if (context.word === null) return words.length === 0 ? [] : [{ kind: 'text', text: spoken }];
  const word = context.word.toLowerCase();
  const parts: SpokenPart[] = [];
  let text: string[] = [];
  const close = () => {
    if (text.length > 0) parts.push({ kind: 'text', text: text.join(' ') });
    text = [];
  };
  for (let at = 0; at < words.length;) {
    const isWord = keyOf(words[at]) === word;
    const found = isWord ? commandAt(words.slice(at + 1, at + 1 + LONGEST_COMMAND), context) : null;
    if (found !== null) {
      close();
      const said = words.slice(at + 1, at + 1 + found.count).join(' ');
      parts.push({ kind: 'command', command: found.command, said });
      at += 1 + found.count;
    } else if (isWord && parts.length === 0 && text.length === 0) {
      return [{ kind: 'unknown', said: words.slice(at + 1).join(' ') }];
    } else {
      text.push(words[at] ?? '');
      at += 1;
    }
  }
  close();
  return parts;
}

const LONGEST_COMMAND = 24;

interface FoundCommand {
  readonly count: number;
  readonly command: Command;
}

function commandAt(words: readonly string[], { labels, options }: CommandContext): FoundCommand | null {
  const keys = words.map(keyOf);
  for (const [spoken, kind] of Object.entries(PLAIN)) {
    const parts = spoken.split(' ');
    if (parts.every((part, at) => keys[at] === part)) return { count: parts.length, command: { kind } };
  }
  if (keys[0] === 'go' && keys[1] === 'to') {
    const found = longestMatch(words.slice(2), labels);
    return found === null ? null : { count: 2 + found.count, command: { kind: 'goTo', index: found.index } };
  }
  const kind = CHOOSING.find((each) => each === keys[0]);
  if (kind === undefined) return null;
  const found = longestMatch(words.slice(1), options);
  if (found !== null)
    return { count: 1 + found.count, command: { kind, option: options[found.index] ?? null } };
  return kind !== 'choose' && words.length === 1 && options.length === 0
    ? { count: 1, command: { kind, option: null } }
    : null;
}

/**
 * The name that the first words say, as many of them as possible; if they say none in full, the only one that starts with all of them. Null
 * if there is none, or more than one.
 */
function longestMatch(
  words: readonly string[],
  names: readonly string[],
): { readonly count: number; readonly index: number } | null {
  const normal = names.map(comparable);
  for (let count = words.length; count > 0; count -= 1) {
    const said = comparable(words.slice(0, count).join(' '));
    const matches = indexesOf(normal, (name) => name === said);
    if (said !== '' && matches[0] !== undefined)
      return matches.length === 1 ? { count, index: matches[0] } : null;
  }
  const said = comparable(words.join(' '));
  const [index, second] = indexesOf(normal, (name) => name.startsWith(`${said} `));
  return said === '' || index === undefined || second !== undefined ? null : { count: words.length, index };
}

const indexesOf = (names: readonly string[], isMatch: (name: string) => boolean): readonly number[] =>
  names.flatMap((name, at) => (isMatch(name) ? [at] : []));

const keyOf = (word = ''): string => word.toLowerCase().replace(/[.,;:?!]+$/u, '');

/** Spoken and written names in one form: "L four L five" and "L4-L5" are "l4 l5". */
const comparable = (name: string): string =>
  writtenForm(name.toLowerCase())
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.%]+/gu, ' ')
    .replaceAll(/\.(?!\d)/gu, '')
    .trim();
