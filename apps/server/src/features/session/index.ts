export { requireEmergencyAccount, signInOptionsOf } from './password-sign-in.ts';
export { checkIssuer } from './sso-doctor.ts';
export { registerSingleSignOn } from './sso-routes.ts';
export { requireProof } from './two-factor-proof.ts';
