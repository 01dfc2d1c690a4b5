import { TEXT_BUDGET } from './budget.ts';

/** A part of a text with placeholders: plain words, a value `{{field}}`, or `{{#if field}}…{{else}}…{{/if}}`. */
export type Part =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'value'; readonly id: string }
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly met: readonly Part[];
      readonly otherwise: readonly Part[];
    };

/** A parsed text, the field ids it uses, and sentences about tags that cannot be read, with their line and column. */
export interface TextTemplate {
  readonly parts: readonly Part[];
  readonly fieldIds: readonly string[];
  readonly problems: readonly string[];
}

/** The placeholders that the builder offers for dynamic texts. */
export const DYNAMIC_TEXT_PLACEHOLDERS = [
  'level',
  'approach',
  'side',
  'needle_gauge',
  'fluoroscopy_type',
  'approach_description',
  'needle_path',
  'contrast_description',
] as const;

/** The tags that can be read, for error messages. */
export const TAG_HELP = 'Write {{field_id}}, {{#if field_id}}, {{else}} or {{/if}}.';

const TAG = /^(?:(else|\/if)|#if\s+([a-z0-9_]+)|([a-z0-9_]+))$/i;
/** Longest part of an unreadable tag in a message. */
const SHOWN = 60;
/** Problems reported for one text. */
const MAX_PROBLEMS = 5;

const ELSE: Part = { kind: 'words', words: '{{else}}' };

interface OpenChoice {
  readonly id: string;
  readonly index: number;
  readonly met: Part[];
  readonly otherwise: Part[];
  isElse: boolean;
}

/** Parses a text. Never throws: what cannot be read stays as it is written and is reported in `problems`. */
export function parseTextTemplate(text: string): TextTemplate {
  const parts: Part[] = [];
  const open: OpenChoice[] = [];
  const fieldIds = new Set<string>();
  const problems: string[] = [];
  const report = (what: string, index: number, problem: string) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push(`${shortened(what)} (${placeIn(text, index)}) ${problem}`);
  };
  const put = (part: Part) => {
    const inner = open.at(-1);
    if (inner === undefined) parts.push(part);
    else (inner.isElse ? inner.otherwise : inner.met).push(part);
  };
  const putWords = (words: string, index: number) => {
    if (words === '') return;
    put({ kind: 'words', words });
    const stray = words.indexOf('}}');
    if (stray !== -1) report('}}', index + stray, 'has no {{ before it.');
  };
  const close = () => {
    const inner = open.pop();
    if (inner !== undefined)
      put({ kind: 'choice', id: inner.id, met: inner.met, otherwise: inner.otherwise });
    return inner !== undefined;
  };
  const putTag = (tag: string, index: number) => {
    const [, word, condition, id] = TAG.exec(tag.slice(2, -2).trim().toLowerCase()) ?? [];
    const inner = open.at(-1);
    const refuse = (problem: string) => {
      report(tag, index, problem);
      put({ kind: 'words', words: tag });
    };
    if (word === '/if') {
      if (!close()) refuse('has no {{#if}} before it.');
    } else if (word === 'else') {
      if (inner === undefined) refuse('has no {{#if}} before it.');
      else if (inner.isElse) refuse('is the second {{else}} of its {{#if}}.');
      else inner.isElse = true;
    } else if (condition !== undefined) {
      fieldIds.add(condition);
      open.push({ id: condition, index, met: [], otherwise: [], isElse: false });
    } else if (id !== undefined) {
      fieldIds.add(id);
      put({ kind: 'value', id });
    } else refuse(`cannot be read. ${TAG_HELP}`);
  };
  let at = 0;
  let end = 0;
  for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', at)) {
    putWords(text.slice(at, start), at);
    if (end < start + 2) end = text.indexOf('}}', start + 2);
    const next = text.indexOf('{{', start + 2);
    at = end === -1 ? text.length : end + 2;
    if (end !== -1 && (next === -1 || next > end)) {
      putTag(text.slice(start, at), start);
      continue;
    }
    if (next !== -1) at = next;
    report(text.slice(start, at), start, 'has no }}.');
    put({ kind: 'words', words: text.slice(start, at) });
    if (end === -1) break;
  }
  if (end === -1) put({ kind: 'words', words: text.slice(at) });
  else putWords(text.slice(at), at);
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const tag = `{{#if ${inner.id}}}`;
    report(tag, inner.index, 'has no {{/if}}.');
    open.pop();
    const rest = [...inner.met, ...(inner.isElse ? [ELSE, ...inner.otherwise] : [])];
    for (const part of [{ kind: 'words', words: tag } as const, ...rest]) put(part);
  }
  return { parts, fieldIds: [...fieldIds], problems };
}

const shortened = (tag: string): string => (tag.length > SHOWN ? `${tag.slice(0, SHOWN)}…` : tag.trim());

/** The first `{{` in a printed text, with the tag that it starts; null if there is none. */
export function leftOverTag(text: string): string | null {
  const start = text.indexOf('{{');
  if (start === -1) return null;
  const end = text.indexOf('}}', start);
  return shortened(end === -1 ? text.slice(start) : text.slice(start, end + 2));
}

/** "line 2, column 5", both from 1. */
function placeIn(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

/** The placeholders used for the given field values, counting only the branch taken by each `#if`. */
export function usedPlaceholders(
  template: TextTemplate,
  valueOf: (fieldId: string) => string,
): readonly string[] {
  const used = (parts: readonly Part[]): readonly string[] =>
    parts.flatMap((part) => {
      if (part.kind === 'words') return [];
      if (part.kind === 'value') return [part.id];
      return used(valueOf(part.id) === '' ? part.otherwise : part.met);
    });
  return [...new Set(used(template.parts))];
}

/**
 * Renders the text. `valueOf` returns the text of a field; "" means no value and is false in an `#if`. Returns null if the text would
 * be longer than a field may be.
 */
export function renderTextTemplate(
  template: TextTemplate,
  valueOf: (fieldId: string) => string,
): string | null {
  const words: string[] = [];
  let left: number = TEXT_BUDGET.field;
  const render = (parts: readonly Part[]): boolean =>
    parts.every((part) => {
      const text = part.kind === 'words' ? part.words : valueOf(part.id);
      if (part.kind === 'choice') return render(text === '' ? part.otherwise : part.met);
      words.push(text);
      left -= text.length;
      return left >= 0;
    });
  return render(template.parts) ? words.join('') : null;
}
