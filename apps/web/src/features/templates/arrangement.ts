import type { TemplateContent, TemplateField, TemplateSection } from '@portal/domain/template/content';
import type { FieldPlace } from './template-draft.ts';

/** A section and the fields in it, by keys that outlast moving. */
export interface ArrangedSection {
  readonly key: string;
  readonly fields: readonly string[];
}

/** The order of all sections and fields: what dragging changes. */
export type Arrangement = readonly ArrangedSection[];

/** Keys of the parts of a template. Ids should be unique but need not be, so later ones of the same id are counted. */
function keysOf(prefix: 's' | 'f', ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return `${prefix}:${id}${count === 1 ? '' : `#${count}`}`;
  });
}

/** Whether a key is a section's. */
export const isSectionKey = (key: string): boolean => key.startsWith('s:');

/** The order as it is in the content. */
export function arrangementOf(content: TemplateContent): Arrangement {
  const sectionKeys = keysOf(
    's',
    content.sections.map(({ id }) => id),
  );
  const fieldKeys = keysOf(
    'f',
    content.sections.flatMap(({ fields }) => fields.map(({ id }) => id)),
  );
  let at = 0;
  return content.sections.map(({ fields }, index) => {
    const start = at;
    at += fields.length;
    return { key: sectionKeys[index] ?? '', fields: fieldKeys.slice(start, at) };
  });
}

/** A part of the content with its place, by its key. */
export interface KeyedParts {
  readonly sections: ReadonlyMap<string, { readonly section: TemplateSection; readonly at: number }>;
  readonly fields: ReadonlyMap<string, { readonly field: TemplateField; readonly place: FieldPlace }>;
}

/** The parts of the content by their keys. */
export function partsOf(content: TemplateContent): KeyedParts {
  const arrangement = arrangementOf(content);
  const sections = new Map<string, { section: TemplateSection; at: number }>();
  const fields = new Map<string, { field: TemplateField; place: FieldPlace }>();
  content.sections.forEach((section, at) => {
    const arranged = arrangement[at];
    if (arranged === undefined) return;
    sections.set(arranged.key, { section, at });
    section.fields.forEach((field, index) => {
      const key = arranged.fields[index];
      if (key !== undefined) fields.set(key, { field, place: { section: at, field: index } });
    });
  });
  return { sections, fields };
}

/** The content in another order of its parts. */
export function rearranged(content: TemplateContent, arrangement: Arrangement): TemplateContent {
  const parts = partsOf(content);
  return {
    ...content,
    sections: arrangement.flatMap(({ key, fields }) => {
      const section = parts.sections.get(key)?.section;
      if (section === undefined) return [];
      return [
        {
          ...section,
          fields: fields.map((each) => parts.fields.get(each)?.field).filter((field) => field !== undefined),
        },
      ];
    }),
  };
}

const sectionIndexOf = (arrangement: Arrangement, key: string): number =>
  arrangement.findIndex((section) => section.key === key || section.fields.includes(key));

function withFieldAt(arrangement: Arrangement, key: string, section: number, index: number): Arrangement {
  return arrangement.map((each, at) => {
    const fields = each.fields.filter((field) => field !== key);
    return at === section
      ? { ...each, fields: fields.toSpliced(index, 0, key) }
      : fields.length === each.fields.length
        ? each
        : { ...each, fields };
  });
}

/** While a field is dragged over another section, it is in there: before the field it is over, or behind it; else at the end. */
export function crossed(arrangement: Arrangement, key: string, over: string, isBehind: boolean): Arrangement {
  const target = sectionIndexOf(arrangement, over);
  if (isSectionKey(key) || target === -1 || target === sectionIndexOf(arrangement, key)) return arrangement;
  const fields = arrangement[target]?.fields ?? [];
  const at = fields.indexOf(over);
  return withFieldAt(arrangement, key, target, at === -1 ? fields.length : at + (isBehind ? 1 : 0));
}

/** What is dragged takes the place of what it is dropped on. */
export function dropped(arrangement: Arrangement, key: string, over: string): Arrangement {
  const to = sectionIndexOf(arrangement, over);
  if (key === over || to === -1) return arrangement;
  if (isSectionKey(key)) return movedSection(arrangement, sectionIndexOf(arrangement, key), to);
  const at = arrangement[to]?.fields.indexOf(over) ?? -1;
  if (at !== -1) return withFieldAt(arrangement, key, to, at);
  return crossed(arrangement, key, over, true);
}

/** One place up (-1) or down (1); a field at the edge of its section goes on into the next one. */
export function stepped(arrangement: Arrangement, key: string, by: -1 | 1): Arrangement {
  const section = sectionIndexOf(arrangement, key);
  if (isSectionKey(key)) return movedSection(arrangement, section, section + by);
  const fields = arrangement[section]?.fields ?? [];
  const to = fields.indexOf(key) + by;
  if (to >= 0 && to < fields.length) return withFieldAt(arrangement, key, section, to);
  const next = arrangement[section + by];
  if (next === undefined) return arrangement;
  return withFieldAt(arrangement, key, section + by, by === 1 ? 0 : next.fields.length);
}

/** A field goes to the end of a section. */
export const putInto = (arrangement: Arrangement, key: string, section: string): Arrangement =>
  crossed(arrangement, key, section, true);

function movedSection(arrangement: Arrangement, from: number, to: number): Arrangement {
  const moved = arrangement[from];
  if (moved === undefined || to < 0 || to >= arrangement.length) return arrangement;
  return arrangement.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Where something is, in words: "position 2 of 5 in Anesthesia". */
export function placeWords(
  arrangement: Arrangement,
  key: string,
  titleOf: (section: string) => string,
): string {
  const at = sectionIndexOf(arrangement, key);
  const section = arrangement[at];
  if (section === undefined) return '';
  if (isSectionKey(key)) return `position ${at + 1} of ${arrangement.length}`;
  return `position ${section.fields.indexOf(key) + 1} of ${section.fields.length} in ${titleOf(section.key)}`;
}
