import CachedIcon from '@mui/icons-material/Cached';
import { Button } from '@mui/material';
import { permissionCacheClear } from '@portal/contract/permissions';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** Makes all open screens reload their permissions. */
export function ClearCacheButton() {
  const clear = useEndpointMutation(permissionCacheClear);
  const toast = useToast();
  return (
    <Button
      variant="outlined"
      startIcon={<CachedIcon />}
      loading={clear.isPending}
      loadingPosition="start"
      onClick={() =>
        clear.mutate(
          {},
          {
            onSuccess: () => toast.success('All open screens are reloading their permissions'),
            onError: (error) => toast.error(explainError(error, 'Failed to clear the cache')),
          },
        )
      }
    >
      Clear Cache
    </Button>
  );
}
