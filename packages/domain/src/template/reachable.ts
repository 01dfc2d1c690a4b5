import { comparable, dateOf, numberIn, spellingsOf } from './comparable.ts';
import { isMet, ruleTexts } from './condition.ts';
import type { Condition, ConditionGroup, RuleCondition, TemplateField } from './content.ts';
import { traitsOf } from './operands.ts';

/** More comparisons than this are skipped: with that many options and values, one of them matches. */
const MAX_PAIRS = 20_000;

/** The options of a field, in the forms in which rules compare them. */
interface Offered {
  readonly texts: readonly string[];
  readonly equal: ReadonlySet<string>;
  readonly spelled: readonly string[];
}

/** The operators that compare texts, and those that need nothing to compare with. */
const TEXTUAL: ReadonlySet<string> = new Set(['equals', 'not_equals', 'in', 'contains', 'startsWith']);
const VALUELESS: ReadonlySet<string> = new Set(['default', 'is_empty', 'is_not_empty']);

/** Finds out whether rules can ever match. Remembers the options of each source. */
export class Reachability {
  readonly #fields: ReadonlyMap<string, TemplateField>;
  readonly #offered = new Map<TemplateField, Offered>();

  /** `fields` are those of `operandFields`. */
  constructor(fields: ReadonlyMap<string, TemplateField>) {
    this.#fields = fields;
  }

  /** Why a rule never matches, as the end of a sentence, or null. */
  problemOf({ when, ...comparison }: RuleCondition): string | null {
    const all: readonly (Condition | ConditionGroup)[] =
      when === undefined ? [comparison] : [comparison, when];
    return this.#problemOfAll(all);
  }

  #problemOfAll(conditions: readonly (Condition | ConditionGroup)[]): string | null {
    const comparisons: Condition[] = [];
    const groups: ConditionGroup[] = [];
    const collect = (condition: Condition | ConditionGroup): void => {
      if ('operator' in condition) comparisons.push(condition);
      else if (condition.match === 'any') groups.push(condition);
      else for (const each of condition.conditions) collect(each);
    };
    for (const each of conditions) collect(each);
    for (const each of comparisons)
      if (!this.#isReachable(each)) return `"${this.#labelOf(each)}" does not offer that value`;
    for (const group of groups) {
      const problems = group.conditions.map((each) => this.#problemOfAll([each]));
      const [first] = problems;
      if (problems.every((problem) => problem !== null)) return first ?? null;
    }
    const contradiction = this.#contradictionOf(comparisons);
    return contradiction === undefined
      ? null
      : `its conditions for "${this.#labelOf(contradiction)}" contradict each other`;
  }

  #labelOf({ sourceFieldId }: Condition): string {
    return traitsOf(sourceFieldId, this.#fields)?.label ?? sourceFieldId;
  }

  /** One of the comparisons of the same value that cannot all be met, or undefined. */
  #contradictionOf(comparisons: readonly Condition[]): Condition | undefined {
    const groups = Map.groupBy(comparisons, ({ sourceFieldId, measure, sinceFieldId }) =>
      JSON.stringify([sourceFieldId, measure, sinceFieldId]),
    );
    for (const some of groups.values()) {
      const [first] = some;
      if (
        first !== undefined &&
        some.length > 1 &&
        this.#isSingle(first) &&
        isContradictory(some, this.#textsOf(first))
      )
        return first;
    }
    return undefined;
  }

  /** Whether the value is one text or number: comparisons of a list can be met by different items. */
  #isSingle({ sourceFieldId, measure }: Condition): boolean {
    return measure !== undefined || traitsOf(sourceFieldId, this.#fields)?.isList === false;
  }

  /** All texts that the value can have; undefined if they are not known. */
  #textsOf({ sourceFieldId, measure }: Condition): readonly string[] | undefined {
    const source = this.#fields.get(sourceFieldId);
    if (source === undefined || measure !== undefined || source.type === 'checkbox') return undefined;
    const { texts } = this.#offeredBy(source);
    return texts.length === 0 ? undefined : texts;
  }

