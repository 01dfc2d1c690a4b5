import { TEXT_BUDGET } from './budget.ts';
import { parseCondition } from './condition-text.ts';
import { comparisonsOf, isConditionMet } from './condition.ts';
import type { Condition, ConditionGroup } from './content.ts';
import { filtered, isTextFilter, TEXT_FILTERS, type TextFilter } from './text-filters.ts';
import { cellText, isEmptyRow, isRows, type FieldValue } from './value.ts';

type AnyCondition = Condition | ConditionGroup;

/**
 * A part of a text with placeholders: plain words, a value `{{side | lower}}`, `{{#if …}}…{{else}}…{{/if}}`, or
 * `{{#each lesions}}…{{/each}}`.
 */
export type Part =
  | { readonly kind: 'words'; readonly words: string }
  | {
      readonly kind: 'value';
      readonly id: string;
      readonly filters: readonly TextFilter[];
      readonly rowsId: string | null;
    }
  | {
      readonly kind: 'choice';
      readonly condition: AnyCondition;
      readonly met: readonly Part[];
      readonly otherwise: readonly Part[];
    }
  | { readonly kind: 'each'; readonly id: string; readonly body: readonly Part[] };

/** A tag that was read: where it is, and what it names. `rowsId` is the rows field of the `{{#each}}` around it. */
export interface Tag {
  readonly start: number;
  readonly end: number;
  readonly rowsId: string | null;
  /** Null for a condition that is more than a field. */
  readonly operand: { readonly id: string; readonly start: number } | null;
  readonly isEach: boolean;
  readonly condition: AnyCondition | null;
}

/** A parsed text, its tags, the operands that it uses, and sentences about tags that cannot be read, with their line and column. */
export interface TextTemplate {
  readonly parts: readonly Part[];
  readonly tags: readonly Tag[];
  /** Fields, columns ("lesions.level", also for `row.level`), and sources, each once. */
  readonly operands: readonly string[];
  readonly problems: readonly string[];
}

