/** The areas besides code files that change when a proposal is accepted. */
export const CHANGED_AREAS = ['Billing codes', 'Billing code rules', 'Templates'];
