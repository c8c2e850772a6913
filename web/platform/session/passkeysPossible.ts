/** Whether this browser can use passkeys at this address: a relying party id is a domain name, never an IP address. */
export const passkeysPossible = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)