/** Reads operands for a text. */
export interface OperandValues {
  readonly value: (id: string) => FieldValue | undefined;
  /** "" without a value. */
  readonly text: (id: string) => string;
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
export const TAG_HELP =
  'Write {{field_id}}, {{field_id | lower}}, {{#if field_id}}, {{#unless field_id}}, {{#each rows_id}}, {{else}}, {{/if}}, {{/unless}} or {{/each}}.';

const VALUE = /^([a-z0-9_]+|[a-z][a-z0-9_]*\.[a-z]\w*)((?:\s*\|\s*[a-z]+)*)$/iu;
const BLOCK = /^#(if|unless|each)\s+(\S[^]*)$/iu;
const END = /^\/(if|unless|each)$/iu;
const FIELD = /^[a-z0-9_]+$/iu;
/** Longest part of an unreadable tag in a message. */
const SHOWN = 60;
/** Problems reported for one text. */
const MAX_PROBLEMS = 5;

const ELSE: Part = { kind: 'words', words: '{{else}}' };

interface OpenBlock {
  readonly kind: string;
  /** What stays of its tag if it has no end. */
  readonly words: string;
  readonly index: number;
  readonly condition: AnyCondition | null;
  readonly rowsId: string;
  readonly first: Part[];
  readonly second: Part[];
  isElse: boolean;
}

/** An operand inside `{{#each}}` by its own name: "lesions.level" for "row.level". Null for the number of the row. */
export const ofRow = (id: string, rowsId: string | null): string | null => {
  if (rowsId === null || !id.startsWith(ROW)) return id;
  return id === ROW_NUMBER ? null : `${rowsId}.${id.slice(ROW.length)}`;
};
const ROW = 'row.';
const ROW_NUMBER = 'row.number';

/** Parses a text. Never throws: what cannot be read stays as it is written and is reported in `problems`. */
export const parseTextTemplate = (text: string): TextTemplate => new TextParser(text).parse();

class TextParser {
  readonly #text: string;
  readonly #parts: Part[] = [];
  readonly #open: OpenBlock[] = [];
  readonly #tags: Tag[] = [];
  readonly #problems: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  parse(): TextTemplate {
    const text = this.#text;
    let at = 0;
    let end = 0;
    for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', at)) {
      this.#putWords(text.slice(at, start), at);
      if (end < start + 2) end = text.indexOf('}}', start + 2);
      const next = text.indexOf('{{', start + 2);
      at = end === -1 ? text.length : end + 2;
      if (end !== -1 && (next === -1 || next > end)) {
        this.#putTag(text.slice(start, at), start);
        continue;
      }
      if (next !== -1) at = next;
      this.#report(text.slice(start, at), start, 'has no }}.');
      this.#put({ kind: 'words', words: text.slice(start, at) });
      if (end === -1) break;
    }
    if (end === -1) this.#put({ kind: 'words', words: text.slice(at) });
    else this.#putWords(text.slice(at), at);
    this.#leaveOpen();
    const operands = this.#tags.flatMap((tag) => operandsOf(tag));
    return {
      parts: this.#parts,
      tags: this.#tags,
      operands: [...new Set(operands)],
      problems: this.#problems,
    };
  }

  #report(what: string, index: number, problem: string): void {
    if (this.#problems.length < MAX_PROBLEMS)
      this.#problems.push(`${shortened(what)} (${placeIn(this.#text, index)}) ${problem}`);
  }

  #put(part: Part): void {
    const inner = this.#open.at(-1);
    if (inner === undefined) this.#parts.push(part);
    else (inner.isElse ? inner.second : inner.first).push(part);
  }

  #putWords(words: string, index: number): void {
    if (words === '') return;
    this.#put({ kind: 'words', words });
    const stray = words.indexOf('}}');
    if (stray !== -1) this.#report('}}', index + stray, 'has no {{ before it.');
  }

  #putTag(tag: string, index: number): void {
    const inner = tag.slice(2, -2).trim();
    const problem = this.#readTag(tag, index, inner);
    if (problem === null) return;
    this.#report(tag, index, problem);
    this.#put({ kind: 'words', words: tag });
  }

  /** Why the tag cannot be read; null if it was. */
  #readTag(tag: string, index: number, inner: string): string | null {
    if (inner.toLowerCase() === 'else') return this.#readElse();
    const [, ended] = END.exec(inner) ?? [];
    if (ended !== undefined) return this.#close(ended.toLowerCase());
    const [, kind, rest] = BLOCK.exec(inner) ?? [];
    if (kind !== undefined && rest !== undefined)
      return this.#openBlock({ tag, index, kind: kind.toLowerCase(), rest });
    const [, name, filters = ''] = VALUE.exec(inner) ?? [];
    if (name === undefined) return `cannot be read. ${TAG_HELP}`;
    return this.#readValue(tag, index, name, filters);
  }

  #readElse(): string | null {
    const inner = this.#open.at(-1);
    if (inner === undefined || inner.kind === 'each') return 'has no {{#if}} before it.';
    if (inner.isElse) return `is the second {{else}} of its {{#${inner.kind}}}.`;
    inner.isElse = true;
    return null;
  }

  #close(kind: string): string | null {
    const inner = this.#open.at(-1);
    if (inner?.kind !== kind) return `has no {{#${kind}}} before it.`;
    this.#open.pop();
    const { condition, first, second, rowsId } = inner;
    if (condition === null) this.#put({ kind: 'each', id: rowsId, body: first });
    else {
      const [met, otherwise] = kind === 'if' ? [first, second] : [second, first];
      this.#put({ kind: 'choice', condition, met, otherwise });
    }
    return null;
  }

  get #rowsId(): string | null {
    return this.#open.find(({ kind }) => kind === 'each')?.rowsId ?? null;
  }

  #openBlock({ tag, index, kind, rest }: { tag: string; index: number; kind: string; rest: string }) {
    const rowsId = this.#rowsId;
    const isEach = kind === 'each';
    const isField = FIELD.test(rest);
    const id = rest.toLowerCase();
    if (isEach && rowsId !== null) return 'is inside another {{#each}}.';
    if (isEach && !isField) return `cannot be read. ${TAG_HELP}`;
    const read = isField
      ? { value: isEach ? null : ({ sourceFieldId: id, operator: 'is_not_empty', value: '' } as const) }
      : parseCondition(rest);
    if ('problem' in read) return read.problem;
    const condition: AnyCondition | null = read.value;
    const operands = condition === null ? [] : operandsIn(condition);
    if (rowsId === null && operands.some((each) => each.startsWith(ROW))) return ONLY_IN_ROWS;
    const start = index + tag.lastIndexOf(rest);
    this.#tags.push({
      start: index,
      end: index + tag.length,
      rowsId,
      operand: isField ? { id, start } : null,
      isEach,
      condition: isField ? null : condition,
    });
    this.#open.push({
      kind,
      words: isField ? `{{#${kind} ${id}}}` : tag,
      index,
      condition,
      rowsId: isEach ? id : '',
      first: [],
      second: [],
      isElse: false,
    });
    return null;
  }

  #readValue(tag: string, index: number, name: string, filterText: string): string | null {
    const id = name.includes('.') ? name : name.toLowerCase();
    const names = filterText
      .split('|')
      .slice(1)
      .map((filter) => filter.trim().toLowerCase());
    const filters = names.filter(isTextFilter);
    const unknown = names.find((filter) => !isTextFilter(filter));
    if (unknown !== undefined)
      return `has the filter “${unknown}”, which does not exist. Filters are ${TEXT_FILTERS.join(', ')}.`;
    const rowsId = this.#rowsId;
    if (rowsId === null && id.startsWith(ROW)) return ONLY_IN_ROWS;
    this.#tags.push({
      start: index,
      end: index + tag.length,
      rowsId,
      operand: { id, start: index + tag.indexOf(name) },
      isEach: false,
      condition: null,
    });
    this.#put({ kind: 'value', id, filters, rowsId });
    return null;
  }

  /** Blocks without an end stay as words. */
  #leaveOpen(): void {
    for (let inner = this.#open.at(-1); inner !== undefined; inner = this.#open.at(-1)) {
      this.#report(inner.words, inner.index, `has no {{/${inner.kind}}}.`);
      this.#open.pop();
      const rest = [...inner.first, ...(inner.isElse ? [ELSE, ...inner.second] : [])];
      for (const part of [{ kind: 'words', words: inner.words } as const, ...rest]) this.#put(part);
    }
  }
}

