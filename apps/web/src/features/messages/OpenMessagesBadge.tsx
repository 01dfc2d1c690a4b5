import Box from '@mui/material/Box';
import { messageMine } from '@portal/contract/messages';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { visuallyHidden } from '#ui/visually-hidden.ts';

/** Menu badge with the number of open messages assigned to the user. */
export function OpenMessagesBadge() {
  const count = useEndpointQuery(messageMine, {}).data?.openCount ?? 0;
  if (count === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        minWidth: 20,
        px: 0.75,
        borderRadius: 10,
        textAlign: 'center',
        fontSize: '0.75rem',
        fontWeight: 600,
        lineHeight: '20px',
        color: 'secondary.contrastText',
        bgcolor: 'secondary.main',
      }}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <Box component="span" sx={visuallyHidden}>
        {`, ${count} open and assigned to you`}
      </Box>
    </Box>
  );
}
