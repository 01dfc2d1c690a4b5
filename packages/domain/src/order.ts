/** Order types, as sent by the API. */
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

/** Display names of the order types. */
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

/** The body side of an imaging order. */
export const ORDER_SIDES = ['Left', 'Right', 'Bilateral'] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

/** Contrast options of an imaging order. */
export const ORDER_CONTRASTS = ['Without', 'With', 'WithAndWithout'] as const;
export type OrderContrast = (typeof ORDER_CONTRASTS)[number];
export const ORDER_CONTRAST_LABELS: Readonly<Record<OrderContrast, string>> = {
  Without: 'Without contrast',
  With: 'With contrast',
  WithAndWithout: 'With and without contrast',
};

/** The earliest valid order date. Older orders exist on paper only. */
export const FIRST_ORDER_DATE = '2000-01-01';

const IMAGING: readonly OrderType[] = ['MRI', 'XRay', 'CTScan', 'Ultrasound'];
const REFERRALS: readonly OrderType[] = ['ReferralPT', 'ReferralNeurosurgery', 'ReferralOther'];

/** Whether the type is imaging, with body part, side and contrast. */
export const isImaging = (type: OrderType): boolean => IMAGING.includes(type);

/** Whether the type is a referral, with a specialist. */
export const isReferral = (type: OrderType): boolean => REFERRALS.includes(type);

/** The fields that only some order types have. */
export interface TypeDetails {
  readonly bodyPart: string | null;
  readonly side: OrderSide | null;
  readonly contrast: OrderContrast | null;
  readonly specialist: string | null;
}
export type TypeDetail = keyof TypeDetails;

/** Lists the `TypeDetails` fields that the type has. */
export function detailsOf(type: OrderType): readonly TypeDetail[] {
  if (isImaging(type)) return ['bodyPart', 'side', 'contrast'];
  return isReferral(type) ? ['specialist'] : [];
}

/** Lists the filled-in fields that the type does not have. */
export function listForeignDetails(type: OrderType, details: TypeDetails): TypeDetail[] {
  const own = detailsOf(type);
  return (['bodyPart', 'side', 'contrast', 'specialist'] as const).filter(
    (name) => details[name] !== null && !own.includes(name),
  );
}

/** Returns the details with every field that the type does not have set to null. */
export function pickTypeDetails(type: OrderType, details: TypeDetails): TypeDetails {
  const own = detailsOf(type);
  return {
    bodyPart: own.includes('bodyPart') ? details.bodyPart : null,
    side: own.includes('side') ? details.side : null,
    contrast: own.includes('contrast') ? details.contrast : null,
    specialist: own.includes('specialist') ? details.specialist : null,
  };
}

/** Formats an order number as ORD-YYYY-NNNNNN; counts above 999,999 use more digits. */
export function orderNumber(year: number, count: number): string {
  return `ORD-${year}-${String(count).padStart(6, '0')}`;
}
