import { Box, Card, CardActionArea, Typography } from '@mui/material';
import type { UserPermissions } from '@portal/contract/user-permissions';
import { useShown } from './permission-filter.ts';

/** The cards Total, Granted and Overridden, which filter the list of permissions. */
export function SummaryCards({ user }: { readonly user: UserPermissions }) {
  const [shown, setShown] = useShown();
  const cards = [
    { id: 'all', label: 'Total', count: user.totalPermissions },
    { id: 'granted', label: 'Granted', count: user.grantedPermissions },
    { id: 'overridden', label: 'Overridden', count: user.overriddenPermissions },
  ] as const;
  return (
    <Box
      component="fieldset"
      aria-label="Show permissions"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
        gap: { xs: 1, sm: 2 },
        maxWidth: 720,
        m: 0,
        mb: 1.5,
        p: 0,
        border: 0,
      }}
    >
      {cards.map(({ id, label, count }) => {
        const isChosen = shown === id;
        return (
          <Card key={id} sx={isChosen ? { borderColor: 'primary.main', boxShadow: 'inset 0 0 0 1px' } : {}}>
            <CardActionArea
              aria-pressed={isChosen}
              onClick={() => setShown(isChosen ? 'all' : id)}
              sx={{ px: { xs: 1.5, sm: 2 }, py: 1.25, height: '100%' }}
            >
              <Typography component="span" sx={{ display: 'block', fontSize: '1.5rem', fontWeight: 650 }}>
                {count}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary">
                {label}
              </Typography>
            </CardActionArea>
          </Card>
        );
      })}
    </Box>
  );
}
