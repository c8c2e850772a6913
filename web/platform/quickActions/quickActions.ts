import type { CallName } from '#contract/index'
import type { MessageKey } from '../i18n/messageKeys.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import type { Command } from './commands.ts'
import { go } from '../routes/go.ts'
import { mayEnter } from '../navigation/menuOf.ts'
import { routeTable } from '../routes/routeTable.ts'
import type { Session } from '../session/session.ts'

type QuickAction = {
  label: MessageKey
  /** The route that it begins on. */
  route: (typeof routeTable)[number]['name']
  needs: CallName
  href: (merchantId: string) => string
}

/** Jobs of the day that do not begin in the list, each a few letters away from everywhere. */
const quickActions: readonly QuickAction[] = [
  { label: 'settlements.bank', route: 'settlementsBank', needs: 'settlementList', href: (id) => paths.settlementsBank(id) },
  { label: 'reports.type.month_package', route: 'reports', needs: 'reportCreate', href: (id) => paths.reports(id, { dialog: 'package' }) },
  { label: 'campaigns.new.title', route: 'campaignNew', needs: 'campaignCreate', href: (id) => paths.campaignNew(id) },
  { label: 'team.invite.title', route: 'usersPermissionsAdd', needs: 'teamInvite', href: () => paths.usersPermissionsAdd() },
  {
    label: 'preferences.renew.private',
    route: 'preferences',
    needs: 'keyRenew',
    href: (id) => paths.preferences(id, { dialog: 'renew-private' }),
  },
  { label: 'preferences.leaked.open', route: 'preferences', needs: 'keyLeaked', href: (id) => paths.preferences(id, { dialog: 'leaked' }) },
]

/** Those that this person may do in the present shop, as lines of the command palette. */
export function quickActionsOf(session: Session): Command[] {
  const { merchant, may } = session
  if (!merchant) return []
  return quickActions.flatMap(({ label, route, needs, href }) => {
    const row = routeTable.find(({ name }) => name === route)
    if (!row || !may(needs) || !mayEnter(row, session)) return []
    return [{ key: label, label: t(label), run: () => go(href(merchant.id)) }]
  })
}
