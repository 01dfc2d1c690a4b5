import { ipMatches, isPublicAddress } from '@portal/domain/ip-range';

/** Where clouds tell programs their credentials. No setting allows them. */
const METADATA = ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200'];

/** Whether webhooks may send to an IP address: on the internet, or in one of the operator’s networks. */
export function isAllowedAddress(address: string, privateNetworks: readonly string[]): boolean {
  if (METADATA.some((range) => ipMatches(range, address))) return false;
  return isPublicAddress(address) || privateNetworks.some((range) => ipMatches(range, address));
}
