import { joinTexts } from '#domain/platform/direction'
import type { Member } from '#contract/access/team'
import { withholdable } from '#domain/access/teamRights'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { choiceOf, draftOf, type ComparedAccess } from './accessDraft.ts'

/** Shape and colour of each status. */
export const memberKind: Readonly<Record<Member['status'], StatusKind>> = {
  active: 'accepted-filled',
  invited: 'customer',
  expired: 'stopped',
  disabled: 'rejected',
}

/** The name, or the address of a member who has not entered a name yet. */
export const memberName = ({ firstName, lastName, email }: Member): string => `${firstName} ${lastName}`.trim() || email

/** "Invitada", "Activa", …; an expired access is distinguished from an expired invitation. */
export function statusText({ status, accessUntil, lastLogin, inviteExpiresAt }: Member): string {
  return status === 'expired' && accessUntil !== null && (lastLogin !== null || inviteExpiresAt === null)
    ? t('team.status.ended')
    : t(`team.status.${status}`)
}

/** The preset or role of a member. */
export const choiceText = (member: Member): string => t(`shell.role.${choiceOf(draftOf(member))}`)

/** Sandbox-only, limits and end of an access as a short text; empty when there are none. */
export function limitsText({
  sandboxOnly,
  refundLimit,
  refundDayLimit,
  accessUntil,
}: Pick<Member, 'sandboxOnly' | 'refundLimit' | 'refundDayLimit' | 'accessUntil'>): string {
  return joinTexts([
    ...(sandboxOnly ? [t('team.limit.sandboxOnly')] : []),
    ...(refundDayLimit === null ? [] : [t('team.limit.day', { amount: money(refundDayLimit) })]),
    ...(refundLimit === null || refundLimit === refundDayLimit ? [] : [t('team.limit.each', { amount: money(refundLimit) })]),
    ...(accessUntil === null ? [] : [t('team.until', { date: date(accessUntil) })]),
  ])
}

/** The merchants of an access. */
export function shopsText({ allMerchants, merchants }: Pick<Member, 'allMerchants' | 'merchants'>): string {
  if (allMerchants) return t('team.shops.all')
  return merchants.length === 0
    ? t('team.shops.others')
    : joinTexts(
        merchants.map(({ name }) => name),
        ', ',
      )
}

/** A field of an access as text; `shopNames`: the names of the merchants that the reader may enter. */
export function accessText(
  field: keyof ComparedAccess,
  access: ComparedAccess,
  shopNames: ReadonlyMap<string, string>,
): [label: string, text: string] {
  const amount = (limit: number | null) => (limit === null ? '' : money(limit))
  switch (field) {
    case 'role':
      return [t('team.field.role'), t(`shell.role.${access.role}`)]
    case 'enters': {
      const { allShops, shops } = access.enters
      const names = shops.map((id) => shopNames.get(id) ?? t('team.shops.others'))
      return [t('shell.heading.shops'), allShops ? t('team.shops.all') : names.join(', ')]
    }
    case 'withheld': {
      const granted = withholdable.filter((right) => !access.withheld.includes(right))
      return [t('team.field.may'), granted.map((right) => t(`team.right.${right}`)).join(', ')]
    }
    case 'sandboxOnly':
      return [t('team.field.sandboxOnly'), t(access.sandboxOnly ? 'shell.yes' : 'shell.no')]
    case 'refundLimit':
      return [t('team.field.limit'), amount(access.refundLimit)]
    case 'refundDayLimit':
      return [t('team.field.dayLimit'), amount(access.refundDayLimit)]
    case 'accessUntil':
      return [t('team.field.until'), access.accessUntil === null ? '' : date(access.accessUntil)]
  }
}
