import type { Member } from '#contract/access/team'
import { accessPresets, type AccessPreset } from '#domain/access/team'
import { roles, type Role } from '#domain/access/roles'
import { isEmail } from '#domain/platform/identifiers'
import type { WithheldRight } from '#domain/access/teamRights'
import { tidyEmail } from '#domain/platform/emailAddress'

/** A person's access as it is written in the form. Amounts in cents, days as on the wire. */
export type AccessDraft = {
  role: Role
  allShops: boolean
  shops: readonly string[]
  withheld: readonly WithheldRight[]
  /** Test mode is all that they enter. */
  sandboxOnly: boolean
  refundLimit: number | null
  refundDayLimit: number | null
  accessUntil: string | null
}

/** A post of a shop, or a plain role. */
export type AccessChoice = AccessPreset['name'] | Role

/** The roles that somebody may give: their own and those below. */
export const rolesToGive = (giver: Role): Role[] => roles.slice(roles.indexOf(giver))

const plain = { withheld: [], refundLimit: null, refundDayLimit: null } as const

/** The draft with another post or role chosen: its rights and limits, with the shops as they were. */
export function withChoice(draft: AccessDraft, choice: AccessChoice): AccessDraft {
  const preset = accessPresets.find(({ name }) => name === choice)
  if (preset) {
    const { role, withheld, refundLimitCents: refundLimit, refundDayLimitCents: refundDayLimit } = preset
    return { ...draft, role, withheld, refundLimit, refundDayLimit }
  }
  const role = roles.find((one) => one === choice) ?? 'guest'
  // An owner enters every shop, for good.
  return role === 'owner'
    ? { ...draft, ...plain, role, allShops: true, shops: [], sandboxOnly: false, accessUntil: null }
    : { ...draft, ...plain, role }
}

const same = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((item) => other.includes(item))

/** Which post or role a draft is; one that was adjusted counts as its role. */
export function choiceOf({ role, withheld, refundLimit, refundDayLimit }: AccessDraft): AccessChoice {
  const preset = accessPresets.find(
    (one) =>
      one.role === role &&
      same(one.withheld, withheld) &&
      one.refundLimitCents === refundLimit &&
      one.refundDayLimitCents === refundDayLimit,
  )
  return preset?.name ?? role
}

/** Whether rights, limits or the last day are other than the post or role brings along. */
export function isAdjusted(draft: AccessDraft): boolean {
  const { withheld, refundLimit, refundDayLimit } = withChoice(draft, choiceOf(draft))
  const asChosen = same(withheld, draft.withheld) && refundLimit === draft.refundLimit && refundDayLimit === draft.refundDayLimit
  return draft.accessUntil !== null || !asChosen
}

/** The access that the form of an invitation begins with: the till, in every shop. */
export const newDraft = (shops: readonly { id: string }[]): AccessDraft =>
  withChoice({ role: 'editor', allShops: shops.length !== 1, shops: [], sandboxOnly: false, accessUntil: null, ...plain }, 'cashier')

export const draftOf = (member: Member): AccessDraft => ({
  role: member.role,
  allShops: member.allMerchants,
  shops: member.merchants.map(({ id }) => id),
  withheld: member.withheld,
  sandboxOnly: member.sandboxOnly,
  refundLimit: member.refundLimit,
  refundDayLimit: member.refundDayLimit,
  accessUntil: member.accessUntil,
})

/** A draft as it is compared field by field with what somebody else saved: which shops is one field. */
export type ComparedAccess = Omit<AccessDraft, 'allShops' | 'shops'> & { enters: Pick<AccessDraft, 'allShops' | 'shops'> }
export const comparedOf = ({ allShops, shops, ...rest }: AccessDraft): ComparedAccess => ({ ...rest, enters: { allShops, shops } })
export const accessOf = ({ enters, ...rest }: ComparedAccess): AccessDraft => ({ ...rest, ...enters })

/** Whether the person may refund at all, so that limits mean something. */
export const refunds = ({ role, withheld }: Pick<AccessDraft, 'role' | 'withheld'>): boolean =>
  role !== 'guest' && !withheld.includes('refund')

/** Whether shops were to be chosen and none was: an empty list would mean all. */
export const lacksShops = ({ allShops, shops }: AccessDraft): boolean => !allShops && shops.length === 0

/** What the call wants. */
export const bodyOf = (draft: AccessDraft) => ({
  role: draft.role,
  merchants: draft.allShops ? [] : [...draft.shops],
  withheld: [...draft.withheld],
  sandboxOnly: draft.sandboxOnly,
  refundLimit: refunds(draft) ? draft.refundLimit : null,
  refundDayLimit: refunds(draft) ? draft.refundDayLimit : null,
  accessUntil: draft.accessUntil,
})

/** Addresses as people paste them: apart by blanks, commas, semicolons or lines, each once; and the first that is none. */
export function readEmails(text: string): { emails: string[]; wrong: string | null } {
  const emails = [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map(tidyEmail)
        .filter((part) => part !== ''),
    ),
  ]
  return { emails, wrong: emails.find((email) => !isEmail(email)) ?? null }
}
