import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '../gateway/drawIcon.ts')

/** The colour of an icon’s background; the page’s own unless the brand sets one. */
export const backgroundOf = (colours: Readonly<Record<string, string>>): string => colours['gray-100'] ?? '#f7f5f2'

/**
 * The mark of `web/platform/styles/favicon.svg` in a brand's colours, as the icon of the installed application. `share`: the fraction of the width that it
 * takes; a maskable icon leaves the outer fifth free, because phones crop it (W3C, maskable icons).
 */
export async function appIcon(size: number, share: number, colours: Readonly<Record<string, string>>): Promise<Buffer> {
  const colourOf = {
    background: backgroundOf(colours),
    '#1f4fc4': colours['blue-600'],
    '#b9cdfb': colours['blue-200'],
    '#7a756d': colours['gray-600'],
  }
  const args = ['--no-warnings', script, String(size), String(share), JSON.stringify(colourOf)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: 'buffer' })
  return stdout
}
