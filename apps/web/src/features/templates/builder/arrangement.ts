import type { TemplateContent, TemplateField, TemplateSection } from '@portal/domain/template/content';
import type { FieldPlace } from './template-draft.ts';

/** A section and its fields, by keys that stay the same when parts are moved. */
export interface ArrangedSection {
  readonly key: string;
  readonly fields: readonly string[];
}

/** The order of all sections and fields. */
export type Arrangement = readonly ArrangedSection[];

/** Creates unique keys for parts. Ids may be repeated in an unsaved template, so repeated ids get a number. */
function keysOf(prefix: 's' | 'f', ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return `${prefix}:${id}${count === 1 ? '' : `#${count}`}`;
  });
}

/** Whether a key belongs to a section. */
export const isSectionKey = (key: string): boolean => key.startsWith('s:');

/** The order of the parts in the content. */
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

/** The parts of the content and their positions, by key. */
export interface KeyedParts {
  readonly sections: ReadonlyMap<string, { readonly section: TemplateSection; readonly at: number }>;
  readonly fields: ReadonlyMap<string, { readonly field: TemplateField; readonly place: FieldPlace }>;
}

/** Maps the content's parts by their keys. */
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

/** Reorders the content's parts. */
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

/** Moves a field that is dragged over another section into it: before or after the field it is over, otherwise to the end. */
export function crossed(arrangement: Arrangement, key: string, over: string, isBehind: boolean): Arrangement {
  const target = sectionIndexOf(arrangement, over);
  if (isSectionKey(key) || target === -1 || target === sectionIndexOf(arrangement, key)) return arrangement;
  const fields = arrangement[target]?.fields ?? [];
  const at = fields.indexOf(over);
  return withFieldAt(arrangement, key, target, at === -1 ? fields.length : at + (isBehind ? 1 : 0));
}

/** Moves the dragged part to the position of the part it was dropped on. */
export function dropped(arrangement: Arrangement, key: string, over: string): Arrangement {
  const to = sectionIndexOf(arrangement, over);
  if (key === over || to === -1) return arrangement;
  if (isSectionKey(key)) return movedSection(arrangement, sectionIndexOf(arrangement, key), to);
  const at = arrangement[to]?.fields.indexOf(over) ?? -1;
  if (at !== -1) return withFieldAt(arrangement, key, to, at);
  return crossed(arrangement, key, over, true);
}

/** Moves a part up (-1) or down (1). A field at the edge of its section moves into the adjacent section. */
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

/** Moves a field to the end of a section. */
export const putInto = (arrangement: Arrangement, key: string, section: string): Arrangement =>
  crossed(arrangement, key, section, true);

function movedSection(arrangement: Arrangement, from: number, to: number): Arrangement {
  const moved = arrangement[from];
  if (moved === undefined || to < 0 || to >= arrangement.length) return arrangement;
  return arrangement.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Describes the position of a part: "position 2 of 5 in Anesthesia". */
export function describePosition(
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

/** What a part is called: "field Level" or "section History". */
export function partName({ sections, fields }: KeyedParts, key: string): string {
  const field = fields.get(key)?.field;
  return field === undefined ? `section ${sections.get(key)?.section.title ?? ''}` : `field ${field.label}`;
}

/** The name and position of a part: "field Level: position 2 of 5 in Anesthesia". */
export const placeText = (parts: KeyedParts, arrangement: Arrangement, key: string): string =>
  `${partName(parts, key)}: ${describePosition(arrangement, key, (section) => parts.sections.get(section)?.section.title ?? '')}`;
