import type { ComponentType } from 'react'
import { lazyWithRetry } from '../platform/ui/controls/lazyWithRetry.tsx'
import { type ConsoleRoute, consoleRoute } from './frame/consoleRoute.ts'
import { SignInPage } from './signIn/SignInPage.tsx'

/** Every page of the console; each is loaded when it is first opened. A page is added here, with the section of the menu that it belongs to. */
export const routes: readonly ConsoleRoute[] = [
  consoleRoute({
    path: '/console/system',
    section: 'system',
    title: 'console.section.system',
    call: 'systemView',
    load: async () => (await import('./system/SystemPage.tsx')).SystemPage,
  }),
  consoleRoute({
    path: '/console/prices',
    section: 'prices',
    title: 'console.section.prices',
    call: 'consolePriceList',
    load: async () => (await import('./prices/PricesPage.tsx')).PricesPage,
  }),
  consoleRoute({
    path: '/console/prices/new',
    section: 'prices',
    title: 'prices.new',
    call: 'consolePriceListPropose',
    load: async () => (await import('./prices/NewListPage.tsx')).NewListPage,
  }),
  consoleRoute({
    path: '/console/prices/{merchantId}',
    section: 'prices',
    title: 'prices.merchant',
    call: 'consoleTerms',
    load: async () => (await import('./prices/MerchantTermsPage.tsx')).MerchantTermsPage,
  }),
  consoleRoute({
    path: '/console/prices/{merchantId}/new',
    section: 'prices',
    title: 'prices.agree',
    call: 'consoleTermsPropose',
    load: async () => (await import('./prices/NewTermsPage.tsx')).NewTermsPage,
  }),
  consoleRoute({
    path: '/console/decisions',
    section: 'operations',
    title: 'decisions.title',
    call: 'consoleDecisionList',
    load: async () => (await import('./decisions/DecisionsPage.tsx')).DecisionsPage,
    loadBadge: async () => (await import('./decisions/WaitingBadge.tsx')).WaitingBadge,
  }),
  consoleRoute({
    path: '/console/decisions/{decisionId}',
    section: 'operations',
    title: 'decisions.title',
    call: 'consoleDecision',
    load: async () => (await import('./decisions/DecisionPage.tsx')).DecisionPage,
  }),
  consoleRoute({
    path: '/console/decision-rules',
    section: 'operations',
    title: 'decisions.rules.title',
    call: 'consoleDecisionRules',
    load: async () => (await import('./decisions/RulesPage.tsx')).RulesPage,
  }),
  consoleRoute({
    path: '/console/money/credits',
    section: 'money',
    title: 'credits.title',
    call: 'consoleCreditList',
    load: async () => (await import('./credits/CreditsPage.tsx')).CreditsPage,
  }),
  consoleRoute({
    path: '/console/merchants',
    section: 'merchants',
    title: 'console.section.merchants',
    call: 'consoleAccountList',
    load: async () => (await import('./merchants/MerchantsPage.tsx')).MerchantsPage,
  }),
  consoleRoute({
    path: '/console/merchants/{accountId}',
    section: 'merchants',
    title: 'console.section.merchants',
    call: 'consoleAccount',
    load: async () => (await import('./merchants/MerchantPage.tsx')).MerchantPage,
  }),
  consoleRoute({
    path: '/console/merchants/{accountId}/shops/{merchantId}/operations',
    section: 'merchants',
    title: 'console.section.operations',
    call: 'consoleOperationList',
    load: async () => (await import('./operations/OperationsPage.tsx')).OperationsPage,
  }),
  consoleRoute({
    path: '/console/merchants/{accountId}/shops/{merchantId}/operations/{operationId}',
    section: 'merchants',
    title: 'console.section.operations',
    call: 'consoleOperation',
    load: async () => (await import('./operations/OperationPage.tsx')).OperationPage,
  }),
  consoleRoute({
    path: '/console/work',
    section: 'work',
    title: 'console.section.work',
    call: 'consoleWork',
    load: async () => (await import('./workQueue/WorkPage.tsx')).WorkPage,
    loadBadge: async () => (await import('./workQueue/WorkCount.tsx')).WorkCount,
  }),
  consoleRoute({
    path: '/console/review/{accountId}',
    section: 'work',
    title: 'review.title',
    call: 'consoleReview',
    load: async () => (await import('./review/ReviewPage.tsx')).ReviewPage,
  }),
  consoleRoute({
    path: '/console/review/bank-account/{ibanId}',
    section: 'work',
    title: 'work.kind.bank_account',
    call: 'consoleBankChange',
    load: async () => (await import('./review/BankChangePage.tsx')).BankChangePage,
  }),
  consoleRoute({
    path: '/console/review/claim/{claimId}',
    section: 'work',
    title: 'work.kind.claim',
    call: 'consoleClaim',
    load: async () => (await import('./review/ClaimPage.tsx')).ClaimPage,
  }),
  consoleRoute({
    path: '/console/people',
    section: 'people',
    title: 'console.section.people',
    call: 'staffList',
    load: async () => (await import('./people/PeoplePage.tsx')).PeoplePage,
  }),
  consoleRoute({
    path: '/console/confirmations',
    section: 'people',
    title: 'people.confirmations.title',
    call: 'staffConfirmationList',
    load: async () => (await import('./people/ConfirmationsPage.tsx')).ConfirmationsPage,
    loadBadge: async () => (await import('./people/ConfirmationsBadge.tsx')).ConfirmationsBadge,
  }),
  consoleRoute({
    path: '/console/trail',
    section: 'people',
    title: 'trail.title',
    call: 'staffAuditList',
    load: async () => (await import('./trail/TrailPage.tsx')).TrailPage,
  }),
  consoleRoute({
    path: '/console/security',
    section: null,
    title: 'console.security',
    call: null,
    load: async () => (await import('./security/SecurityPage.tsx')).SecurityPage,
  }),
]

const OpenidPage = lazyWithRetry(async () => (await import('./signIn/OpenidPage.tsx')).OpenidPage)
const LinkPage = lazyWithRetry(async () => (await import('./signIn/LinkPage.tsx')).LinkPage)

/** The pages without a session, by their address. */
export const outside: Readonly<Record<string, ComponentType>> = {
  '/console/sign-in': SignInPage,
  '/console/openid': OpenidPage,
  '/console/setup': LinkPage,
  '/console/invitation': LinkPage,
}

/** Shown over a page whose session has ended. */
export const SignInAgain = lazyWithRetry(async () => (await import('./signIn/SignInAgain.tsx')).SignInAgain)
