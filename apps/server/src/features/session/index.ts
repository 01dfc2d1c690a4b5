export { requireEmergencyAccount, signInOptionsOf } from './password-sign-in.ts';
export { checkIssuer } from './sso/sso-doctor.ts';
export { registerSingleSignOn } from './sso/sso-routes.ts';
export { requireProof } from './two-factor/two-factor-proof.ts';
