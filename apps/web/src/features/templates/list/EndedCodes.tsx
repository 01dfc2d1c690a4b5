import { Alert, Box, Link } from '@mui/material';
import { endedRuleCodes } from '@portal/contract/billing-code-rules';
import { endText } from '@portal/domain/billing-code-facts';
import { Link as RouterLink } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** The codes with a last day that rules of any template still assign; nothing if there are none. */
export function EndedCodes() {
  const { data: codes = [] } = useEndpointQuery(endedRuleCodes, {});
  if (codes.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      Billing code rules still assign codes that have a last day:
      <Box component="ul" aria-label="Codes with a last day" sx={{ my: 0.5, pl: 2.5 }}>
        {codes.map(({ templateId, templateName, isActive, code, validTo, rules }) => (
          <li key={`${templateId} ${code}`}>
            <Link component={RouterLink} to={`/admin/templates/${templateId}/edit`}>
              {templateName}
            </Link>
            {isActive ? '' : ' (inactive)'}, {rules === 1 ? '1 rule' : `${rules} rules`}, {code}:{' '}
            {endText({ code, validTo })}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
