/** From how much work on time is overtime, in seconds. */
export interface OvertimeRule {
  readonly weekly: number;
  /** Null: days have no limit of their own. */
  readonly daily: number | null;
}

export interface WeekHours {
  readonly total: number;
  readonly regular: number;
  readonly overtime: number;
}

/**
 * Divides a week's seconds into regular and overtime: what exceeds a day's limit, where there is one, and of the rest what exceeds
 * the week's. Nothing counts twice; regular and overtime add up to the total.
 */
export function splitOvertime(daily: readonly number[], rule: OvertimeRule): WeekHours {
  const total = sum(daily);
  const withinDays = rule.daily === null ? total : sum(daily.map((day) => Math.min(day, rule.daily ?? day)));
  const regular = Math.min(withinDays, rule.weekly);
  return { total, regular, overtime: total - regular };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
