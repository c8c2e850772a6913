import type { Member } from '#contract/access/team'
import { accessPresets, presetOf, type AccessPreset } from '#domain/access/team'
import { roles, type Role } from '#domain/access/roles'
import { isEmail } from '#domain/platform/identifiers'
import type { WithheldRight } from '#domain/access/teamRights'
import { tidyEmail } from '#domain/platform/emailAddress'

/** A member's access as edited in the form. Amounts in cents, days as on the wire. */
export type AccessDraft = {
  role: Role
  allShops: boolean
  shops: readonly string[]
  withheld: readonly WithheldRight[]
  /** Sandbox-only member. */
  sandboxOnly: boolean
  refundLimit: number | null
  refundDayLimit: number | null
  accessUntil: string | null
}

/** A preset, or a plain role. */
export type AccessChoice = AccessPreset['name'] | Role

/** The roles that a member may grant: their own and those below. */
export const rolesToGive = (giver: Role): Role[] => roles.slice(roles.indexOf(giver))

const plain = { withheld: [], refundLimit: null, refundDayLimit: null } as const

/** The draft with another preset or role chosen: its permissions and limits, with the same merchants. */
export function withChoice(draft: AccessDraft, choice: AccessChoice): AccessDraft {
  const preset = accessPresets.find(({ name }) => name === choice)
  if (preset) {
    const { role, withheld, refundLimitCents: refundLimit, refundDayLimitCents: refundDayLimit } = preset
    return { ...draft, role, withheld, refundLimit, refundDayLimit }
  }
  const role = roles.find((one) => one === choice) ?? 'guest'
  // An owner has every merchant, without end date.
  return role === 'owner'
    ? { ...draft, ...plain, role, allShops: true, shops: [], sandboxOnly: false, accessUntil: null }
    : { ...draft, ...plain, role }
}

const same = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((item) => other.includes(item))

/** The preset or role of a draft; a customised preset counts as its role. */
export const choiceOf = ({ role, withheld, refundLimit, refundDayLimit }: AccessDraft): AccessChoice =>
  presetOf({ role, withheld, refundLimitCents: refundLimit, refundDayLimitCents: refundDayLimit }) ?? role

/** Whether permissions, limits or the last day differ from the preset or role. */
export function isAdjusted(draft: AccessDraft): boolean {
  const { withheld, refundLimit, refundDayLimit } = withChoice(draft, choiceOf(draft))
  const asChosen = same(withheld, draft.withheld) && refundLimit === draft.refundLimit && refundDayLimit === draft.refundDayLimit
  return draft.accessUntil !== null || !asChosen
}

/** The initial access of an invitation: the till preset, in every merchant. */
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

/** A draft as compared field by field with what somebody else saved: the merchants are one field. */
export type ComparedAccess = Omit<AccessDraft, 'allShops' | 'shops'> & { enters: Pick<AccessDraft, 'allShops' | 'shops'> }
export const comparedOf = ({ allShops, shops, ...rest }: AccessDraft): ComparedAccess => ({ ...rest, enters: { allShops, shops } })
export const accessOf = ({ enters, ...rest }: ComparedAccess): AccessDraft => ({ ...rest, ...enters })

/** Whether the member may refund at all, so that limits apply. */
export const refunds = ({ role, withheld }: Pick<AccessDraft, 'role' | 'withheld'>): boolean =>
  role !== 'guest' && !withheld.includes('refund')

/** Whether specific merchants are required and none was chosen: an empty list would mean all. */
export const lacksShops = ({ allShops, shops }: AccessDraft): boolean => !allShops && shops.length === 0

/** The request body. */
export const bodyOf = (draft: AccessDraft) => ({
  role: draft.role,
  merchants: draft.allShops ? [] : [...draft.shops],
  withheld: [...draft.withheld],
  sandboxOnly: draft.sandboxOnly,
  refundLimit: refunds(draft) ? draft.refundLimit : null,
  refundDayLimit: refunds(draft) ? draft.refundDayLimit : null,
  accessUntil: draft.accessUntil,
})

/** Parses pasted addresses: separated by blanks, commas, semicolons or lines, without duplicates; and the first invalid one. */
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
