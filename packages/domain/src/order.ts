/** What can be ordered; the wire's values. */
export const ORDER_TYPES = [
  'MRI',
  'XRay',
  'CTScan',
  'Ultrasound',
  'ReferralPT',
  'ReferralNeurosurgery',
  'ReferralOther',
  'LabWork',
  'Other',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** The same in people's words. */
export const ORDER_TYPE_LABELS: Readonly<Record<OrderType, string>> = {
  MRI: 'MRI',
  XRay: 'X-Ray',
  CTScan: 'CT Scan',
  Ultrasound: 'Ultrasound',
  ReferralPT: 'Referral – PT',
  ReferralNeurosurgery: 'Referral – Neurosurgery',
  ReferralOther: 'Referral – Other',
  LabWork: 'Lab Work',
  Other: 'Other',
};

/** The side of the body an imaging order is about. */
export const ORDER_SIDES = ['Left', 'Right', 'Bilateral'] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

/** Whether an imaging order asks for contrast medium. */
export const ORDER_CONTRASTS = ['Without', 'With', 'WithAndWithout'] as const;
export type OrderContrast = (typeof ORDER_CONTRASTS)[number];
export const ORDER_CONTRAST_LABELS: Readonly<Record<OrderContrast, string>> = {
  Without: 'Without contrast',
  With: 'With contrast',
  WithAndWithout: 'With and without contrast',
};

/** The earliest day an order can bear: the practice's paper orders are older. */
export const FIRST_ORDER_DATE = '2000-01-01';

const IMAGING: readonly OrderType[] = ['MRI', 'XRay', 'CTScan', 'Ultrasound'];
const REFERRALS: readonly OrderType[] = ['ReferralPT', 'ReferralNeurosurgery', 'ReferralOther'];

/** Whether orders of the type have a body part, a side and contrast. */
export const isImaging = (type: OrderType): boolean => IMAGING.includes(type);

/** Whether orders of the type name a specialist. */
export const isReferral = (type: OrderType): boolean => REFERRALS.includes(type);

/** The fields that only some types have. */
export interface TypeDetails {
  readonly bodyPart: string | null;
  readonly side: OrderSide | null;
  readonly contrast: OrderContrast | null;
  readonly specialist: string | null;
}
export type TypeDetail = keyof TypeDetails;

/** The fields of `TypeDetails` that orders of the type have. */
export function detailsOf(type: OrderType): readonly TypeDetail[] {
  if (isImaging(type)) return ['bodyPart', 'side', 'contrast'];
  return isReferral(type) ? ['specialist'] : [];
}

/** The filled fields that the type does not have. */
export function foreignDetails(type: OrderType, details: TypeDetails): TypeDetail[] {
  const own = detailsOf(type);
  return (['bodyPart', 'side', 'contrast', 'specialist'] as const).filter(
    (name) => details[name] !== null && !own.includes(name),
  );
}

/** The details with those emptied that the type does not have: what is left of another type is not saved. */
export function ownDetails(type: OrderType, details: TypeDetails): TypeDetails {
  const own = detailsOf(type);
  return {
    bodyPart: own.includes('bodyPart') ? details.bodyPart : null,
    side: own.includes('side') ? details.side : null,
    contrast: own.includes('contrast') ? details.contrast : null,
    specialist: own.includes('specialist') ? details.specialist : null,
  };
}

/** ORD-YYYY-NNNNNN; beyond 999,999 a year the number grows. */
export function orderNumber(year: number, count: number): string {
  return `ORD-${year}-${String(count).padStart(6, '0')}`;
}
