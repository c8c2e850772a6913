import { lazy } from 'react'
import type { Screens } from './shell/screen.ts'

const TodayStrip = lazy(() => import('./inbox/TodayStrip.tsx').then((room) => ({ default: room.TodayStrip })))

const onboardingPage = () => import('./onboarding/OnboardingPage.tsx').then((room) => room.OnboardingPage)
const till = () => import('./offlineCheckout/OfflineCheckoutPage.tsx')
// The till is opened on phones: its code comes while the session is still being asked for.
if (location.pathname.endsWith('/operations/new')) void till().catch(() => {}) // asked for again when it is drawn

/** Specification §2 as code: each drawn route and its room's screen, fetched when it is first needed. */
export const screens: Screens = {
  pendingMerchant: () => import('./onboarding/PendingMerchantPage.tsx').then((room) => room.PendingMerchantPage),
  inbox: () => import('./inbox/InboxPage.tsx').then((room) => room.InboxPage),
  operations: () => import('./operations/OperationsPage.tsx').then((room) => ({ ...room.OperationsPage, top: TodayStrip })),
  operationsDownload: () => import('./operations/DownloadModal.tsx').then((room) => room.DownloadModal),
  checkoutOffline: () => till().then((room) => room.OfflineCheckoutPage),
  operation: () => import('./operationDetail/OperationPage.tsx').then((room) => room.OperationPage),
  operationCart: () => import('./operationDetail/OperationCartPage.tsx').then((room) => room.OperationCartPage),
  operationRefund: () => import('./refunds/RefundModal.tsx').then((room) => room.RefundModal),
  operationCancel: () => import('./refunds/CancelModal.tsx').then((room) => room.CancelModal),
  operationCapture: () => import('./refunds/CaptureModal.tsx').then((room) => room.CaptureModal),
  operationApproval: () => import('./refunds/ApprovalModal.tsx').then((room) => room.ApprovalModal),
  settlements: () => import('./settlements/SettlementsPage.tsx').then((room) => room.SettlementsPage),
  settlementsBalance: () => import('./settlements/BalanceModal.tsx').then((room) => room.BalanceModal),
  settlementsBank: () => import('./settlements/BankPage.tsx').then((room) => room.BankPage),
  settlement: () => import('./settlements/SettlementPage.tsx').then((room) => room.SettlementPage),
  settlementDownload: () => import('./settlements/SettlementDownloadModal.tsx').then((room) => room.SettlementDownloadModal),
  campaigns: () => import('./campaigns/CampaignsPage.tsx').then((room) => room.CampaignsPage),
  campaignNew: () => import('./campaigns/CampaignNewPage.tsx').then((room) => room.CampaignNewPage),
  campaign: () => import('./campaigns/CampaignPage.tsx').then((room) => room.CampaignPage),
  audiences: () => import('./audiences/AudiencesPage.tsx').then((room) => room.AudiencesPage),
  audiencesAdd: () => import('./audiences/AddModal.tsx').then((room) => room.AddModal),
  audiencesRename: () => import('./audiences/RenameModal.tsx').then((room) => room.RenameModal),
  reports: () => import('./reports/ReportsPage.tsx').then((room) => room.ReportsPage),
  invoices: () => import('./invoices/InvoicesPage.tsx').then((room) => room.InvoicesPage),
  invoicesIban: () => import('./invoices/IbanPage.tsx').then((room) => room.IbanPage),
  invoice: () => import('./invoices/InvoicePage.tsx').then((room) => room.InvoicePage),
  onboarding: onboardingPage,
  'onboarding-profile': onboardingPage,
  'onboarding-enterprise': onboardingPage,
  'onboarding-ownership': onboardingPage,
  'onboarding-owner': onboardingPage,
  'onboarding-docs-info': onboardingPage,
  'onboarding-docs-upload': onboardingPage,
  'onboarding-add-merchant': onboardingPage,
  preferences: () => import('./preferences/PreferencesPage.tsx').then((room) => room.PreferencesPage),
  preferencesWidgets: () => import('./preferences/WidgetPage.tsx').then((room) => room.WidgetPage),
  preferencesPlugins: () => import('./preferences/PluginsPage.tsx').then((room) => room.PluginsPage),
  scenarios: () => import('./lab/ScenariosPage.tsx').then((room) => room.ScenariosPage),
  preferencesWebhooks: () => import('./preferences/WebhooksPage.tsx').then((room) => room.WebhooksPage),
  settingsSections: () => import('./settings/SectionsPage.tsx').then((room) => room.SectionsPage),
  security: () => import('./settings/SecurityPage.tsx').then((room) => room.SecurityPage),
  notificationSettings: () => import('./settings/NotificationsPage.tsx').then((room) => room.NotificationsPage),
  companyProfile: () => import('./settings/CompanyProfilePage.tsx').then((room) => room.CompanyProfilePage),
  companyEnterprise: () => import('./settings/CompanyEnterprisePage.tsx').then((room) => room.CompanyEnterprisePage),
  companyOwnership: () => import('./settings/CompanyOwnershipPage.tsx').then((room) => room.CompanyOwnershipPage),
  companyOwner: () => import('./settings/CompanyOwnerPage.tsx').then((room) => room.CompanyOwnerPage),
  companyPapers: () => import('./settings/CompanyPapersPage.tsx').then((room) => room.CompanyPapersPage),
  changePassword: () => import('./settings/ChangePasswordPage.tsx').then((room) => room.ChangePasswordPage),
  activity: () => import('./activity/ActivityPage.tsx').then((room) => room.ActivityPage),
  usersPermissions: () => import('./team/TeamPage.tsx').then((room) => room.TeamPage),
  usersPermissionsInfo: () => import('./team/RightsModal.tsx').then((room) => room.RightsModal),
  usersPermissionsAdd: () => import('./team/MemberModal.tsx').then((room) => room.MemberModal),
  accessRequest: () => import('./team/AccessRequestModal.tsx').then((room) => room.AccessRequestModal),
  handover: () => import('./team/HandoverPage.tsx').then((room) => room.HandoverPage),
  delegated: () => import('./onboarding/DelegatedPage.tsx').then((room) => room.DelegatedPage),
  maintenance: () => import('./shell/MaintenancePage.tsx').then((room) => room.MaintenancePage),
}
