import type { Account } from '#contract/access/account'

/** What the pages of “Tu empresa” are about: somebody self-employed has no data of a company and no ownership to state. */
export const companyAbout = (type: Account['type']) => `settings.company.about.${type === 'enterprise' ? 'enterprise' : 'person'}` as const
