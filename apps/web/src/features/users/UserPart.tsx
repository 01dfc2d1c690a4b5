import type { User } from '@portal/contract/users';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { RecordPart } from '#ui/RecordPart.tsx';

interface UserPartProps {
  readonly query: Pick<UseQueryResult<User, ApiError>, 'data' | 'error' | 'refetch'>;
  readonly fallback: string;
  readonly children: (user: User) => ReactNode;
}

const MISSING = { text: 'User not found', to: '/users', linkLabel: 'Go to users' };

/** The part of a page that needs a loaded user; shows loading and error states. */
export function UserPart(props: UserPartProps) {
  return <RecordPart {...props} missing={MISSING} />;
}
