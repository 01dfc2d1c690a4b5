/** How a procedure is billed. */
export const BILLING_OPTIONS = ['standard', 'reduced', 'noshow-patient', 'noshow-provider'] as const;
export type BillingOption = (typeof BILLING_OPTIONS)[number];

/** Whether the option is a no-show. Only the banner and the billing sheet are printed for a no-show. */
export const isNoShow = (option: BillingOption): boolean => option.startsWith('noshow');
