import { Button } from '@mui/material';
import { apiKeyList } from '@portal/contract/api-keys';
import { KEY_ROLES } from '@portal/domain/api-key';
import { Link } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { SettingRow } from './SettingRow.tsx';

/** For users who created API keys and may no longer have any: keys they can still see and revoke. */
export function OwnKeysRow({ userId }: { readonly userId: string }) {
  const { hasRole } = useAccess();
  const mayHave = hasRole(...KEY_ROLES);
  const keys = useEndpointQuery(
    apiKeyList,
    { query: { createdBy: userId, pageSize: '10' } },
    { enabled: !mayHave },
  );
  if (mayHave || (keys.data?.totalCount ?? 0) === 0) return null;
  return (
    <SettingRow
      title="API keys"
      text="You created API keys while you were an Admin or SuperAdmin. They no longer work."
      actions={
        <Button component={Link} to="/api-keys" variant="outlined">
          Your API Keys
        </Button>
      }
    />
  );
}
