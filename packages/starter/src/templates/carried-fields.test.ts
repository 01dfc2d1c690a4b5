import { carryReason } from '@portal/domain/dictation/carry-reason';
import { fieldsOf } from '@portal/domain/template/content';
import { expect, it } from 'vitest';
import { starterFile } from '../starter.ts';

/** What the fields of the starter templates that belong to one day are called. */
const OF_THE_DAY =
  /^(?:side|level|joint|points|nerves|muscles|lesions?|leads|opioids|steroid|injectate|local_anesthetic|consent|time_out|cannula|minutes|last_(?:block|dose|procedure)|contrast.*|anti.*|sedation.*|pain_.*|needle_gauge|psychology_date|.*_(?:level|date|minutes|relief)|.*relief.*)$/u;

const fields = starterFile().templates.flatMap(({ name, content }) =>
  fieldsOf(content)
    .filter(({ type, dependencyType }) => type !== 'hidden' && dependencyType !== 'calculated')
    .map((field) => [name, field] as const),
);
/** With its first option, or without a text. */
const isAlone = ([, field]: (typeof fields)[number]) =>
  carryReason(field, field.options.slice(0, 1)) !== null;

it('dates, drugs, levels, sides and numbers of starter templates are never carried together with others', () => {
  const ofTheDay = fields.filter(([, { id }]) => OF_THE_DAY.test(id));
  expect(ofTheDay.length).toBeGreaterThan(200);
  expect(ofTheDay.filter((each) => !isAlone(each)).map(([name, { id }]) => `${name}: ${id}`)).toEqual([]);
});

it('what does not belong to one day can be carried together', () => {
  const together = new Set(fields.filter((each) => !isAlone(each)).map(([, { id }]) => id));
  for (const id of ['diagnosis', 'complaint', 'conservative_care', 'plan', 'approach', 'exam_findings'])
    expect(together).toContain(id);
});
