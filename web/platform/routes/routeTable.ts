import type { Account } from '#contract/access/account'
import type { CallName } from '#contract/index'
import type { Role } from '#domain/access/roles'

/** A route as data, read by the guards, menu, bottom bar, command palette and safe redirect. */
export type RouteRow = {
  name: string
  /** Path segments; `{name}` matches one segment, `{name?}` an optional one. Literals win over parameters. */
  path: string
  /** Title of the menu entry or section: key of the message `shell.route.<title>`. */
  title: string
  needsLogin?: boolean
  /** Roles redirected to the previous page. */
  deniedTo?: readonly Role[]
  /** The call that the route needs: members without that permission are redirected too, whatever their role. */
  needs?: CallName
  deniedWhenDisabled?: boolean
  scrollsToTop?: boolean
  /** Name of the parent page: this route is a dialog over it or a part of it. */
  over?: string
  /** Redirects; has no screen. */
  redirects?: boolean
  /** Part of onboarding: allowed only while it is required. */
  onboarding?: boolean
  /** Without a session, shown only by its own page. */
  entry?: 'login'
}

const notOwner = ['admin', 'editor', 'guest'] as const
const guest = ['guest'] as const
const merchant = '/merchants/{merchantId}'
const step = <const Name extends string>(name: Name) =>
  ({
    name: `onboarding-${name}`,
    path: `/onboarding/${name}`,
    title: 'onboarding',
    needsLogin: true,
    deniedTo: notOwner,
    onboarding: true,
  }) as const

