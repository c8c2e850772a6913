import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { phone } from './customerSteps.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

test(
  'the product can be installed with the brand’s name and starts on the screen chosen for this device',
  nightlyOnly,
  async ({ page, enter }) => {
    const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
      name: string
      start_url: string
      icons: { src: string; sizes: string }[]
      shortcuts: { url: string }[]
    }
    expect(manifest.name).toBe('Trastienda')
    for (const { src } of manifest.icons) expect((await page.request.get(src)).headers()['content-type'], src).toBe('image/png')
    const till = await enter('owner.autonomo', { viewport: phone, own: true })
    const { id } = await shopOf(till)
    await till.goto(manifest.start_url)
    await expect(till).toHaveURL(paths.operations(id))
    await till.goto(manifest.shortcuts[0]?.url ?? '')
    await expect(till.getByRole('group', { name: t('offlineCheckout.pad.label') })).toBeVisible()
    await till.goto(paths.settingsSections())
    const start = till.getByRole('combobox', { name: t('settings.start') })
    await start.selectOption('till')
    expect(await violations(till)).toEqual([])
    await till.goto(manifest.start_url)
    await expect(till).toHaveURL(paths.checkoutOffline(id, { view: 'counter' }))
    await expect(till.getByRole('group', { name: t('offlineCheckout.pad.label') })).toBeVisible()
    await till.goBack()
    await till.goto(paths.settingsSections())
    await expect(start).toHaveValue('till')
    await start.selectOption('operations')
    await till.goto('/')
    await expect(till).toHaveURL(paths.operations(id))
    // A member who may not sell has nothing to choose, and a choice stored on the device has no effect.
    const guest = await enter('guest.autonomo', { own: true })
    await guest.addInitScript(() => localStorage.setItem('start', 'till'))
    await guest.goto('/')
    await expect(guest).toHaveURL(paths.operations((await shopOf(guest)).id))
    await guest.goto(paths.settingsSections())
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(guest.getByRole('combobox', { name: t('settings.start') })).toHaveCount(0)
  },
)
