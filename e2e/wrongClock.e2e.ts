import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'

// A computer's clock may be wrong by any amount: due times, and whether they have passed, come from the server.
test(
  'on a computer whose clock is 40 minutes fast the list shows the same deadlines as on a correct one',
  nightlyOnly,
  async ({ enter }) => {
    const listOn = async (offMinutes: number) => {
      // A separate session: by that clock its token has to be refreshed at once.
      const page = await enter('owner.empresa', { own: true })
      const { id } = await shopOf(page)
      if (offMinutes !== 0) await page.clock.install({ time: Date.now() + offMinutes * 60_000 })
      await page.goto(paths.operations(id, { category: 'in_process' }))
      const rows = page.getByRole('table').first().locator('tbody tr')
      // The first rows are rendered before the others.
      await expect.poll(() => rows.count()).toBeGreaterThan(12)
      // Minutes may pass between the two readings.
      const texts = async () => (await rows.allTextContents()).map((row) => row.replace(/\d+\s*min/g, 'min'))
      return { rows, texts }
    }
    const [right, wrong] = [await listOn(0), await listOn(40)]
    await expect.poll(wrong.texts).toEqual(await right.texts())
    expect(await wrong.rows.locator('.text-danger').count()).toBe(await right.rows.locator('.text-danger').count())
  },
)
