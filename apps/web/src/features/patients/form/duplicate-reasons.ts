import type { DuplicateReason } from '@portal/contract/patients';

const REASONS: Readonly<Record<DuplicateReason, string>> = {
  'name and birth date': 'same name and birth date',
  'similar name': 'same birth date, similar name',
  'one letter off': 'same birth date, name differs by one letter',
  phone: 'same phone',
  'social security number': 'same social security number',
};

/** Why two records may be of the same person: "same birth date, similar name; same phone". */
export const duplicateReasons = (reasons: readonly DuplicateReason[]): string =>
  reasons.map((reason) => REASONS[reason]).join('; ');
