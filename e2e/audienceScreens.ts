import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import type { ScreenToSee } from './screens.ts'
import { t } from './words.ts'

type Audience = { uuid: string; name: string; status: string }

/** A typical customer file of a shop: Windows-1252, semicolons, with duplicates and invalid rows. */
export const customersFile = (count: number, first = 0): { name: string; mimeType: string; buffer: Buffer } => {
  const rows = Array.from({ length: count }, (_, nth) => `Cliente ${nth};Cliente.${first + nth}@Correo.es;=1+1`)
  const text = ['Nombre;Correo electrónico;Nota', ...rows, rows[0] ?? '', 'Peña;no tiene;@SUM(A1)', 'Íñigo;;-'].join('\r\n')
  return { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') }
}

/** Audiences for members who manage them: list, erased, receipt, overlap, and the dialog by file and by operations. */
export async function audienceScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const { results } = await read<{ results: Audience[] }>(page, `/v2/merchants/${id}/audiences`)
  // The demo's own: another journey creates and erases audiences.
  const uuid = results.find(({ name }) => name === 'Clientes de la tienda')?.uuid
  if (uuid === undefined) throw new Error('no audience')
  const dialog = (kind: string) => paths.audiences(id, { dialog: kind, audience: uuid })
  return [
    { name: 'audiences', path: paths.audiences(id) },
    { name: 'erased audiences', path: paths.audiences(id, { status: 'erased' }), repeats: true },
    { name: 'audience receipt', path: dialog('receipt'), dialog: true },
    {
      name: 'audience overlap',
      path: dialog('overlap'),
      dialog: true,
      prepare: async (seen) => {
        await expect(seen.getByRole('dialog').getByText(t('audiences.overlap.buyers'), { exact: true })).toBeVisible()
        await expect(seen.getByText(t('audiences.overlap.loading'), { exact: true })).toBeHidden()
      },
    },
    { name: 'audience question', path: dialog('contains'), dialog: true },
    { name: 'audience rename', path: paths.audiencesRename(id, uuid), dialog: true, repeats: true },
    {
      name: 'new audience of a file',
      path: paths.audiencesAdd(id),
      dialog: true,
      prepare: async (seen) => {
        await seen.getByLabel(t('shell.chooseFile')).first().setInputFiles(customersFile(12))
        await expect(seen.getByText(t('audiences.correction'))).toBeVisible()
      },
    },
    { name: 'new audience of operations', path: paths.audiencesAdd(id, { channel: 'in_store' }), dialog: true },
  ]
}
