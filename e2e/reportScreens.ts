import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, shopOf } from './api.ts'
import { lastMonth } from './days.ts'
import { createReport } from './reportHistory.ts'
import type { ScreenToSee } from './screens.ts'
import { t } from './words.ts'

/** With filters and people, so that its details are long. */
const longReport = {
  filters: [
    { key: 'status', value: 'accepted' },
    { key: 'min_amount', value: '10000' },
  ],
  recipients: ['gestoria-de-toda-la-vida@asesoria.example', 'ana@demo.test'],
}

/** Reports, for members who may have them: history, schedules and every dialog over them. */
export async function reportScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const { id: report } = await createReport(page, id, longReport)
  const schedule = { type: 'fees', format: 'csv', frequency: 'weekly', recipients: ['gestoria@demo.test', 'ana@demo.test'] }
  await ask(page, 'POST', `/v2/merchants/${id}/report-schedules`, {
    body: schedule,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  return [
    { name: 'reports', path: paths.reports(id) },
    { name: 'schedules', path: paths.reports(id, { view: 'schedules' }), repeats: true },
    { name: 'report', path: paths.reports(id, { dialog: 'detail', report }), dialog: true },
    { name: 'remove report', path: paths.reports(id, { dialog: 'remove', report }), dialog: true, repeats: true },
    {
      name: 'ask for a report',
      path: paths.reports(id, { dialog: 'ask', report }),
      dialog: true,
      prepare: async (seen) => {
        const dialog = seen.getByRole('dialog')
        await dialog.getByLabel(t('reports.days.from')).fill('01.01.2020')
        await dialog.getByLabel(t('reports.recipients'), { exact: true }).first().fill('nadie@ ')
        await expect(dialog.getByText(t('reports.recipients.malformed'))).toBeVisible()
      },
    },
    { name: 'schedule a report', path: paths.reports(id, { view: 'schedules', dialog: 'schedule' }), dialog: true },
    {
      name: 'check a file',
      path: paths.reports(id, { dialog: 'check' }),
      dialog: true,
      prepare: async (seen) => {
        await seen
          .getByRole('dialog')
          .locator('input[type=file]')
          .setInputFiles({
            name: 'un-archivo-con-un-nombre-muy-largo-de-una-gestoria.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from('a;b'),
          })
        await expect(seen.getByRole('heading', { name: t('reports.check.unknown') })).toBeVisible()
      },
    },
    {
      name: 'export in the background',
      path: paths.operationsDownload(id, { status: 'accepted', from: lastMonth.from }),
      dialog: true,
      prepare: async (seen) => {
        const dialog = seen.getByRole('dialog')
        await dialog.getByRole('radio', { name: new RegExp(`^${t('exports.way.background')}`) }).check()
        await expect(dialog.getByText(t('exports.way.note'))).toBeVisible()
      },
    },
  ]
}
