/** The values that the filters of the list can have, in their order. */
export const states = ['enabled', 'opening', 'disabled', 'ended'] as const
export const onboardings = ['not_started', 'in_progress', 'submitted', 'in_review', 'changes_requested', 'approved', 'rejected'] as const
export const shopStatuses = ['pending', 'active', 'suspended', 'rejected', 'closed'] as const

export type MerchantQuery = {
  search: string | undefined
  state: (typeof states)[number] | undefined
  onboarding: (typeof onboardings)[number] | undefined
  status: (typeof shopStatuses)[number] | undefined
  since: string | undefined
}

/** The filters in a page's address; what is not one of theirs is ignored. */
export function filtersIn(search: Readonly<Record<string, string>>): MerchantQuery {
  const { search: typed, state, onboarding, status, since } = search
  return {
    search: typed === '' ? undefined : typed?.slice(0, 120),
    state: states.find((one) => one === state),
    onboarding: onboardings.find((one) => one === onboarding),
    status: shopStatuses.find((one) => one === status),
    since: since !== undefined && /^\d{4}-\d\d-\d\d$/.test(since) ? since : undefined,
  }
}

/** Removes every filter from the address. */
export const noFilters: Readonly<Record<string, string>> = { search: '', state: '', onboarding: '', status: '', since: '' }
