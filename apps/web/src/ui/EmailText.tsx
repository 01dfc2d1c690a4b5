/** An email address that prefers to wrap after the @. */
export function EmailText({ address }: { readonly address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
