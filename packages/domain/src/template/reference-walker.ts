import { conditionText } from './condition-text.ts';
import type { Condition, ConditionGroup, RuleCondition, RuleOperator } from './content.ts';
import { formulaOperands, formulaText, mapFormula, parseFormula } from './formula.ts';
import { isSourceName } from './sources.ts';
import { ofRow, parseTextTemplate, type Tag } from './text-template.ts';
import { valueTexts, type CellValue, type Row } from './value.ts';

/** What holds a reference. */
export type Holder = 'field' | 'rule' | 'providerDefaults' | 'case' | 'autoPopulate' | 'portal';

/** What a reference is used for. `default` is the field's own default, `options` the options of an option rule. */
export type ReferenceUse =
  | 'condition'
  | 'source'
  | 'text'
  | 'default'
  | 'options'
  | 'copy'
  | 'dose'
  | 'code'
  | 'value';

/** A place that points to a field, to an option of a field (`value`), or to a billing code (`code`). */
export interface Reference {
  readonly holder: Holder;
  /** The id of the field, rule, user or test case that has the reference. */
  readonly holderId: string;
  readonly use: ReferenceUse;
  /** Where it is: `Visibility rule 1 of "Needle"`. */
  readonly where: string;
  /** A column is "lesions.level". "" for a code. */
  readonly fieldId: string;
  readonly value: string | null;
  /** How the value is compared. */
  readonly operator: RuleOperator;
  readonly code: { readonly code: string; readonly isActive: boolean } | null;
}

/** Returns what a reference points to instead: a field id, or an option. */
export type Redirect = (reference: Reference) => string;

export type Place = Pick<Reference, 'holder' | 'holderId' | 'where'>;
type AnyCondition = Condition | ConditionGroup;

/** Operators whose value is a text that the source can have. */
const OF_OPTIONS: ReadonlySet<RuleOperator> = new Set([
  'equals',
  'not_equals',
  'contains',
  'in',
  'startsWith',
]);

/** Visits the references in conditions, texts, formulas and values, and points them to what `redirect` returns. */
export class ReferenceWalker {
  readonly #redirect: Redirect;

  constructor(redirect: Redirect) {
    this.#redirect = redirect;
  }

  /** A field, or a column such as "lesions.level". A source of the record stays as it is. */
  operand(place: Place, use: ReferenceUse, fieldId: string): string {
    return isSourceName(fieldId)
      ? fieldId
      : this.#redirect({ ...place, use, fieldId, value: null, operator: 'equals', code: null });
  }

  value(
    place: Place,
    use: ReferenceUse,
    fieldId: string,
    text: string,
    operator: RuleOperator = 'equals',
  ): string {
    return text.trim() === '' || isSourceName(fieldId)
      ? text
      : this.#redirect({ ...place, use, fieldId, value: text, operator, code: null });
  }

