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

/** What an order is about: its type, and whether an order of type "Other" is a procedure. */
export interface OrderKind {
  readonly type: OrderType;
  readonly isProcedure: boolean;
}

/** What lists call an order: its type, or a procedure. */
export const ORDER_KINDS = [...ORDER_TYPES, 'Procedure'] as const;
export const ORDER_KIND_LABELS: Readonly<Record<(typeof ORDER_KINDS)[number], string>> = {
  ...ORDER_TYPE_LABELS,
  Procedure: 'Procedure',
};

/** The display name of an order's type: procedures have their own. */
export const orderTypeLabel = ({ type, isProcedure }: OrderKind): string =>
  ORDER_KIND_LABELS[isProcedure ? 'Procedure' : type];

/** Maximum number of levels, and of codes, of a procedure. */
export const MAX_PROCEDURE_PARTS = 20;

/** The fields that only some orders have. */
export interface TypeDetails {
  readonly bodyPart: string | null;
  readonly side: OrderSide | null;
  readonly contrast: OrderContrast | null;
  readonly specialist: string | null;
  /** The levels or joints of a procedure, such as "L4-L5". */
  readonly levels: readonly string[];
  /** The billing codes of a procedure. */
  readonly codes: readonly string[];
  /** The office where a procedure takes place. */
  readonly locationId: string | null;
}
export type TypeDetail = keyof TypeDetails;
const NO_DETAILS: TypeDetails = {
  bodyPart: null,
  side: null,
  contrast: null,
  specialist: null,
  levels: [],
  codes: [],
  locationId: null,
};
const DETAILS = ['bodyPart', 'side', 'contrast', 'specialist', 'levels', 'codes', 'locationId'] as const;

/** Lists the `TypeDetails` fields that an order of this kind has. */
export function detailsOf({ type, isProcedure }: OrderKind): readonly TypeDetail[] {
  if (isImaging(type)) return ['bodyPart', 'side', 'contrast'];
  if (isReferral(type)) return ['specialist'];
  return type === 'Other' && isProcedure ? ['side', 'levels', 'codes', 'locationId'] : [];
}

/** Lists the filled-in fields that an order of this kind does not have. */
export function listForeignDetails(kind: OrderKind, details: TypeDetails): TypeDetail[] {
  const own = detailsOf(kind);
  return DETAILS.filter((name) => (details[name]?.length ?? 0) > 0 && !own.includes(name));
}

/** Returns the details with every field that an order of this kind does not have emptied. */
export function pickTypeDetails<D extends TypeDetails>(kind: OrderKind, details: D): D {
  const foreign = listForeignDetails(kind, details);
  return { ...details, ...Object.fromEntries(foreign.map((name) => [name, NO_DETAILS[name]])) };
}

/** Formats an order number as ORD-YYYY-NNNNNN; counts above 999,999 use more digits. */
export function orderNumber(year: number, count: number): string {
  return `ORD-${year}-${String(count).padStart(6, '0')}`;
}
