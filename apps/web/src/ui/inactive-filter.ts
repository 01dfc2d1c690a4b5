/** The filter every list with inactive records keeps in its address: `?inactive=true`. */
export const INACTIVE_FILTER = { inactive: ['true'] } as const;
