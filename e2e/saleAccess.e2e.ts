import type { Page } from '@playwright/test'
import {
  accept,
  acceptedCard,
  at,
  cardFrame,
  choosePlan,
  enterCode,
  freshDocument,
  freshPhone,
  giveConsent,
  identify,
  makeLink,
  payBy,
  phone,
  press,
  shownCode,
} from './customerSteps.ts'
import { cardExpiry } from './days.ts'
import { lostInLargeText } from './largeText.ts'
import { lengthen } from './longWords.ts'
import { nightly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { like, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

test.use({ viewport: phone })
test.describe.configure({ mode: 'parallel' })

test('a whole sale works with the keyboard alone', async ({ enter, page }) => {
  await page.goto((await makeLink(await enter('owner.empresa'))).url)
  await at(page, 'consumerScreens.plan.title')
  const focusName = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (element === document.body) return ''
      return element instanceof HTMLInputElement ? (element.labels?.[0]?.innerText ?? element.type) : (element?.textContent ?? '')
    })
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 30; presses += 1) {
      if (name.test(await focusName())) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no way by Tab to ${name}`)
  }
  /** The step is shown, its title has focus, and nothing moves it any more. */
  const reached = async (step: string) => {
    await at(page, `consumerScreens.${step}.title`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  const type = async (key: string, text: string) => {
    await tabTo(new RegExp(`^${t(key)}$`))
    await page.keyboard.type(text)
  }
  await tabTo(/en un solo pago/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await reached('consent')
  await tabTo(new RegExp(t('consumerScreens.consent.privacy')))
  await page.keyboard.press('Space')
  await tabTo(like('consumerScreens.consent.credit'))
  await page.keyboard.press('Space')
  await type('consumerScreens.consent.phone', freshPhone())
  await page.keyboard.press('Enter')
  await reached('code')
  const code = await shownCode(page)
  await type('consumerScreens.code.label', code)
  await page.keyboard.press('Enter')
  await reached('identity')
  for (const [name, text] of Object.entries({
    firstName: 'Carmen',
    lastName: 'Illescas',
    documentId: freshDocument(),
    birthday: '31121990',
    email: `${freshPhone()}@correo.example`,
    postcode: '28013',
    street: 'Calle Mayor 3',
  })) {
    await type(`consumerScreens.identity.${name}`, text)
    if (name === 'postcode') await expect(page.getByLabel(t('consumerScreens.identity.city'))).toHaveValue('Madrid')
  }
  await page.keyboard.press('Enter')
  const frame = cardFrame(page)
  await expect(frame.getByLabel(t('cardField.number'))).toBeVisible()
  await reached('card')
  await page.keyboard.press('Tab')
  await page.keyboard.type(acceptedCard)
  await page.keyboard.press('Tab')
  await page.keyboard.type(cardExpiry)
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('heading', { name: t('cardField.confirmTitle') })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await reached('summary')
  await tabTo(new RegExp(`^${t('consumerScreens.summary.acceptPay', { amount: '37,48\u00a0€' })}`))
  await page.keyboard.press('Enter')
  await at(page, 'consumerScreens.approved.title')
})

/** Completes a whole sale and checks each of its screens in its longest form. */
async function walk(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await at(page, 'consumerScreens.plan.title')
  await page.getByRole('radio').nth(1).check()
  await page.getByText(t('consumerScreens.plan.dates')).click()
  await press(page, 'consumerScreens.purchase.show')
  await look('plan')
  await choosePlan(page)
  await at(page, 'consumerScreens.consent.title')
  await press(page, 'consumerScreens.consent.send')
  await page.getByText(t('consumerScreens.consent.creditMore')).click()
  await look('consent')
  await giveConsent(page)
  await enterCode(page, (await shownCode(page)) === '111111' ? '222222' : '111111')
  await expect(page.getByText(like('errors.CodeWrong'))).toBeVisible()
  await look('code')
  await enterCode(page)
  await at(page, 'consumerScreens.identity.title')
  await press(page, 'consumerScreens.next')
  await look('identity')
  await identify(page)
  await at(page, 'consumerScreens.card.title')
  await expect(cardFrame(page).getByLabel(t('cardField.number'))).toBeVisible()
  await press(page, 'consumerScreens.card.use')
  await look('card')
  await payBy(page, acceptedCard)
  await at(page, 'consumerScreens.summary.title')
  await look('summary')
  await accept(page)
  await at(page, 'consumerScreens.approved.title')
  await look('approved')
}

const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test(
  'every step at 320 px has no violations, large enough targets and no overflow, also with texts 40 % longer',
  nightlyOnly,
  async ({ enter, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto((await makeLink(await enter('owner.empresa'))).url)
    const wrong: string[] = []
    await walk(page, async (name) => {
      // A window of 1280 × 1024 at 400 %.
      await page.setViewportSize({ width: 320, height: 256 })
      for (const [colorScheme, of] of [['dark', 'all'], ...(nightly ? ([['light', 'colours']] as const) : [])] as const) {
        await page.emulateMedia({ colorScheme })
        wrong.push(...(await violations(page, { of })).map((one) => `${name}, ${colorScheme}: ${one}`))
      }
      const wide = await tooWide(page)
      if (wide > 0) wrong.push(`${name}: ${wide} px too wide`)
      const small = await page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>('button, summary, input, select, a[href]')]
            .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden]') && element.tabIndex >= 0)
            .map((element) => (element.closest('label, .box') ?? element).getBoundingClientRect())
            .filter(({ width, height }) => width < 24 || height < 24).length,
      )
      if (small > 0) wrong.push(`${name}: ${small} targets under 24 px`)
      // The card's field is a frame.
      for (const seen of page.frames()) wrong.push(...(await lostInLargeText(page, seen)).map((one) => `${name}: ${one}`))
      const back = await lengthen(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/ lö/)
      for (const width of nightly ? [320, 375, 768] : [320]) {
        await page.setViewportSize({ width, height: 812 })
        const longer = await tooWide(page)
        if (longer > 0) wrong.push(`${name}, longer words at ${width}: ${longer} px too wide`)
      }
      await back()
      await page.setViewportSize(phone)
    })
    expect(wrong).toEqual([])
  },
)
