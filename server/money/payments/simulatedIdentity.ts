import { supportNumberPattern, type IdentityProvider } from './identityProvider.ts'

/** Believes every well-formed support number but AAA000000, a wrong one, and ZZZ000000, somebody else's. */
export function simulatedIdentity(): IdentityProvider {
  return {
    challenge: async ({ supportNumber }) => {
      if (supportNumber === 'ZZZ000000') return 'refused'
      return supportNumberPattern.test(supportNumber) && supportNumber !== 'AAA000000' ? 'passed' : 'failed'
    },
  }
}