  /** Whether the source can ever have a value that the comparison matches. */
  #isReachable({ sourceFieldId, operator, value, measure }: Condition): boolean {
    const source = this.#fields.get(sourceFieldId);
    if (VALUELESS.has(operator)) return true;
    const wanted = ruleTexts(operator, value);
    if (wanted.length === 0) return false;
    if (source === undefined || measure !== undefined) return true;
    const { texts, equal, spelled } = this.#offeredBy(source);
    if (equal.size === 0) return source.type !== 'checkbox' || isMet({ operator, value }, true);
    if (!TEXTUAL.has(operator)) return texts.some((text) => isMet({ operator, value }, text));
    const wantedSet = new Set(wanted.map(comparable));
    if (operator === 'not_equals') return [...equal].some((option) => !wantedSet.has(option));
    const isPart = operator === 'startsWith' || (operator === 'contains' && source.type !== 'checkbox');
    if (!isPart) return [...wantedSet].some((text) => equal.has(text));
    const parts = wanted.flatMap(spellingsOf);
    if (parts.length * spelled.length > MAX_PAIRS) return true;
    return spelled.some((text) =>
      parts.some((part) => (operator === 'contains' ? text.includes(part) : text.startsWith(part))),
    );
  }

  #offeredBy(source: TemplateField): Offered {
    const known = this.#offered.get(source);
    if (known !== undefined) return known;
    const texts = [...source.options, ...source.optionRules.flatMap((rule) => rule.options)];
    const offered = { texts, equal: new Set(texts.map(comparable)), spelled: texts.flatMap(spellingsOf) };
    this.#offered.set(source, offered);
    return offered;
  }
}

/** Whether no text can meet all comparisons of one value. `texts` are all that it can have, if they are known. */
function isContradictory(comparisons: readonly Condition[], texts: readonly string[] | undefined): boolean {
  const isMetBy = (text: string | undefined) => comparisons.every((each) => isMet(each, text));
  if (isMetBy(undefined)) return false;
  if (comparisons.some(({ operator }) => operator === 'is_empty')) return true;
  const exact = comparisons.find(({ operator }) => operator === 'equals' || operator === 'in');
  const candidates = exact === undefined ? texts : ruleTexts(exact.operator, exact.value);
  if (candidates !== undefined) return candidates.length <= MAX_PAIRS && !candidates.some(isMetBy);
  return isEmptyRange(comparisons, NUMBER_RANGE, numberIn) || isEmptyRange(comparisons, DATE_RANGE, dateOf);
}

const NUMBER_RANGE = {
  lower: { greater_than: true, at_least: false },
  upper: { less_than: true, at_most: false },
} as const;
const DATE_RANGE = { lower: { after: true }, upper: { before: true } } as const;

type Bounds = Readonly<Record<string, boolean>>;

/** Whether a lower bound is above an upper bound. The value of a bound is whether it is left out of the range. */
function isEmptyRange(
  comparisons: readonly Condition[],
  range: { readonly lower: Bounds; readonly upper: Bounds },
  read: (text: string) => number | string | null,
): boolean {
  const boundsOf = (bounds: Bounds) =>
    comparisons.flatMap(({ operator, value }) => {
      const isOpen = Object.hasOwn(bounds, operator) ? bounds[operator] : undefined;
      const [limit = null, ...more] = ruleTexts(operator, value).map(read);
      return isOpen === undefined || limit === null || more.length > 0 ? [] : [{ limit, isOpen }];
    });
  const uppers = boundsOf(range.upper);
  return boundsOf(range.lower).some((lower) =>
    uppers.some(
      (upper) => lower.limit > upper.limit || (lower.limit === upper.limit && (lower.isOpen || upper.isOpen)),
    ),
  );
}
