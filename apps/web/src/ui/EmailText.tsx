/** An e-mail address that, where room is short, breaks behind its @ first. */
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
