import { roles } from '@portal/contract/endpoint';

/** Who sees the notes of all providers and marks them. */
export const adminOnly = roles('Admin');
