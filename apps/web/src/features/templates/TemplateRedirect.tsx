import { Navigate, useParams } from 'react-router';

/** /admin/templates/:id leads to its preview. */
export function TemplateRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/admin/templates/${encodeURIComponent(id)}/preview`} replace />;
}
