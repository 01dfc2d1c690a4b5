import { Navigate, useParams } from 'react-router';

/** Redirects /admin/templates/:id to the preview. */
export function TemplateRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/admin/templates/${encodeURIComponent(id)}/preview`} replace />;
}
