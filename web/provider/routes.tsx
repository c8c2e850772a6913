import type { ComponentType } from 'react'
import { consoleRoute, type ConsoleRoute } from './frame/consoleRoute.ts'

/** Every page of the console, in the order of the menu's sections; each is loaded when it is first opened. */
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
]

/** The pages without a session, by their address. */
export const outside: Readonly<Record<string, ComponentType>> = {}
