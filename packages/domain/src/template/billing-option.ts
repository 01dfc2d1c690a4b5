/** How a procedure is billed. */
export const BILLING_OPTIONS = ['standard', 'reduced', 'noshow-patient', 'noshow-provider'] as const;
export type BillingOption = (typeof BILLING_OPTIONS)[number];

/** Nothing was done: the banner and the billing sheet are all that is printed. */
export const isNoShow = (option: BillingOption): boolean => option.startsWith('noshow');