const ONLY_IN_ROWS = 'can only be between {{#each rows_id}} and {{/each}}.';

const operandsIn = (condition: AnyCondition): readonly string[] =>
  comparisonsOf(condition).flatMap(({ sourceFieldId, sinceFieldId }) =>
    sinceFieldId === undefined ? [sourceFieldId] : [sourceFieldId, sinceFieldId],
  );

/** The operands of a tag by their own names. */
const operandsOf = ({ operand, condition, rowsId }: Tag): readonly string[] =>
  [...(operand === null ? [] : [operand.id]), ...(condition === null ? [] : operandsIn(condition))]
    .map((id) => ofRow(id, rowsId))
    .filter((id) => id !== null);

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

/** The values of each row that is not empty; `row.level` is its cell, `row.number` its place. */
function rowsOf(values: OperandValues, rowsId: string): readonly OperandValues[] {
  const rows = values.value(rowsId);
  if (!isRows(rows)) return [];
  return [...rows.keys()]
    .filter((index) => !isEmptyRow(rows[index] ?? {}))
    .map((index, place) => {
      const cell = (id: string): FieldValue | undefined => {
        if (id === ROW_NUMBER) return String(place + 1);
        // Read again, so that each cell counts as a step.
        const again = values.value(rowsId);
        const row = isRows(again) ? (again[index] ?? {}) : {};
        const column = id.slice(ROW.length);
        return Object.hasOwn(row, column) ? row[column] : undefined;
      };
      return {
        value: (id) => (id.startsWith(ROW) ? cell(id) : values.value(id)),
        text: (id) => {
          if (!id.startsWith(ROW)) return values.text(id);
          const value = cell(id);
          return isRows(value) ? '' : cellText(value);
        },
      };
    });
}

/**
 * The placeholders used for the given values, and whether they are empty (in a row, if used for rows). Counts only the branch taken
 * by each condition.
 */
export function usedPlaceholders(
  template: TextTemplate,
  values: OperandValues,
): ReadonlyMap<string, boolean> {
  const used = new Map<string, boolean>();
  const visit = (parts: readonly Part[], of: OperandValues): void => {
    for (const part of parts) {
      if (part.kind === 'value') {
        const id = ofRow(part.id, part.rowsId);
        if (id !== null) used.set(id, used.get(id) === true || of.text(part.id) === '');
      } else if (part.kind === 'choice')
        visit(isConditionMet(part.condition, of.value) ? part.met : part.otherwise, of);
      else if (part.kind === 'each') for (const row of rowsOf(of, part.id)) visit(part.body, row);
    }
  };
  visit(template.parts, values);
  return used;
}

/** Renders the text. Returns null if it would be longer than a field may be. */
export function renderTextTemplate(template: TextTemplate, values: OperandValues): string | null {
  const words: string[] = [];
  let left: number = TEXT_BUDGET.field;
  const render = (parts: readonly Part[], of: OperandValues): boolean =>
    parts.every((part) => {
      if (part.kind === 'choice')
        return render(isConditionMet(part.condition, of.value) ? part.met : part.otherwise, of);
      if (part.kind === 'each') return rowsOf(of, part.id).every((row) => render(part.body, row));
      const text = part.kind === 'words' ? part.words : valueWords(part, of);
      words.push(text);
      left -= text.length;
      return left >= 0;
    });
  return render(template.parts, values) ? words.join('') : null;
}

const valueWords = (
  { id, filters }: Extract<Part, { kind: 'value' }>,
  { value, text }: OperandValues,
): string =>
  filters.length === 0
    ? text(id)
    : filtered(filters, text(id), filters.includes('list') ? value(id) : undefined);