/** Every route, the onboarding steps included. */
export const routeTable = [
  { name: 'root', path: '/', title: 'operations', needsLogin: true, redirects: true },
  { name: 'merchant', path: merchant, title: 'operations', needsLogin: true, redirects: true },
  { name: 'pendingMerchant', path: `${merchant}/pending-merchant`, title: 'pendingMerchant', needsLogin: true },
  { name: 'rejectedMerchant', path: `${merchant}/rejected-merchant`, title: 'rejectedMerchant', needsLogin: true },
  { name: 'inbox', path: `${merchant}/inbox`, title: 'inbox', needsLogin: true, deniedTo: guest, needs: 'inboxList' },
  { name: 'operations', path: `${merchant}/operations`, title: 'operations', needsLogin: true },
  {
    name: 'operationsDownload',
    path: `${merchant}/operations/download`,
    title: 'operations',
    needsLogin: true,
    needs: 'operationDownload',
    over: 'operations',
  },
  {
    name: 'checkoutOffline',
    path: `${merchant}/operations/new`,
    title: 'checkoutOffline',
    needsLogin: true,
    deniedWhenDisabled: true,
  },
  {
    name: 'poster',
    path: `${merchant}/poster`,
    title: 'poster',
    needsLogin: true,
    needs: 'checkoutOfflineCreate',
    deniedWhenDisabled: true,
  },
  { name: 'operation', path: `${merchant}/operations/{operationId}`, title: 'operation', needsLogin: true },
  {
    name: 'operationCart',
    path: `${merchant}/operations/{operationId}/cart`,
    title: 'operation',
    needsLogin: true,
    over: 'operation',
  },
  {
    name: 'operationRefund',
    path: `${merchant}/operations/{operationId}/refund`,
    title: 'operation',
    needsLogin: true,
    deniedTo: guest,
    needs: 'operationRefund',
    over: 'operation',
  },
  {
    name: 'operationCancel',
    path: `${merchant}/operations/{operationId}/cancel`,
    title: 'operation',
    needsLogin: true,
    deniedTo: guest,
    needs: 'operationCancel',
    over: 'operation',
  },
  {
    name: 'operationCapture',
    path: `${merchant}/operations/{operationId}/capture`,
    title: 'operation',
    needsLogin: true,
    deniedTo: guest,
    needs: 'operationCapture',
    over: 'operation',
  },
  {
    name: 'operationApproval',
    path: `${merchant}/operations/{operationId}/approval/{requestId}`,
    title: 'operation',
    needsLogin: true,
    deniedTo: guest,
    over: 'operation',
  },
  { name: 'insights', path: `${merchant}/insights`, title: 'insights', needsLogin: true, deniedTo: guest, needs: 'insightSales' },
  {
    name: 'settlements',
    path: `${merchant}/settlements`,
    title: 'settlements',
    needsLogin: true,
    deniedTo: guest,
    needs: 'settlementList',
  },
  {
    name: 'settlementsBalance',
    path: `${merchant}/settlements/balance`,
    title: 'settlements',
    needsLogin: true,
    deniedTo: guest,
    needs: 'settlementBalance',
    over: 'settlements',
  },
  {
    name: 'settlementsBank',
    path: `${merchant}/settlements/bank`,
    title: 'settlements',
    needsLogin: true,
    deniedTo: guest,
    needs: 'settlementList',
  },
  {
    name: 'moneyCalendar',
    path: `${merchant}/settlements/calendar`,
    title: 'moneyCalendar',
    needsLogin: true,
    deniedTo: guest,
    needs: 'moneyCalendar',
  },
  {
    name: 'settlementsDebt',
    path: `${merchant}/settlements/debt`,
    title: 'settlements',
    needsLogin: true,
    deniedTo: guest,
    needs: 'debtView',
  },
  {
    name: 'settlement',
    path: `${merchant}/settlements/{settlementId}`,
    title: 'settlements',
    needsLogin: true,
    deniedTo: guest,
    needs: 'settlementDetail',
  },
  {
    name: 'settlementDownload',
    path: `${merchant}/settlements/{settlementId}/download`,
    title: 'settlements',
    needsLogin: true,
    deniedTo: guest,
    needs: 'settlementDownload',
    over: 'settlement',
  },
  {
    name: 'campaigns',
    path: `${merchant}/campaigns`,
    title: 'campaigns',
    needsLogin: true,
    deniedWhenDisabled: true,
    scrollsToTop: true,
  },
  {
    name: 'campaignNew',
    path: `${merchant}/campaigns/new/{start?}`,
    title: 'campaigns',
    needsLogin: true,
    deniedWhenDisabled: true,
    scrollsToTop: true,
  },
  {
    name: 'campaign',
    path: `${merchant}/campaigns/{campaignId}`,
    title: 'campaigns',
    needsLogin: true,
    deniedWhenDisabled: true,
    scrollsToTop: true,
  },
  {
    name: 'audiences',
    path: `${merchant}/audiences`,
    title: 'audiences',
    needsLogin: true,
    deniedTo: ['editor', 'guest'],
    needs: 'audienceList',
    deniedWhenDisabled: true,
  },
  {
    name: 'audiencesAdd',
    path: `${merchant}/audiences/audiences-add`,
    title: 'audiences',
    needsLogin: true,
    deniedTo: ['editor', 'guest'],
    deniedWhenDisabled: true,
    over: 'audiences',
  },
  {
    name: 'audiencesRename',
    path: `${merchant}/audiences/audiences-rename/{uuid}`,
    title: 'audiences',
    needsLogin: true,
    deniedTo: ['editor', 'guest'],
    deniedWhenDisabled: true,
    over: 'audiences',
  },
  {
    name: 'invoices',
    path: `${merchant}/invoices`,
    title: 'invoices',
    needsLogin: true,
    deniedTo: guest,
    needs: 'invoiceList',
  },
  {
    name: 'invoice',
    path: `${merchant}/invoices/{invoiceId}`,
    title: 'invoices',
    needsLogin: true,
    deniedTo: guest,
    needs: 'invoiceDetail',
  },
  {
    name: 'invoicesIban',
    path: `${merchant}/invoices/iban`,
    title: 'bankAccount',
    needsLogin: true,
    deniedTo: guest,
    needs: 'merchantIbanList',
  },
  { name: 'reports', path: `${merchant}/reports`, title: 'reports', needsLogin: true, deniedTo: guest, needs: 'reportList' },
  { name: 'preferences', path: `${merchant}/preferences`, title: 'preferences', needsLogin: true },
  { name: 'preferencesWidgets', path: `${merchant}/preferences/widgets/{view}`, title: 'preferences', needsLogin: true },
  {
    name: 'preferencesPlugins',
    path: `${merchant}/preferences/plugins`,
    title: 'preferences',
    needsLogin: true,
    scrollsToTop: true,
  },
  { name: 'scenarios', path: `${merchant}/scenarios`, title: 'scenarios', needsLogin: true, deniedTo: guest },
  {
    name: 'preferencesWebhooks',
    path: `${merchant}/preferences/webhooks/{webhookId?}`,
    title: 'preferences',
    needsLogin: true,
    needs: 'webhookList',
  },
  {
    name: 'preferencesDeveloper',
    path: `${merchant}/preferences/developer`,
    title: 'developer',
    needsLogin: true,
    needs: 'apiCallList',
  },
  {
    name: 'preferencesCalls',
    path: `${merchant}/preferences/developer/calls`,
    title: 'apiCalls',
    needsLogin: true,
    needs: 'apiCallList',
  },
  { name: 'settings', path: '/settings', title: 'settings', needsLogin: true, redirects: true },
  { name: 'settingsSections', path: '/settings/sections', title: 'settings', needsLogin: true },
  { name: 'help', path: '/settings/help', title: 'help', needsLogin: true },
  { name: 'notificationSettings', path: '/settings/notifications', title: 'notificationSettings', needsLogin: true },
  { name: 'changePassword', path: '/settings/change-password', title: 'changePassword', needsLogin: true },
  { name: 'security', path: '/settings/security', title: 'security', needsLogin: true },
  { name: 'company', path: '/settings/company', title: 'company', needsLogin: true, deniedTo: notOwner },
  { name: 'companyProfile', path: '/settings/company-profile', title: 'company', needsLogin: true, deniedTo: notOwner },
  { name: 'companyEnterprise', path: '/settings/company-enterprise', title: 'company', needsLogin: true, deniedTo: notOwner },
  { name: 'companyOwnership', path: '/settings/company-ownership', title: 'company', needsLogin: true, deniedTo: notOwner },
  { name: 'companyOwner', path: '/settings/company-owner/{ownerId?}', title: 'company', needsLogin: true, deniedTo: notOwner },
  { name: 'companyDossier', path: '/settings/company-data', title: 'company', needsLogin: true, deniedTo: notOwner },
  { name: 'addShop', path: '/settings/add-shop', title: 'addShop', needsLogin: true, deniedTo: notOwner, needs: 'merchantCreate' },
  { name: 'companyPapers', path: '/settings/company-documents', title: 'company', needsLogin: true, deniedTo: notOwner },
  {
    name: 'activity',
    path: '/settings/activity',
    title: 'activity',
    needsLogin: true,
    deniedTo: ['editor', 'guest'],
    needs: 'activityList',
  },
  { name: 'usersPermissions', path: '/settings/users-permissions', title: 'team', needsLogin: true, deniedTo: guest, needs: 'teamList' },
  {
    name: 'usersPermissionsInfo',
    path: '/settings/users-permissions/users-permissions-info',
    title: 'team',
    needsLogin: true,
    deniedTo: guest,
    needs: 'teamList',
    over: 'usersPermissions',
  },
  {
    name: 'usersPermissionsAdd',
    path: '/settings/users-permissions/users-permissions-add/{email?}',
    title: 'team',
    needsLogin: true,
    deniedTo: ['editor', 'guest'],
    needs: 'teamInvite',
    over: 'usersPermissions',
  },
  {
    name: 'accessRequest',
    path: '/settings/users-permissions/users-permissions-request/{requestId}',
    title: 'team',
    needsLogin: true,
    deniedTo: ['editor', 'guest'],
    needs: 'accessRequestView',
    over: 'usersPermissions',
  },
  { name: 'handover', path: '/settings/ownership-handover', title: 'handover', needsLogin: true, needs: 'handoverView' },
  { name: 'tills', path: '/settings/tills', title: 'tills', needsLogin: true, deniedTo: ['editor', 'guest'], needs: 'tillList' },
  { name: 'newPassword', path: '/new-password', title: 'newPassword', entry: 'login' },
  { name: 'invitation', path: '/invitation', title: 'invitation', entry: 'login' },
  { name: 'signUp', path: '/sign-up', title: 'signUp', entry: 'login' },
  { name: 'stopChange', path: '/stop-change', title: 'stopChange', entry: 'login' },
  { name: 'stopEmail', path: '/stop-email', title: 'stopEmail', entry: 'login' },
  { name: 'till', path: '/till', title: 'till', entry: 'login' },
  { name: 'login', path: '/login', title: 'login', entry: 'login' },
  { name: 'onboarding', path: '/onboarding', title: 'onboarding', needsLogin: true, deniedTo: notOwner, onboarding: true },
  step('profile'),
  step('enterprise'),
  step('ownership'),
  step('owner'),
  step('docs-info'),
  step('docs-upload'),
  step('add-merchant'),
  { name: 'delegated', path: '/delegated', title: 'onboarding' },
  { name: 'packageLink', path: '/package', title: 'package' },
  { name: 'maintenance', path: '/maintenance', title: 'maintenance' },
] as const satisfies readonly RouteRow[]

/** Whether a route may be opened in test mode while the shop waits for its approval: sales, what they ask for, and scenarios. */
export const isTrialPage = ({ path }: Pick<RouteRow, 'path'>): boolean =>
  /^\/merchants\/\{merchantId\}\/(operations|inbox|scenarios)/.test(path)

const tillPages = /^\/(merchants\/\{merchantId\}(\/(operations|pending|rejected).*)?)?$/

/** Whether a route is closed to a shared till, which has its counter, its list and their operations only. */
export const isOffTill = (row: RouteRow, account?: Pick<Account, 'till'>): boolean =>
  Boolean(account?.till && row.needsLogin) && !tillPages.test(row.path)
