import {
  isImaging,
  isReferral,
  ORDER_CONTRAST_LABELS,
  ORDER_CONTRASTS,
  ORDER_SIDES,
  ORDER_TYPE_LABELS,
  ORDER_TYPES,
} from '@portal/domain/order';
import { ORDER_STATUS_LABELS, ORDER_STATUSES } from '@portal/domain/order-status';
import { PRIORITIES } from '@portal/domain/priority';

const options = <const V extends string>(values: readonly V[], labels?: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels === undefined ? value : labels[value] }));

/** With the group in which the form shows them. */
export const TYPE_OPTIONS = options(ORDER_TYPES, ORDER_TYPE_LABELS).map((option) => ({
  ...option,
  group: isImaging(option.value) ? 'Imaging' : isReferral(option.value) ? 'Referral' : 'Lab and other',
}));
export const STATUS_OPTIONS = options(ORDER_STATUSES, ORDER_STATUS_LABELS);
export const PRIORITY_OPTIONS = options(PRIORITIES);
export const SIDE_OPTIONS = options(ORDER_SIDES);
export const CONTRAST_OPTIONS = options(ORDER_CONTRASTS, ORDER_CONTRAST_LABELS);
