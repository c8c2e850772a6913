import type { Page, Route } from '@playwright/test'
import { campaignScreens } from './campaignScreens.ts'
import { expect, test } from './persona.ts'
import { reportScreens } from './reportScreens.ts'
import { invoiceScreens, moneyScreens, open, openScreens, readScreens, settlementScreens, type ScreenToSee, stillness } from './screens.ts'

/**
 * What sticks out sideways, by name: of the document, of a dialog over it, or of what is fixed to the window. What lies
 * in a part that scrolls by itself does not count.
 */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const roots: HTMLElement[] = [document.documentElement, ...document.querySelectorAll<HTMLElement>('dialog[open]')]
    const found: string[] = []
    for (const root of roots) {
      const wide = root.scrollWidth > root.clientWidth + 1
      const edge = root.getBoundingClientRect().left + root.clientWidth + 1
      const held = (element: Element | null, of: (style: CSSStyleDeclaration) => boolean): boolean =>
        element !== null &&
        element !== root &&
        element !== document.body &&
        (of(getComputedStyle(element)) || held(element.parentElement, of))
      const culprits = [...root.querySelectorAll<HTMLElement>('*')].filter((element) => {
        if (element.getBoundingClientRect().right <= edge || !element.checkVisibility({ visibilityProperty: true })) return false
        if (element.closest('[popover]') || (root === document.documentElement && element.closest('dialog'))) return false
        if (held(element.parentElement, ({ overflowX }) => overflowX !== 'visible')) return false
        return wide || held(element, ({ position }) => position === 'fixed')
      })
      const names = culprits.slice(-3).map((element) => {
        const by = Math.round(element.getBoundingClientRect().right - edge + 1)
        return `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''} "${(element.textContent ?? '').slice(0, 30)}" by ${by} px`
      })
      if (wide || names.length > 0) found.push(`${root.tagName.toLowerCase()}: ${names.join(', ') || `${root.scrollWidth} px wide`}`)
    }
    return found.length > 0 ? found.join('; ') : null
  })

type Opening = (page: Page, screen: ScreenToSee) => Promise<void>

/** Screens that scroll sideways at a width. */
async function sideways(
  page: Page,
  screens: readonly ScreenToSee[],
  widths: readonly number[],
  opening: Opening = open,
): Promise<string[]> {
  const wrong: string[] = []
  for (const screen of screens) {
    await page.setViewportSize({ width: widths.at(-1) ?? 1_200, height: 800 })
    await opening(page, screen)
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height: 800 })
      await stillness(page)
      const found = await sticksOut(page)
      if (found !== null) wrong.push(`${screen.name} at ${width}: ${found}`)
    }
  }
  return wrong
}

/**
 * What a finger cannot hit: controls that do not answer 21 px around their middle, but for links inside a sentence (WCAG's
 * own exception) and what only the keyboard sees.
 */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const scope = document.querySelector('dialog[open]') ?? document
    const found: string[] = []
    for (const element of scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      if (
        element.closest('[popover]:not(:popover-open), [aria-hidden=true]') ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue
      const inline = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
      element.scrollIntoView({ block: 'center' })
      const box = element.getBoundingClientRect()
      if (inline || box.width < 2 || box.bottom <= 0) continue
      // The whole row, field or label is the target of what stands in it.
      const target =
        element.closest('tr') ??
        element.closest('label') ??
        (element.matches('input, select') ? (element.parentElement ?? element) : element)
      const { left, top, width, height } = target.getBoundingClientRect()
      if (Math.round(width) >= 44 && Math.round(height) >= 44) continue
      const [x, y] = [left + width / 2, top + height / 2]
      const around = [
        [0, -21],
        [0, 21],
        [-21, 0],
        [21, 0],
      ] as const
      const answers = around.every(([right, down]) => {
        const hit = document.elementFromPoint(Math.min(Math.max(x + right, 1), innerWidth - 1), y + down)
        return hit !== null && (target === hit || target.contains(hit))
      })
      if (!answers)
        found.push(
          `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}" ${Math.round(width)}×${Math.round(height)}`,
        )
    }
    return [...new Set(found)]
  })

const bigFinger = async (page: Page, screens: readonly ScreenToSee[]) => {
  const wrong: string[] = []
  await page.setViewportSize({ width: 375, height: 812 })
  for (const screen of screens) {
    await open(page, screen)
    wrong.push(...(await tooSmall(page)).map((one) => `${screen.name}: ${one}`))
  }
  return wrong
}

/** All texts 40 % longer, as another language would have them. */
async function pseudo(page: Page): Promise<void> {
  await page.route(/\/(?:locales|assets|messages)\/[^?]*es[^/]*\.json/, async (route) => {
    const response = await route.fetch()
    const longer = (text: string): string => text + ' lörem ïpsum dölor sït ämet cönsectetur'.slice(0, Math.ceil(text.length * 0.4))
    const words = (await response.json()) as Record<string, string | { one: string; other: string }>
    const said = Object.fromEntries(
      Object.entries(words).map(([key, text]) => [
        key,
        typeof text === 'string' ? longer(text) : { one: longer(text.one), other: longer(text.other) },
      ]),
    )
    await route.fulfill({ response, json: said })
  })
}

