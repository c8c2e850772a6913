import { publicPaths } from './publicPaths.ts'

/** Values of a query; empty ones are left out. */
export type Search = Record<string, string | number | boolean | null | undefined>

function withSearch(path: string, search: Search = {}): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const merchant = (merchantId: string) => `/merchants/${encodeURIComponent(merchantId)}`
const operationPath = (merchantId: string, operationId: string) => `${merchant(merchantId)}/operations/${encodeURIComponent(operationId)}`

/** The only place that builds an address of the product. */
export const paths = {
  ...publicPaths,
  /** A shop; leads to its operations. */
  merchant: (merchantId: string) => merchant(merchantId),
  pendingMerchant: (merchantId: string) => `${merchant(merchantId)}/pending-merchant`,
  rejectedMerchant: (merchantId: string) => `${merchant(merchantId)}/rejected-merchant`,
  /** What waits for the shop's people. */
  inbox: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/inbox`, search),
  operations: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/operations`, search),
  /** Dialog over the list; takes the list's own query so that the list beneath stays as it was. */
  operationsDownload: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/operations/download`, search),
  /** A sale that the shop starts: the form or the till, and the link that it makes. */
  checkoutOffline: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/operations/new`, search),
  operation: (merchantId: string, operationId: string, search?: Search) => withSearch(operationPath(merchantId, operationId), search),
  operationCart: (merchantId: string, operationId: string) => `${operationPath(merchantId, operationId)}/cart`,
  operationRefund: (merchantId: string, operationId: string, search?: Search) =>
    withSearch(`${operationPath(merchantId, operationId)}/refund`, search),
  operationCancel: (merchantId: string, operationId: string) => `${operationPath(merchantId, operationId)}/cancel`,
  operationCapture: (merchantId: string, operationId: string) => `${operationPath(merchantId, operationId)}/capture`,
  /** A refund that waits for somebody's approval. */
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
  /** Limits of carts and keys; `dialog` opens what is done to a key. */
  preferences: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/preferences`, search),
  preferencesWidgets: (merchantId: string, view: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/preferences/widgets/${encodeURIComponent(view)}`, search),
  preferencesPlugins: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/preferences/plugins`, search),
  /** What can be tried out in test mode. */
  scenarios: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/scenarios`, search),
  /** Addresses that are told what happens, or one of them with what was sent there. */
  preferencesWebhooks: (merchantId: string, webhookId?: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/preferences/webhooks${webhookId === undefined ? '' : `/${encodeURIComponent(webhookId)}`}`, search),
  audiences: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/audiences`, search),
  /** Dialogs over the list of audiences; `audiencesAdd` takes the operations list's query, to begin from its filters. */
  audiencesAdd: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/audiences/audiences-add`, search),
  audiencesRename: (merchantId: string, uuid: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/audiences/audiences-rename/${encodeURIComponent(uuid)}`, search),
  reports: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/reports`, search),
  invoices: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/invoices`, search),
  /** The bank account that the shop is paid to, and its change. */
  invoicesIban: (merchantId: string, search?: Search) => withSearch(`${merchant(merchantId)}/invoices/iban`, search),
  invoice: (merchantId: string, invoiceId: string, search?: Search) =>
    withSearch(`${merchant(merchantId)}/invoices/${encodeURIComponent(invoiceId)}`, search),
  /** The way to the first shop; a step of it, or where it goes on. */
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
  /** One owner of the company; without an id a new one. */
  companyOwner: (ownerId?: string) =>
    ownerId === undefined ? '/settings/company-owner' : `/settings/company-owner/${encodeURIComponent(ownerId)}`,
  companyDossier: () => '/settings/company-data',
  companyPapers: () => '/settings/company-documents',
  /** The people of the account, what each role may, and one of them to invite or change. */
  usersPermissions: (search?: Search) => withSearch('/settings/users-permissions', search),
  /** Who did what in the account. */
  activity: (search?: Search) => withSearch('/settings/activity', search),
  usersPermissionsInfo: () => '/settings/users-permissions/users-permissions-info',
  usersPermissionsAdd: (email?: string) =>
    `/settings/users-permissions/users-permissions-add${email === undefined ? '' : `/${encodeURIComponent(email)}`}`,
  /** A right that somebody asks for. */
  accessRequest: (requestId: string) => `/settings/users-permissions/users-permissions-request/${requestId}`,
  /** Ownership that goes from one person to another. */
  handover: () => '/settings/ownership-handover',
  maintenance: () => '/maintenance',
  /** The sign-in page, with the page to come back to. */
  login: (redirect?: string) => withSearch(publicPaths.login(), { redirect: redirect === '/' ? undefined : redirect }),
  newPassword: () => '/new-password',
  /** Shared tills of the account. */
  tills: () => '/settings/tills',
  /** The lock of a shared till, with the page to come back to. */
  till: (redirect?: string) => withSearch('/till', { redirect: redirect === '/' ? undefined : redirect }),
}
