import type { Page } from '@playwright/test'
import { audienceScreens } from './audienceScreens.ts'
import { campaignScreens } from './campaignScreens.ts'
import { companyScreens } from './companyScreens.ts'
import { preferenceScreens } from './preferenceScreens.ts'
import { labScreens } from './labScreens.ts'
import { listScreens } from './listScreens.ts'
import { nightly } from './nightly.ts'
import { onboardingScreens } from './onboardingScreens.ts'
import { expect, type PersonaName } from './persona.ts'
import { reportScreens } from './reportScreens.ts'
import { inboxScreens, invoiceScreens, moneyScreens, openScreens, readScreens, type ScreenToSee, settlementScreens } from './screens.ts'
import { teamScreens } from './teamScreens.ts'
import { t } from './words.ts'

/** Screens that are checked together, by one persona (null: without session). */
export type ScreenGroup = {
  name: string
  persona?: PersonaName
  /** A separate session: a step-up is done there. */
  own?: true
  /** Its screens seldom change: seen by `npm run nightly` alone. */
  byNight?: true
  /** Rules are also checked on a tablet, where the navigation differs, and in the application frame. */
  everySize?: true
  screens: (page: Page) => ScreenToSee[] | Promise<ScreenToSee[]>
}

/** These roles have few menus and actions: `npm run nightly` checks all, `npm test` the list, whose frame and layout differ most. */
const ofGuest = nightly ? ['list', 'detail', 'detail to capture', 'cart', 'settings'] : ['list']

/** Every screen of the product. A new room adds its row here. */
export const screenGroups: readonly ScreenGroup[] = [
  { name: 'open', screens: () => [...openScreens] },
  { name: 'operations', persona: 'owner.empresa', screens: readScreens },
  { name: 'selection and views', persona: 'owner.empresa', byNight: true, screens: listScreens },
  { name: 'dialogs that move money', persona: 'owner.empresa', screens: moneyScreens },
  { name: 'inbox', persona: 'owner.empresa', screens: inboxScreens },
  { name: 'settlements', persona: 'owner.empresa', byNight: true, screens: settlementScreens },
  { name: 'invoices and bank accounts', persona: 'owner.empresa', own: true, byNight: true, screens: invoiceScreens },
  { name: 'campaigns', persona: 'owner.empresa', byNight: true, screens: campaignScreens },
  { name: 'audiences', persona: 'owner.empresa', byNight: true, screens: audienceScreens },
  { name: 'preferences', persona: 'owner.empresa', byNight: true, screens: preferenceScreens },
  { name: 'scenarios', persona: 'owner.empresa', byNight: true, screens: labScreens },
  { name: 'reports', persona: 'owner.empresa', byNight: true, screens: reportScreens },
  { name: 'company and security', persona: 'owner.empresa', byNight: true, screens: companyScreens },
  { name: 'onboarding', persona: 'onboarding.empresa', byNight: true, screens: onboardingScreens },
  { name: 'team', persona: 'owner.empresa', byNight: true, screens: teamScreens },
  {
    name: 'what a guest sees',
    persona: 'guest.empresa',
    everySize: true,
    screens: async (page) => (await readScreens(page)).filter(({ name }) => ofGuest.includes(name)),
  },
  { name: 'a pending shop', persona: 'pendiente', screens: () => [{ name: 'pending', path: '/' }] },
  { name: 'a disabled account', persona: 'desactivada', byNight: true, screens: () => [{ name: 'disabled', path: '/' }] },
  {
    name: 'test mode',
    persona: 'owner.autonomo',
    screens: async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
      await expect(page).toHaveURL(/sandbox=true/)
      return [{ name: 'list in test mode', path: '/' }]
    },
  },
]