  code(place: Place, { code, isActive }: { readonly code: string; readonly isActive?: boolean }): void {
    this.#redirect({
      ...place,
      use: 'code',
      fieldId: '',
      value: null,
      operator: 'equals',
      code: { code, isActive: isActive !== false },
    });
  }

  rule<Rule extends RuleCondition>(place: Place, rule: Rule): Rule {
    const mapped = this.#comparison(place, rule, null);
    return rule.when === undefined ? mapped : { ...mapped, when: this.group(place, rule.when) };
  }

  group(place: Place, { match, conditions }: ConditionGroup, rowsId: string | null = null): ConditionGroup {
    return { match, conditions: conditions.map((each) => this.#condition(place, each, rowsId)) };
  }

  /** `rowsId` is the rows field of the `{{#each}}` around the condition. */
  #condition(place: Place, condition: AnyCondition, rowsId: string | null): AnyCondition {
    return 'operator' in condition
      ? this.#comparison(place, condition, rowsId)
      : this.group(place, condition, rowsId);
  }

  #comparison<C extends Condition>(place: Place, comparison: C, rowsId: string | null): C {
    const { sourceFieldId, operator, measure, sinceFieldId } = comparison;
    const source = ofRow(sourceFieldId, rowsId);
    if (operator === 'default' || source === null) return comparison;
    const hasOptions = measure === undefined && OF_OPTIONS.has(operator);
    const one = (text: string) =>
      hasOptions ? this.value(place, 'condition', source, text, operator) : text;
    const before =
      typeof comparison.value === 'string' && operator === 'in'
        ? comparison.value.split(',')
        : comparison.value;
    const after = typeof before === 'string' ? one(before) : before.map((text) => one(text));
    const isSame =
      typeof before === 'string' ? before === after : before.every((text, index) => text === after[index]);
    return {
      ...comparison,
      sourceFieldId: this.#inRow(place, 'condition', sourceFieldId, rowsId),
      value: isSame ? comparison.value : after,
      ...(sinceFieldId !== undefined && {
        sinceFieldId: this.#inRow(place, 'condition', sinceFieldId, rowsId),
      }),
    };
  }

  /** An operand that can be one of the row: "row.level". */
  #inRow(place: Place, use: ReferenceUse, id: string, rowsId: string | null): string {
    const named = ofRow(id, rowsId);
    if (named === null) return id;
    const to = this.operand(place, use, named);
    return to === named ? id : named === id ? to : `row.${columnOf(to)}`;
  }

  /** The tags of a text, as its parser reads them. */
  text(place: Place, words: string): string {
    let at = 0;
    const parts = parseTextTemplate(words).tags.flatMap((tag) => {
      const before = words.slice(at, tag.start);
      at = tag.end;
      return [before, this.#tag(place, words.slice(tag.start, tag.end), tag)];
    });
    return [...parts, words.slice(at)].join('');
  }

  #tag(place: Place, words: string, { operand, condition, rowsId, start }: Tag): string {
    if (operand !== null) {
      const { id } = operand;
      const to = this.#inRow(place, 'text', id, rowsId);
      const at = operand.start - start;
      return to === id ? words : words.slice(0, at) + to + words.slice(at + id.length);
    }
    if (condition === null) return words;
    const mapped = conditionText(this.#condition(place, condition, rowsId));
    const [opening = ''] = /^\{\{\s*#\w+\s+/u.exec(words) ?? [];
    return mapped === conditionText(condition) ? words : `${opening}${mapped}}}`;
  }

  formula(place: Place, text: string): string {
    const read = parseFormula(text);
    if ('problem' in read) return text;
    const renamed = new Map(
      formulaOperands(read.value).map((id) => [id, this.operand(place, 'text', id)] as const),
    );
    const isSame = [...renamed].every(([from, to]) => from === to);
    return isSame ? text : formulaText(mapFormula(read.value, (id) => renamed.get(id) ?? id));
  }

  /** The columns and cells of a row; `hasOptions` says of a column whether its texts are options. */
  row(
    place: Place,
    use: ReferenceUse,
    fieldId: string,
    hasOptions: (column: string) => boolean,
    row: Row,
  ): MutableRow {
    return Object.fromEntries(
      Object.entries(row).map(([id, cell]) => {
        const column = `${fieldId}.${id}`;
        const mapped = hasOptions(column) ? this.cell(place, use, column, cell) : mutableCell(cell);
        return [columnOf(this.operand(place, use, column)), mapped];
      }),
    );
  }

  /** The options of a value that is not rows. */
  cell(place: Place, use: ReferenceUse, fieldId: string, cell: CellValue): MutableCell {
    if (typeof cell === 'boolean') return cell;
    return typeof cell === 'string'
      ? this.value(place, use, fieldId, cell)
      : valueTexts(cell).map((item) => this.value(place, use, fieldId, item));
  }
}

type MutableCell = string | boolean | string[];
type MutableRow = Record<string, MutableCell>;
const mutableCell = (cell: CellValue): MutableCell => (typeof cell === 'object' ? [...cell] : cell);

/** "level" of "lesions.level". */
const columnOf = (operand: string): string => operand.slice(operand.indexOf('.') + 1);
