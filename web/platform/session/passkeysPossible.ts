/** Whether this browser can use passkeys at this address: they belong to a name, and an address in numbers has none. */
export const passkeysPossible = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)
