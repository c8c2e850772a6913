import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { customersFile } from './audienceScreens.ts'
import { yearAhead } from './days.ts'
import { follow } from './follow.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

type Audience = {
  uuid: string
  name: string
  status: string
  size: number
  basis: string
  file: { invalid: number; duplicates: number } | null
}

const audienceOf = async (page: Page, shopId: string, name: string): Promise<Audience | undefined> =>
  (await read<{ results: Audience[] }>(page, `/v2/merchants/${shopId}/audiences`)).results.find((one) => one.name === name)

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: t('audiences.title') })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Opens an action of a row's menu. */
async function choose(page: Page, name: string, verb: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: t('audiences.verbsOf', { name }) })
    .click()
  await page.getByRole('menuitem', { name: verb }).click()
}

test(
  'a file becomes an audience: parsed and corrected in the page, sent as hashes, checked for a member, renamed, erased with a receipt',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('admin.empresa')
    const { id } = await shopOf(page)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postDataBuffer()?.toString('latin1') ?? ''}`))
    await page.goto(paths.audiences(id))
    await page.getByRole('link', { name: t('audiences.add') }).click()
    const dialog = dialogOf(page)
    const make = dialog.locator('button[type=submit]')
    await make.focus()
    await expect(make).toHaveAccessibleDescription(t('audiences.lacks.file'))
    await expect(make.getByText(t('audiences.lacks.file'))).toBeVisible()

    await dialog
      .getByLabel(t('shell.chooseFile'))
      .first()
      .setInputFiles({ name: 'libro.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK\u0003\u0004') })
    await expect(dialog.getByText(t('audiences.file.refused.workbook'))).toBeVisible()
    await dialog.getByLabel(t('audiences.file.other')).first().setInputFiles(customersFile(26))
    await expect(dialog.getByLabel(t('audiences.mapping.column'))).toHaveValue('1')
    await expect(dialog.getByText('Windows-1252', { exact: false })).toBeVisible()
    await expect(dialog.getByText('cliente.0@correo.es', { exact: true })).toBeVisible()
    const outcome = dialog.getByRole('region', { name: t('audiences.outcome') })
    await expect(outcome.getByText(t('audiences.bad.email'))).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      outcome.getByRole('button', { name: t('audiences.correction') }).click(),
    ])
    expect(download.suggestedFilename()).toBe('clientes-por-corregir.csv')
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')).toEqual([
      '\ufeffNombre;Correo electrónico;Nota;fila;motivo',
      `Peña;no tiene;'@SUM(A1);29;${t('audiences.bad.email')}`,
      `Íñigo;;'-;30;${t('audiences.bad.empty')}`,
      '',
    ])

    await dialog.getByLabel(t('audiences.basis.consent'), { exact: false }).check()
    await dialog.getByLabel(t('shell.heading.name'), { exact: true }).fill('Clientes del fichero')
    await dialog.getByRole('button', { name: t('audiences.add.verbOf', { count: 26 }) }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, 'Clientes del fichero')).toContainText(t('audiences.state.ready'))
    const created = await audienceOf(page, id, 'Clientes del fichero')
    expect(created).toMatchObject({ size: 26, basis: 'consent', file: { invalid: 2, duplicates: 1 } })
    expect(sent.filter((one) => /correo\.es|Peña|no tiene/i.test(one))).toEqual([])

    await choose(page, 'Clientes del fichero', t('audiences.contains'))
    const textbox = dialogOf(page).getByRole('textbox')
    await textbox.fill(' CLIENTE.7@correo.es')
    await textbox.press('Enter')
    await expect(dialogOf(page).getByText(t('audiences.contains.yes'))).toBeVisible()
    await textbox.fill('otra@correo.es')
    await textbox.press('Enter')
    await expect(dialogOf(page).getByText(t('audiences.contains.no'), { exact: true })).toBeVisible()
    expect(sent.filter((one) => /correo\.es/i.test(one))).toEqual([])
    await page.keyboard.press('Escape')

    await choose(page, 'Clientes del fichero', t('audiences.rename'))
    await dialogOf(page).getByRole('textbox').fill('Clientes renombrados')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Clientes renombrados')).toBeVisible()

    await choose(page, 'Clientes renombrados', t('audiences.erase'))
    await dialogOf(page)
      .getByRole('button', { name: t('audiences.erase.verb', { count: 26 }) })
      .click()
    await expect(dialogOf(page)).toContainText(t('audiences.state.erased'))
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      dialogOf(page)
        .getByRole('button', { name: t('audiences.receipt.save') })
        .click(),
    ])
    const words = readFileSync(await receipt.path(), 'utf8')
    expect(words).toContain(`${t('audiences.receipt.basis')}: ${t('audiences.basis.consent')}`)
    expect(words).toContain(`${t('audiences.column.people')}: ${t('audiences.people', { count: 26 })}`)
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Clientes renombrados')).toBeHidden()
    await page.getByRole('link', { name: new RegExp(`^${t('audiences.states.erased')}`) }).click()
    await expect(rowOf(page, 'Clientes renombrados')).toContainText(t('audiences.state.erased'))
  },
)

