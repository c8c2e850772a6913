import { supportNumberPattern, type IdentityProvider } from './identityProvider.ts'

/** Believes every well-formed support number but AAA000000. */
export function simulatedIdentity(): IdentityProvider {
  return {
    challenge: async ({ supportNumber }) =>
      supportNumberPattern.test(supportNumber) && supportNumber !== 'AAA000000' ? 'passed' : 'failed',
  }
}
