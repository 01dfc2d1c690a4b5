import { useLocation, useNavigate } from 'react-router';

/** Goes back to where the user came from, for example the list on its page; to `otherwise` when the page was opened directly. */
export function useLeave(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(otherwise) : navigate(-1));
}
