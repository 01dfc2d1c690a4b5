import StarIcon from '@mui/icons-material/Star';
import StarBorderIcon from '@mui/icons-material/StarBorder';
import { Box, ButtonBase, IconButton, Typography } from '@mui/material';
import { templateDefaultToggle, type ListedTemplate } from '@portal/contract/templates';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { LazyTooltip } from '#ui/LazyTooltip.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface TemplateTileProps {
  readonly template: ListedTemplate;
  /** The digit key that also starts it. */
  readonly digit: number | undefined;
  /** Undefined until the session is complete. */
  readonly to: string | undefined;
}

const linkSx = {
  flex: 1,
  minWidth: 0,
  justifyContent: 'flex-start',
  alignItems: 'flex-start',
  gap: 1,
  px: 1.5,
  py: 1,
  textAlign: 'left',
  borderRadius: 1,
  '&.Mui-disabled': { color: 'text.disabled' },
};

/** Toggles whether a template is the user's default, which is listed first. */
function DefaultStar({ template: { id, name, isDefault } }: { readonly template: ListedTemplate }) {
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

/** Starts a dictation from a template. The star makes the template the user's default. */
export const TemplateTile = memo(function TemplateTile({ template, digit, to }: TemplateTileProps) {
  const content = <TileContent template={template} digit={digit} />;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'stretch',
        minHeight: 64,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        '&:hover': { borderColor: 'primary.main', bgcolor: 'action.hover' },
      }}
    >
      {to === undefined ? (
        <ButtonBase disabled sx={linkSx}>
          {content}
        </ButtonBase>
      ) : (
        <ButtonBase
          component={RouterLink}
          to={to}
          sx={linkSx}
          {...(digit !== undefined && { 'aria-keyshortcuts': String(digit) })}
        >
          {content}
        </ButtonBase>
      )}
      <DefaultStar template={template} />
    </Box>
  );
});

function TileContent({
  template: { name, procedureType, shortDescription },
  digit,
}: Omit<TemplateTileProps, 'to'>) {
  return (
    <>
      {digit === undefined ? null : <KeyCap digit={digit} />}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          sx={{
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            color: 'text.secondary',
          }}
        >
          {shortDescription ?? procedureType}
        </Typography>
      </Box>
    </>
  );
}

/** The shortcut key, shown visually; screen readers get it from the tile's `aria-keyshortcuts`. */
function KeyCap({ digit }: { readonly digit: number }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', sm: 'block' },
        minWidth: 22,
        mt: '1px',
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
        textAlign: 'center',
        font: 'inherit',
        fontSize: '0.75rem',
        lineHeight: '18px',
        color: 'text.secondary',
      }}
    >
      {digit}
    </Box>
  );
}
