import type { ComponentType } from 'react'
import { lazyWithRetry } from '../platform/ui/controls/lazyWithRetry.tsx'
import { type ConsoleRoute, consoleRoute } from './frame/consoleRoute.ts'
import { SignInPage } from './signIn/SignInPage.tsx'

/** Every page of the console; each is loaded when it is first opened. A page is added here, with the section of the menu that it belongs to. */
export const routes: readonly ConsoleRoute[] = [
  consoleRoute({
    path: '/console/work',
    section: 'work',
    title: 'console.section.work',
    call: 'consoleWork',
    load: async () => (await import('./work/WorkPage.tsx')).WorkPage,
    loadBadge: async () => (await import('./work/WorkCount.tsx')).WorkCount,
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
