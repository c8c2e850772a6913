import { formatDate, formatDateTime } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import type { Role } from '#domain/access/roles'
import { shortId } from '#domain/platform/shortId'
import { hexOf } from '../platform/calls/wire.ts'
import type { OpenShop } from './accounts.ts'
import type { PaidSettlement } from './operations/books.ts'
import type { Calendar } from './calendar.ts'
import { makeRandom } from './random.ts'
import type { Story } from './operations/story.ts'
import { arrayText, instant, type Rows } from './collectRows.ts'

/** A notice for the team of an account. `values` are formatted for display. */
type Notice = {
  type: string
  level: 'info' | 'success' | 'warning' | 'error'
  atMs: number
  merchantId: string | null
  values: Readonly<Record<string, string>>
  actionUrl: string | null
  roles: readonly Role[]
}

/** Collects events for notices while a shop's operations are generated. */
type News = { of(story: Story): void; paid(settlement: PaidSettlement): void; notices(): Notice[] }

const operators: readonly Role[] = ['owner', 'admin', 'editor']
const everyone: readonly Role[] = [...operators, 'guest']
const DAY = 86_400_000

/** Notices of one live shop: orders to confirm, expiring captures, duplicates, paid settlements; the newest of each. */
export function gatherNews({ merchantId }: OpenShop, { nowMs }: Calendar): News {
  const noticesByType = new Map<string, Notice[]>()
  const keep = (notice: Notice) => noticesByType.set(notice.type, [...(noticesByType.get(notice.type) ?? []), notice].slice(-5))
  const about = (story: Story, untilMs: number | null) => ({
    order: story.mid ?? shortId(story.id),
    customer: `${story.person.firstName} ${story.person.lastName}`,
    amount: formatEuros(cents(story.totalCents)),
    ...(untilMs !== null && { deadline: formatDateTime(new Date(untilMs)) }),
  })
  const tell = (story: Story, type: string, level: Notice['level'], atMs: number, untilMs: number | null, roles: readonly Role[]) =>
    keep({
      type,
      level,
      atMs,
      merchantId,
      values: about(story, untilMs),
      actionUrl: `/merchants/${hexOf(merchantId)}/operations/${hexOf(story.id)}`,
      roles,
    })
  return {
    of: (story) => {
      const reason = story.state?.statusReason
      if (reason === 'confirmation_required' && story.confirmByMs !== null) {
        const soon = story.confirmByMs - nowMs < 3_600_000
        tell(
          story,
          'operation_pending_merchant',
          soon ? 'warning' : 'info',
          story.verifiedMs ?? story.createdMs,
          story.confirmByMs,
          operators,
        )
      }
      if (reason === 'capture_required' && story.captureByMs !== null && story.captureByMs - nowMs < DAY) {
        tell(story, 'capture_deadline', 'warning', Math.min(story.captureByMs - DAY, nowMs), story.captureByMs, operators)
      }
      if (reason === 'duplicated' && nowMs - story.createdMs < 20 * DAY)
        tell(story, 'duplicated_operation', 'info', story.createdMs, null, everyone)
    },
    paid: ({ id, reference, paidMs, netCents }) =>
      keep({
        type: 'settlement_paid',
        level: 'success',
        atMs: paidMs,
        merchantId,
        values: { reference, amount: formatEuros(cents(netCents)), date: formatDate(new Date(paidMs)) },
        actionUrl: `/merchants/${hexOf(merchantId)}/settlements/${hexOf(id)}`,
        roles: operators,
      }),
    notices: () => [...noticesByType.values()].flat(),
  }
}

/** Notices of the account itself: shops approved, a member who joined, the account disabled. */
function accountNotices({ plan, merchantId, disabledMs, joined }: OpenShop, { today, past }: Calendar): Notice[] {
  const notices: Notice[] = []
  const add = (type: string, level: Notice['level'], atMs: number, values: Notice['values'], roles: readonly Role[]) =>
    notices.push({ type, level, atMs, merchantId, values, actionUrl: null, roles })
  if (plan.status === 'active')
    add('merchant_approved', 'success', (past[0]?.startMs ?? today.startMs) + 9 * 3_600_000, { shop: plan.name }, everyone)
  if (disabledMs !== null) add('account_disabled', 'error', disabledMs, { reason: 'la documentación de la empresa ha caducado.' }, everyone)
  for (const name of joined) add('user_joined', 'info', today.startMs - 9 * DAY + 34_200_000, { name, shop: plan.name }, operators)
  return notices
}

/** Writes the notices of a shop; those older than three days are read. */
export function writeNotices(shop: OpenShop, news: News, calendar: Calendar, rows: Rows): void {
  const random = makeRandom(`notices/${shop.merchantId}`)
  for (const notice of [...news.notices(), ...accountNotices(shop, calendar)].toSorted((one, other) => one.atMs - other.atMs)) {
    const id = random.uuid(notice.atMs)
    const values = JSON.stringify(Object.entries(notice.values).map(([key, value]) => ({ key, value })))
    rows.add('notifications', [
      id,
      shop.accountId,
      notice.merchantId,
      notice.type,
      notice.level,
      values,
      notice.actionUrl,
      arrayText(notice.roles),
      instant(notice.atMs),
    ])
    if (calendar.nowMs - notice.atMs < 3 * DAY) continue
    for (const { id: userId, role } of shop.people) {
      if (notice.roles.includes(role)) rows.add('notification_reads', [id, userId, instant(notice.atMs + 5 * 3_600_000)])
    }
  }
}
