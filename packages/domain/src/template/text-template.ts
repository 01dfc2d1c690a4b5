/** A part of a text with placeholders: plain words, a value `{{field}}`, or `{{#if field}}…{{else}}…{{/if}}`. */
type Part =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'value'; readonly id: string }
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly met: readonly Part[];
      readonly otherwise: readonly Part[];
    };

/** A parsed text, the field ids it uses, and problems with its tags. */
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

const TAG = /\{\{\s*(#if\s+[a-z0-9_]+|else|\/if|[a-z0-9_]+)\s*\}\}/gi;

interface OpenChoice {
  readonly id: string;
  readonly met: Part[];
  readonly otherwise: Part[];
  isElse: boolean;
}

/** Parses a text. Never throws: mismatched tags are skipped and reported in `problems`. */
export function parseTextTemplate(text: string): TextTemplate {
  const parts: Part[] = [];
  const open: OpenChoice[] = [];
  const fieldIds = new Set<string>();
  const problems: string[] = [];
  const put = (part: Part) => {
    const inner = open.at(-1);
    if (inner === undefined) parts.push(part);
    else (inner.isElse ? inner.otherwise : inner.met).push(part);
  };
  const close = () => {
    const inner = open.pop();
    if (inner !== undefined)
      put({ kind: 'choice', id: inner.id, met: inner.met, otherwise: inner.otherwise });
    return inner !== undefined;
  };
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.index > at) put({ kind: 'words', words: text.slice(at, match.index) });
    at = match.index + match[0].length;
    const tag = (match[1] ?? '').toLowerCase();
    const inner = open.at(-1);
    if (tag === '/if') {
      if (!close()) problems.push('{{/if}} has no {{#if}} before it');
    } else if (tag === 'else') {
      if (inner === undefined) problems.push('{{else}} has no {{#if}} before it');
      else if (inner.isElse) problems.push(`{{#if ${inner.id}}} has more than one {{else}}`);
      else inner.isElse = true;
    } else if (tag.startsWith('#if')) {
      const id = tag.slice(3).trim();
      fieldIds.add(id);
      open.push({ id, met: [], otherwise: [], isElse: false });
    } else {
      fieldIds.add(tag);
      put({ kind: 'value', id: tag });
    }
  }
  if (at < text.length) put({ kind: 'words', words: text.slice(at) });
  while (open.length > 0) {
    problems.push(`{{#if ${open.at(-1)?.id ?? ''}}} has no {{/if}}`);
    close();
  }
  return { parts, fieldIds: [...fieldIds], problems };
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

/** Renders the text. `valueOf` returns the text of a field; "" means no value and is false in an `#if`. */
export function renderTextTemplate(template: TextTemplate, valueOf: (fieldId: string) => string): string {
  const render = (parts: readonly Part[]): string =>
    parts
      .map((part) => {
        if (part.kind === 'words') return part.words;
        const text = valueOf(part.id);
        if (part.kind === 'value') return text;
        return render(text === '' ? part.otherwise : part.met);
      })
      .join('');
  return render(template.parts);
}
