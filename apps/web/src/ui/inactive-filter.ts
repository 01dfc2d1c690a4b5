/** The URL filter of lists with inactive records: `?inactive=true`. */
export const INACTIVE_FILTER = { inactive: ['true'] } as const;
