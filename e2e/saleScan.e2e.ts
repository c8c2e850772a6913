import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page, type TestInfo } from '@playwright/test'
import { encodeQR } from 'qr'
import { paths } from '../web/platform/routes/paths.ts'
import { find, shopOf } from './api.ts'
import { makeLink } from './customerSteps.ts'
import { launchWith } from './launch.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, sessionOf, test } from './persona.ts'
import { rows } from './regions.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'

test.describe.configure({ mode: 'parallel' })

const home = `http://127.0.0.1:${process.env.E2E_PORT}`
const size = { width: 640, height: 480 }

/** A one-second video that shows a QR code, as a camera would. */
function filmOf(text: string, info: TestInfo): string {
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const count = code.length
  const module = Math.floor((size.height - 80) / count)
  const left = Math.floor((size.width - count * module) / 2)
  const top = Math.floor((size.height - count * module) / 2)
  const luma = Buffer.alloc(size.width * size.height, 225)
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const [row, column] = [Math.floor((y - top) / module), Math.floor((x - left) / module)]
      if (row >= 0 && row < count && column >= 0 && column < count && code[row]?.[column]) luma[y * size.width + x] = 25
    }
  const colour = Buffer.alloc((size.width * size.height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, colour])
  const file = join(info.outputDir, '..', `scan-${info.testId}.y4m`)
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F10:1 Ip A1:1 C420jpeg\n`),
      ...Array.from({ length: 10 }, () => frame),
    ]),
  )
  return file
}

type Look = (page: Page, shopId: string) => Promise<void>

/** A signed-in browser whose camera shows that code; `allowed`: the camera permission was granted. */
async function withCamera(text: string, info: TestInfo, look: Look, { allowed = true, phone = false } = {}): Promise<void> {
  const browser = await chromium.launch(
    launchWith(
      '--use-fake-device-for-media-stream',
      // Answers the permission prompt: the headless shell has no window for it.
      `--use-fake-ui-for-media-stream${allowed ? '' : '=deny'}`,
      `--use-file-for-fake-video-capture=${filmOf(text, info)}`,
    ),
  )
  try {
    const context = await browser.newContext({
      baseURL: home,
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      viewport: phone ? { width: 375, height: 812 } : { width: 1_440, height: 900 },
      permissions: allowed ? ['camera'] : [],
      storageState: await sessionOf(browser as never, 'owner.empresa'), // it opens contexts like a browser, which is all that is used
    })
    const page = await context.newPage()
    const { id } = await shopOf(page)
    await page.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${id}`)
    await page.goto(paths.operations(id, { sandbox: true }))
    await expect(rows(page).first()).toBeVisible()
    await look(page, id)
  } finally {
    await browser.close()
  }
}

const scan = (page: Page) => page.getByRole('button', { name: t('shell.scan.open'), exact: true })

// By day how a code is decoded and what it means: readCode.test.ts and codeMeaning.test.ts in web/platform/quickActions.
test('a link’s QR code opens the link', nightlyOnly, async ({ enter }, info) => {
  const link = await makeLink(await enter('owner.empresa'))
  await withCamera(link.url, info, async (page) => {
    await scan(page).click()
    await expect(page).toHaveURL(new RegExp(`order=${link.orderUuid}`), { timeout: 120_000 })
    await expect(page.getByRole('list', { name: t('offlineCheckout.ladder.label') })).toBeVisible()
  })
})

test('a scanned order number is searched', nightlyOnly, async ({ enter }, info) => {
  const shop = await enter('owner.empresa')
  const { id } = await shopOf(shop)
  const { mid } = await find(shop, id, '', ({ mid: number }) => number !== null && /\d/.test(number), { mode: 'sandbox' })
  await withCamera(mid ?? '', info, async (page) => {
    await scan(page).click()
    await expect(page).toHaveURL(new RegExp(`q=${mid}`), { timeout: 120_000 })
    await expect(rows(page).first()).toContainText(mid ?? '')
  })
})

test('from the refund action on the phone a code opens the refund directly', nightlyOnly, async ({ enter }, info) => {
  const shop = await enter('owner.empresa')
  const { id } = await shopOf(shop)
  const { id: operationId } = await find(shop, id, 'substatus=payment_process', (row) => row.captured_amount > row.refunded_amount, {
    mode: 'sandbox',
  })
  await withCamera(
    `${home}${paths.operation(id, operationId)}`,
    info,
    async (page) => {
      await expect(scan(page)).toBeVisible()
      await page
        .getByRole('navigation', { name: t('shell.nav.label') })
        .getByRole('button', { name: t('shell.bottom.refund') })
        .click()
      await expect(page.getByText(t('shell.bottom.refundHint'))).toBeVisible()
      // The search's own button stands above that of the refund.
      await page
        .getByRole('button', { name: t('shell.scan.open') })
        .last()
        .click()
      await expect(page).toHaveURL(new RegExp(`operations/${operationId}/refund`), { timeout: 120_000 })
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    { phone: true },
  )
})

test(
  'a foreign code is recognised, a denied camera shows the reason and a text field, and there are no WCAG 2.2 AA violations',
  nightlyOnly,
  async ({ enter }, info) => {
    const link = await makeLink(await enter('owner.empresa'))
    await withCamera('https://evil.example/checkout/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', info, async (page) => {
      await scan(page).click()
      await expect(page.getByText(t('shell.scan.foreign'))).toBeVisible({ timeout: 120_000 })
      expect(await violations(page)).toEqual([])
      // This browser has no barcode detector: ours reads only QR codes, and says so.
      await page.getByLabel(t('shell.scan.typed'), { exact: true }).fill('P')
      await expect(page.getByText(t('shell.scan.readingQr'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(scan(page)).toBeFocused()
    })
    await withCamera(
      'x',
      info,
      async (page) => {
        await scan(page).click()
        await expect(page.getByText(t('shell.scan.denied'))).toBeVisible()
        await expect(page.getByLabel(t('shell.scan.typed'), { exact: true })).toBeFocused()
        expect(await violations(page)).toEqual([])
        await page.keyboard.type(link.url)
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`order=${link.orderUuid}`))
      },
      { allowed: false, phone: true },
    )
  },
)

test('without a camera there is no scan button, and the search box is unchanged', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await expect(rows(page).first()).toBeVisible()
  await expect(scan(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: t('operations.search.label') })).toBeVisible()
})
