import { Navigate, useParams } from 'react-router';

/** /admin/templates/:id leads to its preview (decisions 47). */
export function TemplateRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/admin/templates/${encodeURIComponent(id)}/preview`} replace />;
}
