import StarIcon from '@mui/icons-material/Star';
import StarBorderIcon from '@mui/icons-material/StarBorder';
import { IconButton } from '@mui/material';
import { templateDefaultToggle, type ListedTemplate } from '@portal/contract/templates';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { LazyTooltip } from '#ui/LazyTooltip.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

/** Toggles whether a template is the user's default, which is listed first. */
export function DefaultStar({ template: { id, name, isDefault } }: { readonly template: ListedTemplate }) {
  const toast = useToast();
  const toggle = useEndpointMutation(templateDefaultToggle);
  const Star = isDefault ? StarIcon : StarBorderIcon;
  return (
    <LazyTooltip title={isDefault ? 'Your default template' : 'Set as your default template'}>
      <IconButton
        size="small"
        aria-label={`${name}: your default template`}
        aria-pressed={isDefault}
        sx={{ alignSelf: 'flex-start', m: 0.5 }}
        onClick={() => {
          if (toggle.isPending) return;
          toggle.mutate(
            { params: { id } },
            {
              onSuccess: ({ message }) => toast.success(message),
              onError: (error) => toast.error(explainError(error, 'Failed to change the default template')),
            },
          );
        }}
      >
        <Star fontSize="small" color={isDefault ? 'secondary' : 'action'} />
      </IconButton>
    </LazyTooltip>
  );
}
