import { officeList } from '@portal/contract/offices';
import { titleActive, userProviders, userRoles } from '@portal/contract/users';
import type { ReactNode } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import type { UserChoices } from './user-form.ts';

/** Loads the options of the user form's selects. The form requires roles; other lists are empty if they fail to load. */
export function UserChoicesPart({ children }: { readonly children: (choices: UserChoices) => ReactNode }) {
  const roles = useEndpointQuery(userRoles, {});
  const titles = useEndpointQuery(titleActive, {});
  const offices = useEndpointQuery(officeList, { query: {} });
  const providers = useEndpointQuery(userProviders, {});
  if (roles.data === undefined && roles.error !== null) {
    return (
      <ErrorPanel
        message={explainError(roles.error, 'Failed to load roles')}
        requestId={roles.error.requestId}
        onRetry={() => void roles.refetch()}
      />
    );
  }
  if (roles.data === undefined || titles.isPending || offices.isPending || providers.isPending)
    return <Waiting shape="form" />;
  return children({
    roles: roles.data,
    titles: titles.data ?? [],
    offices: offices.data ?? [],
    physicians: (providers.data ?? []).filter((provider) => provider.roles.includes('ProviderPhysician')),
  });
}
