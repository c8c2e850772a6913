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
  /** Its key where a screen has the same command; else the label. */
  key?: string
  /** The route that it starts on. */
  route: (typeof routeTable)[number]['name']
  needs: CallName
  href: (merchantId: string) => string
}

/** Frequent actions that do not start in the list, and pages below a section. */
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
  {
    label: 'operations.simulate',
    key: 'simulate',
    route: 'operations',
    needs: 'operationList',
    href: (id) => paths.operations(id, { dialog: 'simulator' }),
  },
  {
    label: 'operations.downloadModal.title',
    key: 'download',
    route: 'operationsDownload',
    needs: 'operationDownload',
    href: (id) => paths.operationsDownload(id),
  },
  { label: 'settlements.balance', route: 'settlementsBalance', needs: 'settlementBalance', href: (id) => paths.settlementsBalance(id) },
  { label: 'debits.title', route: 'settlementsDebt', needs: 'debtView', href: (id) => paths.settlementsDebt(id) },
  { label: 'preferences.keys.title', route: 'preferences', needs: 'keyList', href: (id) => paths.preferences(id) },
  {
    label: 'preferences.tab.product',
    route: 'preferencesWidgets',
    needs: 'widgetView',
    href: (id) => paths.preferencesWidgets(id, 'product'),
  },
  { label: 'preferences.tab.plugins', route: 'preferencesPlugins', needs: 'widgetView', href: (id) => paths.preferencesPlugins(id) },
  { label: 'preferences.tab.webhooks', route: 'preferencesWebhooks', needs: 'webhookList', href: (id) => paths.preferencesWebhooks(id) },
  { label: 'settings.company.papers', route: 'companyPapers', needs: 'documentList', href: () => paths.companyPapers() },
]

/** The quick actions that this member may run for the current merchant, as commands. */
export function quickActionsOf(session: Session): Command[] {
  const { merchant, may } = session
  if (!merchant) return []
  return quickActions.flatMap(({ label, key = label, route, needs, href }) => {
    const row = routeTable.find(({ name }) => name === route)
    if (!row || !may(needs) || !mayEnter(row, session)) return []
    return [{ key, label: t(label), run: () => go(href(merchant.id)) }]
  })
}
