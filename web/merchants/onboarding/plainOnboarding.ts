import type { Onboarding } from '#contract/merchants/onboarding'
import { onboardingSteps } from '#domain/merchants/onboarding'

/** The onboarding of an API that sends only the account's type: every step open. */
export const plainOnboarding = (type: Onboarding['type']): Onboarding => ({
  type,
  status: 'in_progress',
  started: true,
  step: null,
  steps: type === 'unknown' ? [] : onboardingSteps[type].map((name) => ({ name, state: 'open' })),
  changes: [],
  shop: {
    name: null,
    url: null,
    inStoreOnly: false,
    businessActivity: null,
    iban: null,
    ibanId: null,
    monthlyEarnings: null,
    averageAmount: null,
  },
  submittedAt: null,
  usualHours: null,
})