/** As it opens: what is typed and pressed is named in the real language. */
const asItOpens = ({ name, path, dialog = false }: ScreenToSee): ScreenToSee => ({ name, path, dialog })

/** Opens a screen whose data does not come, and waits until it shows all that it can without. */
async function openWaiting(page: Page, { path }: ScreenToSee): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[aria-busy=true], dialog[open], h1').first()).toBeVisible()
  await page.waitForLoadState('load')
  await stillness(page)
}

/** Opens a screen whose data cannot be had, and waits for what it says then. */
async function openFailed(page: Page, { path }: ScreenToSee): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[role=alert], h1, dialog[open]').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await stillness(page)
}

test.describe.configure({ timeout: 180_000, mode: 'parallel' })

test('no screen scrolls sideways at 320 and 375', async ({ page, enter }) => {
  expect(await sideways(page, openScreens, [320, 375])).toEqual([])
  const owner = await enter('owner.empresa')
  expect(await sideways(owner, [...(await readScreens(owner)), ...(await moneyScreens(owner))], [320, 375])).toEqual([])
})

test('settlements scroll nowhere sideways, in longer words too, and a finger finds what they offer', async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const screens = await settlementScreens(owner)
  expect(await sideways(owner, screens, [320, 375, 768])).toEqual([])
  expect(await bigFinger(owner, screens)).toEqual([])
  await pseudo(owner)
  expect(await sideways(owner, screens, [320, 768, 1_200])).toEqual([])
})

test('invoices and bank accounts scroll nowhere sideways, in longer words too, and a finger finds what they offer', async ({ enter }) => {
  const owner = await enter('owner.empresa', { own: true })
  const screens = await invoiceScreens(owner)
  expect(await sideways(owner, screens, [320, 375, 768])).toEqual([])
  expect(await bigFinger(owner, screens)).toEqual([])
  await pseudo(owner)
  expect(await sideways(owner, screens.map(asItOpens), [320, 768, 1_200])).toEqual([])
})

test('campaigns scroll nowhere sideways, in longer words too, and a finger finds what they offer', async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const screens = await campaignScreens(owner)
  expect(await sideways(owner, screens, [320, 375, 768])).toEqual([])
  expect(await bigFinger(owner, screens)).toEqual([])
  await pseudo(owner)
  expect(await sideways(owner, screens.map(asItOpens), [320, 768, 1_200])).toEqual([])
})

test('reports scroll nowhere sideways, in longer words too, and a finger finds what they offer', async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const screens = await reportScreens(owner)
  expect(await sideways(owner, screens, [320, 375, 768])).toEqual([])
  expect(await bigFinger(owner, screens)).toEqual([])
  await pseudo(owner)
  expect(await sideways(owner, screens.map(asItOpens), [320, 768, 1_200])).toEqual([])
})

test('every target on the phone is at least 44 px', async ({ page, enter }) => {
  const owner = await enter('owner.empresa')
  const screens = [...(await readScreens(owner)), ...(await moneyScreens(owner))]
  const wrong = [
    ...(await bigFinger(page, openScreens.slice(0, 3))),
    ...(await bigFinger(
      owner,
      screens.filter(({ name }) => name !== 'palette'),
    )),
  ]
  expect(wrong).toEqual([])
})

test('texts 40 % longer break no width', async ({ page, enter }) => {
  await pseudo(page)
  const doors = openScreens.filter(({ prepare }) => prepare === undefined)
  expect(await sideways(page, doors, [320, 768, 1_200])).toEqual([])
  await expect(page.getByRole('heading').first()).toContainText(/lör/)
  const owner = await enter('owner.empresa')
  const screens = [...(await readScreens(owner)), ...(await moneyScreens(owner))]
  await pseudo(owner)
  expect(await sideways(owner, screens.map(asItOpens), [320, 768, 1_200])).toEqual([])
  await expect(owner.getByRole('heading').first()).toContainText(/ lö/)
})

/** Looks at every screen while what it reads, and then while what its dialog alone reads, is answered by `answer`. */
async function sidewaysWhile(owner: Page, opening: Opening, answer: (route: Route) => Promise<void>): Promise<string[]> {
  const screens = [...(await readScreens(owner)), ...(await moneyScreens(owner))].map(asItOpens)
  await pseudo(owner)
  const [all, ofDialogs] = [/\/v2\/.*\/(?:orders|instalment-plan-simulator)/, /\/v2\/.*\/orders\/[^/?]+\/\w+/]
  await owner.route(all, answer)
  const wrong = await sideways(owner, screens, [320, 768], opening)
  await owner.unroute(all)
  await owner.route(ofDialogs, answer)
  const dialogs = screens.filter(({ name, dialog }) => dialog || name === 'cart')
  return [...wrong, ...(await sideways(owner, dialogs, [320, 768], opening))]
}

test('texts 40 % longer break no width before the data is there', async ({ enter }) => {
  // Held for as long as the screen is looked at: the next navigation drops them.
  expect(await sidewaysWhile(await enter('owner.empresa'), openWaiting, () => new Promise(() => {}))).toEqual([])
})

test('texts 40 % longer break no width when data cannot be had', async ({ enter }) => {
  const refused = { status: 500, contentType: 'application/problem+json', body: '{"status":500}' }
  expect(await sidewaysWhile(await enter('owner.empresa'), openFailed, (route) => route.fulfill(refused))).toEqual([])
})
