/** Overtime thresholds in seconds. */
export interface OvertimeRule {
  readonly weekly: number;
  /** Null when there is no daily rule. */
  readonly daily: number | null;
}

export interface WeekHours {
  readonly total: number;
  readonly regular: number;
  readonly overtime: number;
}

/**
 * Splits a week's seconds into regular time and overtime: time over the daily limit (if any), plus any remaining time over
 * the weekly limit. Nothing counts twice: regular and overtime add up to the total.
 */
export function splitOvertime(daily: readonly number[], rule: OvertimeRule): WeekHours {
  const total = sum(daily);
  const withinDays = rule.daily === null ? total : sum(daily.map((day) => Math.min(day, rule.daily ?? day)));
  const regular = Math.min(withinDays, rule.weekly);
  return { total, regular, overtime: total - regular };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
