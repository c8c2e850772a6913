import type { Page } from '@playwright/test'
import { expect, test } from './persona.ts'
import { moneyScreens, open, openScreens, readScreens, type ScreenToSee } from './screens.ts'

/** What sticks out sideways: the document, or a dialog over it. */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('dialog[open]')]
    if (parts.every((part) => part.scrollWidth <= part.clientWidth + 1)) return null
    const scrolls = (element: Element | null): boolean =>
      element !== null && element !== document.body && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    const culprits = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 &&
        !element.closest('[popover]') &&
        !scrolls(element.parentElement),
    )
    return (
      culprits
        .slice(-3)
        .map((element) => `${element.tagName.toLowerCase()} "${(element.textContent ?? '').slice(0, 30)}"`)
        .join(', ') || 'something'
    )
  })

/** Screens that scroll sideways at a width. */
async function sideways(page: Page, screens: readonly ScreenToSee[], widths: readonly number[]): Promise<string[]> {
  const wrong: string[] = []
  for (const screen of screens) {
    await page.setViewportSize({ width: widths.at(-1) ?? 1_200, height: 800 })
    await open(page, screen)
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height: 800 })
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

test.describe.configure({ timeout: 120_000, mode: 'parallel' })

test('no screen scrolls sideways at 320 and 375', async ({ page, enter }) => {
  expect(await sideways(page, openScreens, [320, 375])).toEqual([])
  const owner = await enter('owner.empresa')
  expect(await sideways(owner, [...(await readScreens(owner)), ...(await moneyScreens(owner))], [320, 375])).toEqual([])
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
  // Screens as they open: what is typed into them is named in the real language.
  expect(
    await sideways(
      owner,
      screens.map(({ name, path }) => ({ name, path })),
      [320, 768, 1_200],
    ),
  ).toEqual([])
  await expect(owner.getByRole('heading').first()).toContainText(/ lö/)
})
