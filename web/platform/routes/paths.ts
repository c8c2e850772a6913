import { publicPaths } from './publicPaths.ts'

/** Query values; empty ones are left out. */
export type Search = Record<string, string | number | boolean | null | undefined>

function withSearch(path: string, search: Search = {}): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const merchant = (merchantId: string) => `/merchants/${encodeURIComponent(merchantId)}`
const operationPath = (merchantId: string, operationId: string) => `${merchant(merchantId)}/operations/${encodeURIComponent(operationId)}`

/** The only place that builds addresses of the application. */
export const paths = {
  ...publicPaths,
  /** A merchant; redirects to its operations. */
  merchant: (merchantId: string) => merchant(merchantId),
  pendingMerchant: (merchantId: string) => `${merchant(merchantId)}/pending-merchant`,
  rejectedMerchant: (merchantId: string) => `${merchant(merchantId)}/rejected-merchant`,
  /** The inbox of the merchant. */
  inbox: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/inbox`, search),
  operations: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/operations`, search),
  /** Dialog over the list; takes the list’s own query so that the list beneath stays as it is. */
  operationsDownload: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/operations/download`, search),
  /** A sale that the merchant starts: the form or the till, and the link that it makes. */
  checkoutOffline: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/operations/new`, search),
  operation: (merchantId: string, operationId: string, search?: Search) => withSearch(operationPath(merchantId, operationId), search),
  operationCart: (merchantId: string, operationId: string) => `${operationPath(merchantId, operationId)}/cart`,
  operationRefund: (merchantId: string, operationId: string, search?: Search) =>
    withSearch(`${operationPath(merchantId, operationId)}/refund`, search),
  operationCancel: (merchantId: string, operationId: string) => `${operationPath(merchantId, operationId)}/cancel`,
  operationCapture: (merchantId: string, operationId: string) => `${operationPath(merchantId, operationId)}/capture`,
  /** A refund waiting for approval. */
  operationApproval: (merchantId: string, operationId: string, requestId: string, search?: Search) =>
    withSearch(`${operationPath(merchantId, operationId)}/approval/${encodeURIComponent(requestId)}`, search),
  settlements: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/settlements`, search),
  settlementsBalance: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/settlements/balance`, search),
  settlementsBank: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/settlements/bank`, search),
  settlementsDebt: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/settlements/debt`, search),
  settlement: (merchantId: string, settlementId: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/settlements/${encodeURIComponent(settlementId)}`, search),
  settlementDownload: (merchantId: string, settlementId: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/settlements/${encodeURIComponent(settlementId)}/download`, search),
  campaigns: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/campaigns`, search),
  campaignNew: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/campaigns/new`, search),
  campaign: (merchantId: string, campaignId: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/campaigns/${encodeURIComponent(campaignId)}`, search),
  /** Limits of carts and keys; `dialog` opens an action on a key. */
  preferences: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/preferences`, search),
  preferencesWidgets: (merchantId: string, view: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/preferences/widgets/${encodeURIComponent(view)}`, search),
  preferencesPlugins: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/preferences/plugins`, search),
  /** The sandbox tools. */
  scenarios: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/scenarios`, search),
  /** Webhook endpoints, or one of them with its deliveries. */
  preferencesWebhooks: (merchantId: string, webhookId?: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/preferences/webhooks${webhookId === undefined ? '' : `/${encodeURIComponent(webhookId)}`}`, search),
  audiences: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/audiences`, search),
  /** Dialogs over the list of audiences; `audiencesAdd` takes the operations list’s query, to start from its filters. */
  audiencesAdd: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/audiences/audiences-add`, search),
  audiencesRename: (merchantId: string, uuid: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/audiences/audiences-rename/${encodeURIComponent(uuid)}`, search),
  reports: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/reports`, search),
  invoices: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/invoices`, search),
  /** The bank account that the merchant is paid to, and its change. */
  invoicesIban: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/invoices/iban`, search),
  invoice: (merchantId: string, invoiceId: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/invoices/${encodeURIComponent(invoiceId)}`, search),
  /** Onboarding of the first merchant; one of its steps, or the step to resume at. */
  onboarding: (step?: string, search?: Search) => withSearch(step === undefined ? '/onboarding' : `/onboarding/${step}`, search),
  settings: () => '/settings',
  settingsSections: () => '/settings/sections',
  notificationSettings: () => '/settings/notifications',
  changePassword: () => '/settings/change-password',
  /** Open sessions, second factor, change of e-mail. */
  security: () => '/settings/security',
  companyProfile: () => '/settings/company-profile',
  companyEnterprise: () => '/settings/company-enterprise',
  companyOwnership: () => '/settings/company-ownership',
  /** One owner of the company; without an id, a new one. */
  companyOwner: (ownerId?: string) =>
    ownerId === undefined ? '/settings/company-owner' : `/settings/company-owner/${encodeURIComponent(ownerId)}`,
  companyDossier: () => '/settings/company-data',
  companyPapers: () => '/settings/company-documents',
  /** The team, its permissions, and one member to invite or edit. */
  usersPermissions: (search?: Search) => withSearch('/settings/users-permissions', search),
  /** The audit log of the account. */
  activity: (search?: Search) => withSearch('/settings/activity', search),
  usersPermissionsInfo: () => '/settings/users-permissions/users-permissions-info',
  usersPermissionsAdd: (email?: string) =>
    `/settings/users-permissions/users-permissions-add${email === undefined ? '' : `/${encodeURIComponent(email)}`}`,
  /** A permission request. */
  accessRequest: (requestId: string) => `/settings/users-permissions/users-permissions-request/${requestId}`,
  /** A transfer of ownership. */
  handover: () => '/settings/ownership-handover',
  maintenance: () => '/maintenance',
  /** The sign-in page, with the page to return to. */
  login: (redirect?: string) => withSearch(publicPaths.login(), { redirect: redirect === '/' ? undefined : redirect }),
  newPassword: () => '/new-password',
  /** Shared tills of the account. */
  tills: () => '/settings/tills',
  /** The lock page of a shared till, with the page to return to. */
  till: (redirect?: string) => withSearch('/till', { redirect: redirect === '/' ? undefined : redirect }),
}
