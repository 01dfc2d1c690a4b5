import { comparable, spellingsOf } from './comparable.ts';
import { isMet, ruleTexts } from './condition.ts';
import type { RuleCondition, TemplateField } from './content.ts';

/** More comparisons than this are skipped: with that many options and values, one of them matches. */
const MAX_PAIRS = 20_000;

/** The options of a field, in the forms in which rules compare them. */
interface Offered {
  readonly equal: ReadonlySet<string>;
  readonly spelled: readonly string[];
}

/** Finds out whether rules can ever match their source field. Remembers the options of each source. */
export class Reachability {
  readonly #offered = new Map<TemplateField, Offered>();

  /** Whether the source field can ever have a value that matches the rule. */
  isReachable(rule: RuleCondition, source: TemplateField): boolean {
    const wanted = ruleTexts(rule.operator, rule.value);
    if (wanted.length === 0) return false;
    const { equal, spelled } = this.#offeredBy(source);
    if (equal.size === 0) return source.type !== 'checkbox' || isMet(rule, true);
    const wantedSet = new Set(wanted.map(comparable));
    if (rule.operator === 'not_equals') return [...equal].some((option) => !wantedSet.has(option));
    const isPart =
      rule.operator === 'startsWith' || (rule.operator === 'contains' && source.type !== 'checkbox');
    if (!isPart) return [...wantedSet].some((value) => equal.has(value));
    const parts = wanted.flatMap(spellingsOf);
    if (parts.length * spelled.length > MAX_PAIRS) return true;
    return spelled.some((text) =>
      parts.some((part) => (rule.operator === 'contains' ? text.includes(part) : text.startsWith(part))),
    );
  }

  #offeredBy(source: TemplateField): Offered {
    const known = this.#offered.get(source);
    if (known !== undefined) return known;
    const options = [...source.options, ...source.optionRules.flatMap((rule) => rule.options)];
    const offered = { equal: new Set(options.map(comparable)), spelled: options.flatMap(spellingsOf) };
    this.#offered.set(source, offered);
    return offered;
  }
}
