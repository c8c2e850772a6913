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
  /** The route that it starts on. */
  route: (typeof routeTable)[number]['name']
  needs: CallName
  href: (merchantId: string) => string
}

/** Frequent actions that do not start in the list. */
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

/** The quick actions that this member may run for the current merchant, as commands. */
export function quickActionsOf(session: Session): Command[] {
  const { merchant, may } = session
  if (!merchant) return []
  return quickActions.flatMap(({ label, route, needs, href }) => {
    const row = routeTable.find(({ name }) => name === route)
    if (!row || !may(needs) || !mayEnter(row, session)) return []
    return [{ key: label, label: t(label), run: () => go(href(merchant.id)) }]
  })
}
