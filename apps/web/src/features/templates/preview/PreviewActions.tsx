import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import PostAddOutlined from '@mui/icons-material/PostAddOutlined';
import { Button } from '@mui/material';
import type { Template } from '@portal/contract/templates';
import { Link as RouterLink } from 'react-router';
import { useAccess } from '#lib/session/use-session.ts';

/** Links to use, edit or duplicate the template. */
export function PreviewActions({ template: { id, isActive } }: { readonly template: Template }) {
  const { can } = useAccess();
  return (
    <>
      {/* Inactive templates are not available for dictations. */}
      {isActive && can('Dictation.Create') ? (
        <Button
          component={RouterLink}
          to={`/dictations/new?templateId=${id}`}
          variant="contained"
          startIcon={<PostAddOutlined />}
        >
          Use Template
        </Button>
      ) : null}
      <Button
        component={RouterLink}
        to={`/admin/templates/${id}/edit`}
        variant="outlined"
        startIcon={<EditOutlined />}
      >
        Edit
      </Button>
      <Button
        component={RouterLink}
        to={`/admin/templates/new?duplicate=${id}`}
        variant="outlined"
        startIcon={<ContentCopyOutlined />}
      >
        Duplicate
      </Button>
    </>
  );
}
