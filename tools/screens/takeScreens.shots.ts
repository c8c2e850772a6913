import type { Page } from '@playwright/test'
import { shopOf } from '../../e2e/api.ts'
import { expect, test } from '../../e2e/persona.ts'
import type { ScreenGroup } from '../../e2e/screenGroups.ts'
import { open } from '../../e2e/screens.ts'
import { shootCheckout } from './checkout.ts'
import { whileStopped } from './fixedClock.ts'
import { type Mode, routeScreens } from './routeScreens.ts'
import { fileName, prepare, shoot } from './shoot.ts'

// The dates of some demo data are chosen when it is loaded.
const { screenGroups } = await whileStopped(() => import('../../e2e/screenGroups.ts'))

type Group = ScreenGroup & { mode?: Mode }

/** What no group covers: routes by address only, once more in test mode. */
const further: readonly Group[] = [
  { name: 'a rejected shop', persona: 'rechazada', screens: () => [{ name: 'rejected', path: '/' }] },
  { name: 'an owner without a shop', persona: 'sintiendas', screens: () => [{ name: 'first shop', path: '/' }] },
  { name: 'routes', persona: 'owner.empresa', screens: (page) => routeScreens(page, 'live') },
  { name: 'routes in test mode', persona: 'owner.empresa', mode: 'sandbox', screens: (page) => routeScreens(page, 'sandbox') },
]

const pictured = new Set<string>()

/** Words of the command: only screenshots whose name contains one of them. */
const words = (process.env.SCREENS_WORDS ?? '').split(' ').filter((word) => word !== '')
const isWanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word))

/** Takes the screenshots of a group; an address without steps only the first time; screens that cannot be opened are reported at the end. */
async function take(page: Page, { name: group, persona, screens, mode = 'live' }: Group): Promise<void> {
  const failed: string[] = []
  await prepare(page)
  for (const screen of await whileStopped(async () => screens(page))) {
    const file = `${fileName(group)}/${fileName(screen.name)}`
    const place = `${persona} ${mode} ${screen.path}`
    if (!screen.prepare && pictured.has(place)) continue
    pictured.add(place)
    if (!isWanted(file)) continue
    try {
      await open(page, screen)
      await shoot(page, file)
    } catch (error) {
      failed.push(`${screen.name}: ${(error as Error).message}`)
    }
  }
  expect(failed).toEqual([])
}

test.describe('screens of', () => {
  for (const group of [...screenGroups, ...further]) {
    const { name, persona, own = false } = group
    if (!persona) test(name, ({ page }) => take(page, group))
    else
      test(name, async ({ enter }) => {
        const page = await enter(persona, { own })
        if ('mode' in group) {
          const { id } = await shopOf(page)
          await page.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${id}`)
        }
        await take(page, group)
      })
  }

  test('checkout', async ({ enter, page }) => {
    if (!isWanted('checkout/')) return
    await prepare(page)
    await shootCheckout(await enter('owner.empresa'), page)
  })
})