test(
  'the list’s filters become an audience, a campaign is limited to it, and it cannot be erased meanwhile',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa')
    const { id } = await shopOf(page)
    await page.goto(paths.audiencesAdd(id, { channel: 'online', min_amount: 20_000 }))
    const dialog = dialogOf(page)
    await expect(dialog.getByLabel(t('audiences.from.operations'), { exact: false })).toBeChecked()
    await expect(dialog.getByText(like('audiences.operations.preview'))).toBeVisible()
    await dialog.getByLabel(t('audiences.basis.legitimate_interest'), { exact: false }).check()
    await dialog.getByLabel(t('shell.heading.name'), { exact: true }).fill('Compran por internet')
    await dialog.locator('button[type=submit]').click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, 'Compran por internet')).toContainText(t('audiences.state.ready'), { timeout: 120_000 })
    const created = await audienceOf(page, id, 'Compran por internet')

    const answer = await ask(page, 'POST', `/v2/merchants/${id}/campaigns`, {
      body: {
        name: 'Para quien compra por internet',
        start_date: `${yearAhead(1)}-12-01T00:00:00.000Z`,
        interest: 0,
        num_instalments: [3],
      },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    const campaign = (await answer.json()) as { id: string; revision: number }
    await page.goto(paths.campaign(id, campaign.id))
    await page.locator('summary', { hasText: t('campaigns.section.more') }).click()
    const choice = page.getByLabel(t('campaigns.field.audienceUuid'), { exact: true })
    await choice.selectOption({ label: t('campaigns.audience.option', { name: 'Compran por internet', count: created?.size ?? 0 }) })
    const stored = () => read<{ audience_uuid: string | null; revision: number }>(page, `/v2/merchants/${id}/campaigns/${campaign.id}`)
    await expect.poll(async () => (await stored()).audience_uuid).toBe(created?.uuid)
    const { revision } = await stored()
    const published = await ask(page, 'POST', `/v2/merchants/${id}/campaigns/${campaign.id}/publish`, { body: { revision } })
    expect(published.status()).toBe(200)

    const editor = await enter('editor.empresa')
    await editor.goto(paths.campaign(id, campaign.id))
    await expect(editor.getByText('Compran por internet')).toBeVisible()
    await expect(editor.getByText(t('campaigns.audience.ask'))).toBeVisible()

    await page.goto(paths.audiences(id))
    await expect(rowOf(page, 'Compran por internet').getByRole('link', { name: 'Para quien compra por internet' })).toBeVisible()
    await rowOf(page, 'Compran por internet')
      .getByRole('button', { name: t('audiences.verbsOf', { name: 'Compran por internet' }) })
      .click()
    await expect(page.getByRole('menuitem', { name: t('audiences.erase') })).toContainText(
      t('audiences.blocked', { campaigns: '«Para quien compra por internet»' }),
    )
    await page.keyboard.press('Escape')
    const refused = await ask(page, 'DELETE', `/v2/merchants/${id}/audiences/${created?.uuid}`)
    expect(refused.status()).toBe(409)
    await ask(page, 'DELETE', `/v2/merchants/${id}/campaigns/${campaign.id}`)
    expect((await ask(page, 'DELETE', `/v2/merchants/${id}/audiences/${created?.uuid}`)).status()).toBe(200)
  },
)

test(
  'an editor and a guest are redirected, a disabled account to its operations, and none has a menu entry',
  nightlyOnly,
  async ({ enter }) => {
    const { id } = await shopOf(await enter('owner.empresa'))
    for (const name of ['editor.empresa', 'guest.empresa'] as const) {
      const page = await enter(name)
      await page.goto(paths.operations(id))
      await expect(page.getByRole('link', { name: t('shell.route.audiences'), exact: true })).toHaveCount(0)
      for (const path of [paths.audiences(id), paths.audiencesAdd(id), paths.audiencesRename(id, 'a'.repeat(32))]) {
        await follow(page, path)
        await expect(page).toHaveURL(new RegExp(`${paths.operations(id)}$`))
      }
    }
    const disabled = await enter('desactivada')
    const shop = await shopOf(disabled)
    await disabled.goto(paths.audiences(shop.id))
    await expect(disabled).toHaveURL(new RegExp(`${paths.operations(shop.id)}$`))
  },
)
